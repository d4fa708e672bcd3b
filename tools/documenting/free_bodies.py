"""Free-body diagrams of the formulations: what the equations of a family add up, on one arm."""

from pathlib import Path
from typing import NamedTuple

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

import equidyn
from equidyn import robots

_POSITION = (0.0, 0.7, 3.1, 0.0, 0.7, 0.0)
_VELOCITY = (0.5, 0.8, -0.5, 1.0, 1.0, 1.0)
_ACCELERATION = (1.0, 2.0, -1.0, 3.0, 2.0, 1.0)
_LINK = 3


class Diagram(NamedTuple):
    """A picture, and the sentence below it.

    Attributes
    ----------
    file : str
        Name of the picture.
    convention : str
        Convention of the frames.
    vectors : tuple of str
        What is drawn at all links; of one link, free of the others, where it is empty.
    sentence : str
        What the picture shows.
    """

    file: str
    convention: str
    vectors: tuple[str, ...]
    sentence: str


_FREE = (
    "The forearm of a PUMA 560 in motion, free of the other links: force $f_3$ and moment $n_3$ by "
    "the link before, at {}, the reactions $-f_4$ and $-n_4$ of the next one, its weight, and "
    "$-m_3 a$ and $-N_3$ of its motion. At the right, forces and moments head to tail: they add up "
    "to zero."
)
_STANDARD = Diagram("free_standard.svg", "standard", (), _FREE.format("the joint, origin 2"))
_MODIFIED = Diagram("free_modified.svg", "modified", (), _FREE.format("the joint, origin 3"))
_WORK = Diagram(
    "free_work.svg",
    "standard",
    ("weight", "inertia"),
    "The whole arm is the free body, a PUMA 560 in motion: weights and inertia forces of its "
    "links. The forces between links do no work along the motions that joints allow; the torques "
    "balance the power of these.",
)
_ENERGY = Diagram(
    "free_energy.svg",
    "standard",
    ("velocity", "omega", "weight"),
    "The whole arm is the free body, a PUMA 560 in motion: velocities of its centres of mass and "
    "angular velocities, of which the kinetic energy is made, and weights, of which the potential "
    "energy is. Forces between links are not asked for.",
)
_ALL = (_STANDARD, _MODIFIED, _WORK, _ENERGY)


def of_formulation(entry: equidyn.dynamics.Formulation) -> Diagram:
    """Return the diagram of a formulation."""
    if entry.family == "Newton-Euler":
        return _MODIFIED if "modified" in entry.frames else _STANDARD
    return _ENERGY if entry.family == "Lagrange" else _WORK


def draw_all(folder: Path) -> None:
    """Draw the pictures."""
    for each in _ALL:
        arm = robots.puma560().to_convention(each.convention)
        state = _POSITION, _VELOCITY, _ACCELERATION
        if each.vectors:
            figure = Figure(figsize=(7, 5), layout="constrained")
            arm.draw(*state, ax=figure.add_subplot(projection="3d"), vectors=each.vectors)
        else:
            figure = arm.draw(*state, link=_LINK).figure
            plt.close(figure)
        figure.savefig(folder / each.file, metadata={"Date": None})
