"""Digests of the results of kernels and named methods, for a data file.

One digest for each quantity and precision, over arms and states that every machine reads alike. The
file has those with fused multiply-add, which every compiler and instruction set has to reproduce,
and those without (SSE2). Named methods fuse nothing, so theirs are the same in both.
"""

import csv
import hashlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import numpy as np

import equidyn
from equidyn.dynamics.facts import FACTS
from equidyn.dynamics.names import QuantityName
from equidyn.dynamics.registry import refusals

FILE = Path("tests/data/bits.csv")
ARMS, STATES = 40, 21

Digests = dict[tuple[str, str], str]

# the method that is computed by the kernel
KERNEL = ("inverse_dynamics", "minimal_newton_euler")
QUARTER = np.pi / 2
TURNED = [[0.6, -0.8, 0, 0.25], [0.8, 0.6, 0, -0.5], [0, 0, 1, 0.125], [0, 0, 0, 1]]


def arithmetic(instruction_set: str) -> str:
    """Return how an instruction set rounds: products with sums at once, or one after the other."""
    return "plain" if instruction_set in ("sse2", "generic") else "fused"


def arm(seed: int) -> equidyn.Arm:
    """Return an arm of short binary fractions, of all kinds of links, friction and motors."""
    rng = np.random.default_rng(seed)
    n = 1 + seed % 9

    def numbers(*shape: int) -> np.ndarray:
        return rng.integers(-64, 65, shape) / 64

    # of six points each, so that they belong to a body
    points, masses = numbers(n, 6, 3) / 4, rng.integers(1, 9, (n, 6)) / 8
    squares = np.einsum("np,npi,npi->n", masses, points, points)
    products = np.einsum("np,npi,npj->nij", masses, points, points)
    return equidyn.Arm.from_dh(
        ["standard", "modified"][seed % 2],
        joints="".join(rng.choice(["R", "R", "P"], n)),
        a=numbers(n) * rng.integers(0, 2, n),
        alpha=np.where(rng.integers(0, 3, n), QUARTER * rng.integers(-1, 3, n), 3 * numbers(n)),
        d=numbers(n) * rng.integers(0, 2, n),
        theta=3 * numbers(n),
        mass=masses.sum(axis=1),
        com=numbers(n, 3) / 4,
        inertia=squares[:, None, None] * np.eye(3) - products,
        gravity=(1.5, -2.25, -9.5),
        base=TURNED,
        tool=TURNED,
        motor_inertia=rng.integers(1, 65, n) / 1024,
        gear_ratio=rng.integers(1, 9, n),
        viscous=rng.integers(0, 65, n) / 1024,
        coulomb=np.stack([rng.integers(0, 9, n) / 64, rng.integers(-8, 1, n) / 64], axis=1),
        name=f"seed {seed}",
    )


