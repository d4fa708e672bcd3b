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

import numpy as np

import equidyn
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
    ends = {"tip_wrench": rows(6), "base_motion": motion, "dtype": dtype}
    rubs, drives = {"friction": True}, {"friction": True, "motors": True}
    yield "inverse_dynamics", arm.inverse_dynamics(q, qd, qdd, dtype=dtype)
    yield "inverse_dynamics", arm.inverse_dynamics(q, qd, qdd, **ends, **drives)
    yield "bias", arm.bias(q, qd, **ends, **rubs)
    yield "gravity_torque", arm.gravity_torque(q, dtype=dtype)
    yield "mass_matrix", arm.mass_matrix(q, dtype=dtype)
    if dtype is np.float32:
        return
    del ends["dtype"]
    yield "coriolis_coefficients", arm.coriolis_coefficients(q)
    yield "forward_dynamics", arm.forward_dynamics(q, qd, qdd, **ends, **drives)
    yield "regressor", arm.regressor(q, qd, qdd, base_motion=motion, **drives)
    yield "coriolis_matrix", arm.coriolis_matrix(q, qd)
    yield "coriolis_torque", arm.coriolis_torque(q, qd, qdd)
    yield "mass_matrix_rate", arm.mass_matrix_rate(q, qd)
    if arm.joints.count("R") > 5:
        yield "operational_space_inertia", arm.operational_space_inertia(q)
    yield "momentum", arm.momentum(q, qd)
    yield "kinetic_energy", arm.kinetic_energy(q, qd)
    yield "potential_energy", arm.potential_energy(q)
    yield "forward_kinematics", arm.forward_kinematics(q)
    yield "link_poses", arm.link_poses(q)
    for frame in ("world", "tool"):
        yield "jacobian", arm.jacobian(q, frame=frame)
        yield "jacobian_rate", arm.jacobian_rate(q, qd, frame=frame)
        for result in arm.pose_and_jacobian(q, frame=frame):
            yield "pose_and_jacobian", result
    for derivative in arm.inverse_dynamics_derivatives(q, qd, qdd, **ends, **rubs):
        yield "inverse_dynamics_derivatives", derivative
    for derivative in arm.forward_dynamics_derivatives(q, qd, qdd, **ends, **drives):
        yield "forward_dynamics_derivatives", derivative
    changes = rows(arm.n), rows(arm.n), rows(arm.n)
    for kind in ("inverse", "forward"):
        product = getattr(arm, f"{kind}_dynamics_jvp")
        yield product.__name__, product(q, qd, qdd, *changes, **ends, **drives)
        product = getattr(arm, f"{kind}_dynamics_vjp")
        for each in product(q, qd, qdd, changes[0], **ends, **drives):
            yield product.__name__, each
        for each in product(q, qd, qdd, changes[0]):
            yield product.__name__, each
    named = {
        "inverse_dynamics": ((q, qd, qdd), ends | drives),
        "mass_matrix": ((q,), {}),
        "coriolis_coefficients": ((q,), {}),
        "forward_dynamics": ((q, qd, qdd), ends | drives),
    }
    for quantity, (operands, options) in named.items():
        refused = refusals(arm, quantity)
        for name in (method.name for method in equidyn.formulations(quantity)):
            if name not in refused and (quantity, name) != KERNEL:
                evaluate = getattr(arm, quantity)
                yield f"{quantity} by name", evaluate(*operands, formulation=name, **options)
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
