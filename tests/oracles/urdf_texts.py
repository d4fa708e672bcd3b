"""URDF texts: random trees, in which fixed links, branches and degenerate axes are usual."""

from math import pi

import numpy as np

from .random_arms import random_inertia


def random_tree(seed, *, special=False, n=5):
    """A text, its tip, and the movable joints from its root to the tip.

    Links hang on the chain by fixed joints, one behind another, and a branch by a movable one.
    Where special, frames are rotated by right angles, and axes are parallel, intersect or coincide.
    """
    rng = np.random.default_rng([7, seed])
    lines, moving, parent = [link("root", rng)], [], "root"
    for i in range(n):
        kind = rng.choice(["revolute", "continuous", "prismatic"], p=[0.4, 0.3, 0.3])
        if rng.random() < 0.4:
            lines += hang(parent, f"flange{i}", "fixed", rng, special)
            parent = f"flange{i}"
        lines += hang(parent, f"link{i}", kind, rng, special)
        moving.append(f"to_link{i}")
        lines += hang(f"link{i}", f"box{i}", "fixed", rng, special)
        lines += hang(f"box{i}", f"lid{i}", "fixed", rng, special)
        parent = f"link{i}"
    lines += hang("link1", "antenna", "revolute", rng, special)
    lines += hang(parent, "tool", "fixed", rng, special, inertia=False)
    return f"<robot name='tree {seed}'>{''.join(lines)}</robot>", "tool", moving


def hang(parent, child, kind, rng, special, inertia=True):
    yield link(child, rng) if inertia else f"<link name='{child}'/>"
    if special:
        xyz, rpy = rng.choice([0, 0, 0.3, -0.2], 3), rng.choice([0, 0, pi / 2, -pi / 2, pi], 3)
        axis = rng.choice([1, -1]) * np.eye(3)[rng.integers(3)]
    else:
        xyz, rpy, axis = rng.uniform(-0.4, 0.4, 3), rng.uniform(-3, 3, 3), rng.normal(size=3)
    limit = "<limit lower='-1' upper='2' effort='1' velocity='1'/>" * (kind != "continuous")
    yield (
        f"<joint name='to_{child}' type='{kind}'><parent link='{parent}'/><child link='{child}'/>"
        f"<origin xyz='{digits(xyz)}' rpy='{digits(rpy)}'/><axis xyz='{digits(axis)}'/>{limit}"
        "</joint>"
    )


def link(name, rng):
    tensor = random_inertia(rng)
    entries = {f"i{'xyz'[i]}{'xyz'[j]}": tensor[i, j] for i in range(3) for j in range(i, 3)}
    written = " ".join(f"{entry}='{digits([value])}'" for entry, value in entries.items())
    xyz, rpy = rng.uniform(-0.2, 0.2, 3), rng.uniform(-3, 3, 3)
    return (
        f"<link name='{name}'><inertial><mass value='{digits([rng.uniform(0.2, 3)])}'/>"
        f"<origin xyz='{digits(xyz)}' rpy='{digits(rpy)}'/><inertia {written}/></inertial></link>"
    )


def digits(values):
    return " ".join(repr(float(x)) for x in values)
