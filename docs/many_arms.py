"""Quantiles over uncertain arms, and a search over lengths of links, in many processes.

python many_arms.py                           a process for each core of this machine
python many_arms.py tcp://192.168.0.1:8786    the workers of this scheduler
"""

import argparse

import numpy as np
from dask.distributed import Client
from numpy.typing import NDArray

import equidyn

Array = NDArray[np.float64]

# times of the motions, s, and arms of a task
TIMES = np.linspace(0.0, 1.0, 41)
CHUNK = 10_000

# quantiles of the peak torque
LEVELS = (0.5, 0.99, 0.9999)

# where the tool of a design picks up a load, and where it puts it down, m; the load, kg
PICK, PLACE, LOAD = (1.0, -0.3), (0.3, 0.3), 5.0


def largest_torque(arms: equidyn.Arms, q: Array, qd: Array, qdd: Array) -> Array:
    """Return the largest torque of each arm, N m, in any joint and at any time: (arms,)."""
    return abs(arms.inverse_dynamics(q, qd, qdd, threads=1)).max(axis=(-2, -1))


def uncertain_torques(
    seed: np.random.SeedSequence, count: int, arm: equidyn.Arm, motion: equidyn.Trajectory
) -> Array:
    """Return the largest torque of arms whose masses are known to 5 % and whose load is not."""
    random = np.random.default_rng(seed)
    mass = arm.mass * random.normal(1.0, 0.05, (count, 1, arm.n))
    load = random.uniform(0.0, 3.0, (count, 1))
    return largest_torque(arm.vary(mass=mass, payload=load), *motion(TIMES))


def quantiles(client: Client, arm: equidyn.Arm, arms: int) -> Array:
    """Return quantiles of the largest torque, N m, exact ones of all these arms."""
    motion = equidyn.quintic(np.full(arm.n, -0.5), np.full(arm.n, 0.5), duration=TIMES[-1])
    counts = [min(CHUNK, arms - start) for start in range(0, arms, CHUNK)]
    # each task has its own random numbers, whichever process computes it
    seeds = np.random.SeedSequence(0).spawn(len(counts))
    tasks = client.map(uncertain_torques, seeds, counts, arm=arm, motion=motion)
    return np.quantile(np.concatenate(client.gather(tasks)), LEVELS)


def reaching(lengths: Array, x: float, y: float) -> Array:
    """Return positions of two joints, elbow up, for a place of the tool; NaN out of reach."""
    a, b = lengths[:, 0], lengths[:, 1]
    cosine = (x**2 + y**2 - a**2 - b**2) / (2 * a * b)
    elbow = -np.arccos(np.where(abs(cosine) <= 1, cosine, np.nan))
    shoulder = np.arctan2(y, x) - np.arctan2(b * np.sin(elbow), a + b * np.cos(elbow))
    return np.stack([shoulder, elbow], axis=-1)


def best_design(upper: Array, lower: Array, arm: equidyn.Arm) -> tuple[float, float, float]:
    """Return the smallest peak torque of designs, N m, and their two lengths, m."""
    lengths = np.stack(np.meshgrid(upper, lower, indexing="ij"), axis=-1).reshape(-1, 2)
    start, end = reaching(lengths, *PICK), reaching(lengths, *PLACE)
    able = np.isfinite(start + end).all(axis=1)
    if not able.any():
        return np.inf, np.nan, np.nan
    # links of the same profile
    ratio = lengths[able, np.newaxis] / arm.a
    arms = arm.vary(
        a=lengths[able, np.newaxis],
        mass=arm.mass * ratio,
        com=arm.com * ratio[..., np.newaxis],
        inertia=arm.inertia * ratio[..., np.newaxis, np.newaxis] ** 3,
        payload=LOAD,
    )
    s, speed, acceleration = equidyn.quintic([0.0], [1.0], duration=TIMES[-1])(TIMES)
    way = (end - start)[able, np.newaxis]
    torques = largest_torque(
        arms, start[able, np.newaxis] + s * way, speed * way, acceleration * way
    )
    best = torques.argmin()
    return float(torques[best]), *lengths[able][best].tolist()


def search(client: Client, arm: equidyn.Arm, designs: int) -> tuple[float, float, float]:
    """Return the best of a square grid of lengths; a task has all lower arms of some upper arms."""
    side = round(designs**0.5)
    lengths = np.linspace(0.2, 1.2, side)
    uppers = np.array_split(lengths, -(-designs // CHUNK))
    return min(client.gather(client.map(best_design, uppers, lower=lengths, arm=arm)))


def main() -> None:
    """Print quantiles of the largest torque, and the best lengths."""
    parser = argparse.ArgumentParser()
    parser.add_argument("scheduler", nargs="?", help="its address")
    parser.add_argument("--processes", type=int, help="how many, here")
    parser.add_argument("--memory", default="1GB", help="of each process, here")
    parser.add_argument("--arms", type=int, default=10_000_000)
    parser.add_argument("--designs", type=int, default=1_000_000)
    options = parser.parse_args()
    here = {
        "n_workers": options.processes,
        "threads_per_worker": 1,
        "memory_limit": options.memory,
        "dashboard_address": None,
    }
    with Client(options.scheduler) if options.scheduler else Client(**here) as client:
        print("largest torque, N m:", *quantiles(client, equidyn.robots.panda(), options.arms))
        torque, *lengths = search(client, equidyn.robots.planar_2r(), options.designs)
        print("smallest peak torque, N m:", torque, "with lengths, m:", *lengths)


# the processes import this file, and must not start processes of their own
if __name__ == "__main__":
    main()
