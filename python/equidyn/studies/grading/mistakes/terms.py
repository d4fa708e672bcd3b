"""Mistakes in single terms of the Newton-Euler recursion and of Lagrange's equation."""

from __future__ import annotations

from collections.abc import Iterator

from .. import lagrange
from .. import newton_euler as recursion
from .mistake import Mistake, departing, weighted

_ACCELERATION = "a_i = a_{i-1} + α × r + ω × (ω × r)"
_COM = "a_ci = a_i + α_i × c_i + ω_i × (ω_i × c_i)"
_SLIDE = "a_i = ... + 2 ω_i × z q̇_i + z q̈_i at a prismatic joint"
_SPIN = "α_i = α_{i-1} + ω_{i-1} × z q̇_i + z q̈_i"
_MOMENT = "N_i = I_i α_i + ω_i × I_i ω_i"
_LEVER = "n_i = N_i + n_{i+1} + c_i × F_i + p_{i+1} × f_{i+1}"

# terms of the recursion: name, words, equation
_TERMS = (
    ("gyroscopic", "the gyroscopic term ω × I ω", _MOMENT),
    ("euler", "the term I α", _MOMENT),
    ("slide_coriolis", "the term 2 ω × z q̇ of the prismatic joint", _SLIDE),
    ("slide_change", "the term z q̈ of the prismatic joint", _SLIDE),
    ("cross_spin", "the term ω × z q̇ of α", _SPIN),
    ("spin_change", "the term z q̈ of α", _SPIN),
    ("spin", "the term z q̇ of ω", "ω_i = ω_{i-1} + z q̇_i"),
    ("carried_al", "the angular acceleration of the link before", _SPIN),
    ("carried_a", "the acceleration of the frame before", _ACCELERATION),
    ("tangential", "the tangential acceleration α × r of the frame", _ACCELERATION),
    ("centripetal", "the centripetal acceleration ω × (ω × r) of the frame", _ACCELERATION),
    ("tangential_com", "the tangential acceleration α × c of the centre of mass", _COM),
    ("centripetal_com", "the centripetal acceleration ω × (ω × c) of the centre of mass", _COM),
    ("lever_of_mass", "the moment c × F of the force on the centre of mass", _LEVER),
    ("lever_of_frame", "the moment r × F of the force on the centre of mass", _LEVER),
    ("lever_of_force", "the moment p × f of the force on the next link", _LEVER),
    ("force_beyond", "the force on the next link", "f_i = F_i + f_{i+1}"),
    ("moment_beyond", "the moment on the next link", _LEVER),
)

_LAGRANGE = "τ = M q̈ + C(q, q̇) q̇ + G"
_PRODUCTS = "τ_i = ... + Σ_j C_ijj q̇_j² + 2 Σ_{j<k} C_ijk q̇_j q̇_k"
_ENERGY = "τ = M q̈ + Ṁ q̇ - ½ ∂(q̇ᵀ M q̇)/∂q + G"

_EQUATION_TERMS = (
    (lagrange.CORIOLIS, "the Coriolis torque (products q̇_j q̇_k)", _PRODUCTS),
    (lagrange.CENTRIFUGAL, "the centrifugal torque (squares q̇_j²)", _PRODUCTS),
    (lagrange.PRODUCTS, "the torque of the velocities C q̇", _LAGRANGE),
    (lagrange.INERTIA, "the inertial torque M q̈", _LAGRANGE),
    (lagrange.GRAVITY, "the gravity torque", _LAGRANGE),
    (lagrange.MASS_RATE, "the term Ṁ q̇", _ENERGY),
    (lagrange.ENERGY_SLOPE, "the term ½ ∂(q̇ᵀ M q̇)/∂q", _ENERGY),
    (lagrange.COUPLING, "M off its diagonal", "τ_i = Σ_j M_ij q̈_j"),
    (lagrange.UPPER, "M below its diagonal", "M = Mᵀ"),
)

_FACTORS = (
    (0.0, "is missing"),
    (-1.0, "has the wrong sign"),
    (0.5, "lacks the factor 2"),
    (2.0, "counts twice"),
)


def of_lagrange() -> Iterator[Mistake]:
    """Yield factors of the terms of Lagrange's equation."""
    yield from _scaled(_EQUATION_TERMS, "row")


def of_recursion() -> Iterator[Mistake]:
    """Yield factors of the terms of the recursion, and steps that are done otherwise."""
    yield from _scaled(_TERMS, "link")
    for steps, statement, equation in _STEPS:
        yield Mistake(statement, departing(*steps), equation)


# steps, words, equation
_STEPS = (
    (
        (recursion.AXIS_INWARD,),
        "the torque is projected on the axis of the wrong frame (z_i or z_{i-1})",
        "joint i acts about z_{i-1} in the standard convention, about z_i in the modified one",
    ),
    (
        (recursion.AXIS_OUTWARD,),
        "velocities are along the axis of the wrong frame (z_i or z_{i-1})",
        "joint i acts about z_{i-1} in the standard convention, about z_i in the modified one",
    ),
    (
        (recursion.AXIS_OUTWARD, recursion.AXIS_INWARD),
        "joints act along the axis of the wrong frame (z_i or z_{i-1})",
        "joint i acts about z_{i-1} in the standard convention, about z_i in the modified one",
    ),
    (
        (recursion.TRANSPOSED_OUTWARD,),
        "rotations are transposed on the way outward (R for Rᵀ)",
        "ω_i = Rᵀ ω_{i-1} + ..., R from frame i to frame i-1",
    ),
    (
        (recursion.TRANSPOSED_INWARD,),
        "rotations are transposed on the way inward (Rᵀ for R)",
        "f_i = F_i + R f_{i+1}, R from frame i+1 to frame i",
    ),
    (
        (recursion.TRANSPOSED_OUTWARD, recursion.TRANSPOSED_INWARD),
        "rotations are transposed (R for Rᵀ)",
        "R takes a vector from frame i to frame i-1",
    ),
    (
        (recursion.CARRIER,),
        "r moves with the wrong link (ω_i or ω_{i-1})",
        "r turns with link i in the standard convention, with link i-1 in the modified one",
    ),
    *(
        ((step,), f"inertia tensors are {turned} the axes of the {frame}", "I_0 = R I Rᵀ")
        for step, turned, frame in (
            (recursion.TENSOR_IN_WORLD_AXES, "not turned into", "world"),
            (recursion.TENSOR_IN_BASE_AXES, "not turned into", "base"),
            (recursion.TENSOR_TURNED_BACK_IN_WORLD, "rotated the wrong way (Rᵀ I R) into", "world"),
            (recursion.TENSOR_TURNED_BACK, "rotated the wrong way (Rᵀ I R) into", "base"),
        )
    ),
    *(
        ((step,), f"centres of mass are not turned into the axes of the {frame}", "c_0 = R c")
        for step, frame in (
            (recursion.COM_IN_WORLD_AXES, "world"),
            (recursion.COM_IN_BASE_AXES, "base"),
        )
    ),
)


def _scaled(terms: tuple[tuple[str, str, str], ...], noun: str) -> Iterator[Mistake]:
    for factor, verdict in _FACTORS:
        for name, words, equation in terms:
            yield Mistake(
                f"{words} {verdict}",
                weighted(name, factor),
                equation,
                True,
                noun,
                rare=factor > 0.0,
            )
