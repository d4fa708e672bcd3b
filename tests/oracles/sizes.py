"""The same arm in another size, of which no verdict may depend."""

import numpy as np

from equidyn import Arm

# factors of lengths, masses and gravity, each for an arm of its own
SIZES = [
    (1e-6, 1e-15, 1.0),
    (1.0, 1e-12, 1.0),
    (1e6, 1e12, 1.0),
    (1.0, 1.0, 1e12),
    (1e3, 1.0, 1e-15),
]


def of_another_size(arm: Arm, length: float, mass: float, gravity: float) -> Arm:
    """The same arm, its lengths, masses and gravity multiplied by these."""
    data = arm.to_dict()
    factors = {
        "a": length,
        "d": length,
        "com": length,
        "mass": mass,
        "inertia": mass * length**2,
        "gravity": gravity,
    }
    larger = {name: np.multiply(data[name], factor) for name, factor in factors.items()}
    return Arm.from_dict({**data, **larger})
