"""Misprints of the sources, as a program has them that follows the printed equations."""

from __future__ import annotations

from collections.abc import Iterator

from .. import lagrange
from .. import newton_euler as recursion
from .mistake import Change, Mistake, departing, weighted

_TURNEY = "Turney, Mudge and Lee 1980"
_SASAKI = "Sasaki 1990"
_ANGELES = "Angeles"

# steps, equation and source, what is printed, the right equation
_STEPS = (
    (
        (recursion.SPIN_OF_OWN_LINK,),
        f"(3.16) of {_TURNEY}",
        "ω_i for ω_{i-1} in the term ω × z q̇ of α",
        "α_i = Rᵀ (α_{i-1} + ω_{i-1} × z q̇_i + z q̈_i)",
    ),
    (
        (recursion.FRAME_FOR_COM,),
        f"(3.18) of {_TURNEY}",
        "r_i for the vector c_i to the centre of mass",
        "a_ci = a_i + α_i × c_i + ω_i × (ω_i × c_i)",
    ),
    *(
        (
            (recursion.MATRIX_OF_ALPHA_Z, *also),
            f"section 5 of {_TURNEY}",
            "α_z for α_x in A(3,2)" + where,
            "A_i = [α_i ×] + [ω_i ×]²: A(3,2) = ω_z ω_y + α_x",
        )
        for also, where in (
            ((recursion.MATRIX_OF_ALPHA_Z_IN_MOMENTS,), ""),
            ((), ", in accelerations alone"),
        )
    ),
    (
        (recursion.TENSOR_ABOUT_FRAME_BEFORE,),
        f"(5.2) of {_TURNEY}",
        "K_i about the origin of frame i-1, beside the acceleration of the centre of mass",
        "K_i = ½ tr(I_i) E - I_i, of the tensor about the centre of mass",
    ),
    *(
        (
            (recursion.COM_HALFWAY, *also),
            f"(3.26) of {_SASAKI}",
            "-½ (a cos θ, a sin θ, d), which is in the axes of frame i-1" + where,
            "s_i = -½ (a, d sin α, d cos α) in the axes of frame i",
        )
        for also, where in (
            ((), ", in the acceleration"),
            ((recursion.COM_HALFWAY_INWARD,), ""),
        )
    ),
    (
        (recursion.OWN_ROTATION_OF_MOMENTS,),
        f"(3.44) of {_SASAKI}",
        "A(r, c, i) for A(r, c, i+1), which turns the moment of link i+1",
        "n_i = N_i + ... + R_{i+1} (n_{i+1} + ...)",
    ),
    (
        (recursion.OWN_ROTATION, recursion.OWN_ROTATION_OF_MOMENTS),
        f"algorithm 7.4.2 of {_ANGELES}",
        "Q_i for Q_{i+1}, which turns force and moment of link i+1",
        "f_i = F_i + Q_{i+1} f_{i+1}, n_i = N_i + ... + Q_{i+1} (n_{i+1} + ...)",
    ),
    (
        (lagrange.STROBED,),
        f"section 3 of {_TURNEY}",
        "C_jk is the torque at q̇_j = q̇_k = 1",
        "C_jk = ½ (h(e_j + e_k) - h(e_j) - h(e_k)), h the torque of the velocities",
    ),
)


def of_misprints() -> Iterator[Mistake]:
    """Yield the equations of the sources as they are printed."""
    for steps, where, printed, equation in _STEPS:
        yield _misprint(where, printed, departing(*steps), equation)
    yield _misprint(
        f"section 5 of {_TURNEY}",
        "the moment with the wrong sign, (AK)_yz - (AK)_zy",
        lambda model, joints: weighted("gyroscopic", -1.0)(
            weighted("euler", -1.0)(model, joints), joints
        ),
        "N_x = (AK)_zy - (AK)_yz",
    )


def _misprint(where: str, printed: str, change: Change, equation: str) -> Mistake:
    statement = f"as published in {where}, see its erratum: {printed}"
    return Mistake(statement, change, equation, rare=True)
