"""What is said about generated code on top of it."""

from __future__ import annotations

import unicodedata
from importlib.metadata import version
from textwrap import wrap

from .._validation import shown
from .ends import BASE_MOTION, GRAVITY, PAYLOAD, TIP_WRENCH
from .program import Program

_WIDTH = 92

# those that may stand in a name beside letters and digits
_SIGNS = " .,()+-"


def header(program: Program) -> list[str]:
    """Return lines that tell what the code computes, from what, and by whom it was made.

    They contain nothing that could end a comment, or mean something in it, whatever the arm is
    called.
    """
    arm, operations = program.arm, program.graph.operations()
    sentences = [
        f"Inverse dynamics of {_in_comment(arm.name) or 'an arm'}, joints {arm.joints}.",
        f"Made by equidyn {version('equidyn')} from the formulation {program.formulation.name}: "
        f"{operations.multiplications} multiplications, {operations.additions} additions, "
        f"{operations.trigonometric} cosines and sines.",
        "q, qd, qdd: joint position, velocity, acceleration; tau: joint torque or force. SI units "
        f"and radians. {_gravity(program)} {_drives(program)}",
    ]
    if TIP_WRENCH in program.arguments:
        sentences.append(
            "tip_wrench: force, then moment, exerted by the last link on the environment, at the "
            "origin of the tool frame and in its axes."
        )
    if BASE_MOTION in program.arguments:
        sentences.append(
            "base_motion: angular velocity, angular acceleration and linear acceleration of the "
            "base frame, in its axes; gravity is not part of it."
        )
    if PAYLOAD in program.arguments:
        sentences.append("payload: mass of a point that is fixed at the origin of the tool frame.")
    return [line for sentence in sentences for line in wrap(sentence, _WIDTH)]


def _gravity(program: Program) -> str:
    """Say what the acceleration of free fall is, or that the caller says it."""
    if GRAVITY in program.arguments:
        return "gravity: acceleration of free fall in the world frame."
    return f"Gravity: {shown(program.arm.gravity)} m/s^2 in the world frame."


def _drives(program: Program) -> str:
    """Say what the torques contain of friction and motors."""
    if program.friction and program.motors:
        return "Friction and motor inertia are included."
    if program.friction:
        return "Friction is included, motor inertia is not."
    if program.motors:
        return "Motor inertia is included, friction is not."
    return "Friction and motor inertia are not included."


def _in_comment(text: str) -> str:
    """Return text in one line, of letters, digits and signs that mean nothing in any language.

    All else becomes an underscore: not only what ends a comment, but also what continues a line
    (backslashes, trigraphs), names an encoding to Python ("coding:"), or turns the writing round.
    """
    words = " ".join(text.split())
    return "".join(x if unicodedata.category(x)[0] in "LMN" or x in _SIGNS else "_" for x in words)