def results(arm: equidyn.Arm, seed: int, dtype: type) -> Iterator[tuple[str, np.ndarray]]:
    """Yield every result of an arm, by the name of its quantity."""
    rng = np.random.default_rng([seed, 1])

    def rows(width: int) -> np.ndarray:
        return (rng.integers(-1024, 1025, (STATES, width)) / 256).astype(dtype)

    q, qd, qdd = rows(arm.n), rows(arm.n), rows(arm.n)
    q[::5] *= 1024  # many turns
    motion = equidyn.BaseMotion(rows(3), rows(3), rows(3))
    ends = {"tip_wrench": rows(6), "base_motion": motion}
    drives = {"friction": True, "motors": True}
    changes = dict(zip(("dq", "dqd", "dqdd"), [rows(arm.n) for _ in range(3)], strict=True))
    values = {"q": q, "qd": qd, "qdd": qdd, "tau": qdd, "v": qdd, **changes}
    values |= {"dtau": changes["dqdd"], "cotangent": changes["dq"]}

    def called(name: str, **options: object) -> Iterator[tuple[str, np.ndarray]]:
        facts = FACTS[name]
        known = facts.options | ({*drives} if "columns" in facts.options else set())
        chosen = {key: value for key, value in options.items() if key in known}
        result = getattr(arm, name)(*(values[operand] for operand in facts.operands), **chosen)
        for part in result if isinstance(result, tuple) else (result,):
            yield name, part

    single = [name for name, facts in FACTS.items() if "dtype" in facts.options]
    yield from called("inverse_dynamics", dtype=dtype)
    for name in FACTS if dtype is np.float64 else single:
        if name == "operational_space_inertia" and arm.joints.count("R") < 6:
            continue
        yield from called(name, **ends, **drives, frame="world", dtype=dtype)
        if "frame" in FACTS[name].options:
            yield from called(name, frame="tool")
        if name.endswith("_vjp"):
            yield from called(name)
    if dtype is np.float32:
        return
    for quantity in get_args(QuantityName):
        refused = refusals(arm, quantity)
        for name in (method.name for method in equidyn.formulations(quantity)):
            if name not in refused and (quantity, name) != KERNEL:
                for _, result in called(quantity, formulation=name, **ends, **drives):
                    yield f"{quantity} by name", result
    for integrator in ("rk4", "semi_implicit_euler"):
        moved = arm.simulate(q, qd, 2**-7, 2**-10, method=integrator, torque=qdd, **ends, **drives)
        yield "simulate", moved.q
        yield "simulate", moved.qd
    of_control = {"kp": 64, "kv": 16, "limits": 8, "resolution": 2**-8, **drives}
    for name, controller in (
        (
            "controlled",
            equidyn.ComputedTorque(arm, qdd[0], period=2**-9, delay=2**-10, **of_control),
        ),
        ("controlled", equidyn.PD(arm, qdd[0], **of_control)),
        ("controlled_passively", equidyn.SlotineLi(arm, qdd[0], **of_control)),
    ):
        moved = arm.simulate(q, qd, 2**-7, 2**-10, torque=controller, **ends, **drives)
        yield name, moved.q
        yield name, moved.torque


def digests() -> Digests:
    """Compute the digests with the instruction set of this process."""
    found = {}
    for dtype in (np.float64, np.float32):
        for seed in range(ARMS):
            for quantity, result in results(arm(seed), seed, dtype):
                key = quantity, np.dtype(dtype).name
                little = result.astype(result.dtype.newbyteorder("<"))
                found.setdefault(key, hashlib.sha256()).update(little.tobytes())
    return {key: digest.hexdigest()[:16] for key, digest in found.items()}


def digests_with(instruction_set: str) -> Digests:
    """Compute the digests in a process that uses this instruction set."""
    paths = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {
        **os.environ,
        "EQUIDYN_INSTRUCTION_SET": instruction_set,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }
    program = "import json; from updating import bits; print(json.dumps([*bits.digests().items()]))"
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    return {(quantity, precision): bits for (quantity, precision), bits in json.loads(run.stdout)}


def measured() -> dict[str, Digests]:
    """Compute the digests of this machine, by one instruction set for each of its arithmetics."""
    sets = {arithmetic(name): name for name in equidyn._core.instruction_sets()}
    return {kind: digests_with(name) for kind, name in sets.items()}


def written(pinned: dict[str, Digests]) -> str:
    """Return the contents of the file."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("arithmetic", "quantity", "precision", "digest"))
    for kind, digests in pinned.items():
        table.writerows((kind, *key, digest) for key, digest in digests.items())
    return text.getvalue()


def read(text: str) -> dict[str, Digests]:
    """Parse the contents that `written` returned."""
    pinned: dict[str, Digests] = {}
    for row in csv.DictReader(io.StringIO(text)):
        of_kind = pinned.setdefault(row["arithmetic"], {})
        of_kind[row["quantity"], row["precision"]] = row["digest"]
    return pinned
