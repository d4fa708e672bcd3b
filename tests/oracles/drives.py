"""Arms to be moved: drives behind gears, and prismatic joints that move independently."""

import numpy as np

RATIOS = (-60.0, 100.0, -50.0, 75.0, -8.0, 30.0)


def geared(arm, *, rotor=0.3, viscous=0.5, coulomb=(0.0, 0.0)):
    """Return the arm with drives whose joints feel this inertia and this friction.

    Some of the gears turn a joint against its motor. rotor and viscous are numbers, coulomb is a
    pair, forwards and backwards.
    """
    ratio = np.resize(RATIOS, arm.n)
    arm = arm.with_friction(viscous / ratio**2, coulomb / abs(ratio)[:, np.newaxis])
    return arm.with_motors(rotor / ratio**2, ratio)


def gantry(n, gravity=(0, 0, 0)):
    """Return keyword arguments of Arm.from_dh: slides at right angles, the first along z.

    Each carries 1 kg.
    """
    still = np.zeros(n)
    return {
        "convention": "standard",
        "joints": "P" * n,
        **dict.fromkeys(("a", "d", "theta"), still),
        "alpha": still + np.pi / 2,
        "mass": still + 1,
        "com": np.zeros((n, 3)),
        "inertia": np.zeros((n, 3, 3)),
        "gravity": gravity,
    }
