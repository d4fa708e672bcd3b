"""Torques and motions of more states than a process can hold.

python beyond_one_machine.py                           a process for each core of this machine
python beyond_one_machine.py tcp://192.168.0.1:8786    the workers of this scheduler
"""

import argparse
from pathlib import Path

import dask.array as da
import numpy as np
from dask.distributed import Client
from numpy.typing import NDArray

import equidyn


def largest_torques(arm: equidyn.Arm, states: int) -> NDArray[np.float64]:
    """Return the largest torque of each joint, N m, over random states, which are not stored."""
    random, chunks = da.random.default_rng(0), (100_000, arm.n)
    q, qd, qdd = (random.uniform(-2, 2, (states, arm.n), chunks=chunks) for _ in range(3))
    torques = da.map_blocks(
        arm.inverse_dynamics, q, qd, qdd, threads=1, dtype=float, meta=np.empty((0, arm.n))
    )
    return abs(torques).max(axis=0).compute()


def fall(q0: NDArray[np.float64], arm: equidyn.Arm) -> NDArray[np.float64]:
    """Return positions of arms let go at rest, every 10 ms for one second: (rows, 101, n)."""
    return arm.simulate(q0, np.zeros(arm.n), 1.0, record=10, threads=1).q


def save_falls(client: Client, arm: equidyn.Arm, starts: int, folder: Path) -> None:
    """Let the processes write a file of motions for each hundred of random starts."""
    q0 = da.random.default_rng(1).uniform(-2, 2, (starts, arm.n), chunks=(100, arm.n))
    motions = q0.map_blocks(
        fall,
        client.scatter(arm, broadcast=True),
        dtype=float,
        meta=np.empty((0, 101, arm.n)),
        new_axis=1,
        chunks=(q0.chunks[0], 101, arm.n),
    )
    da.to_npy_stack(folder, motions)


def main() -> None:
    """Print the largest torques, and the mean final positions of the falling arms."""
    parser = argparse.ArgumentParser()
    parser.add_argument("scheduler", nargs="?", help="its address")
    parser.add_argument("--processes", type=int, help="how many, here")
    parser.add_argument("--memory", default="1GB", help="of each process, here")
    parser.add_argument("--states", type=int, default=100_000_000)
    parser.add_argument("--starts", type=int, default=10_000)
    parser.add_argument("--folder", type=Path, default=Path("falls"))
    options = parser.parse_args()
    here = {
        "n_workers": options.processes,
        "threads_per_worker": 1,
        "memory_limit": options.memory,
        "dashboard_address": None,
    }
    arm = equidyn.robots.puma560()
    with Client(options.scheduler) if options.scheduler else Client(**here) as client:
        print("largest torques, N m:", *largest_torques(arm, options.states))
        save_falls(client, arm, options.starts, options.folder)
        falls = da.from_npy_stack(options.folder)
        print(len(falls), "falls, ending on average at, rad:", *falls[:, -1].mean(axis=0).compute())


# the processes import this file, and must not start processes of their own
if __name__ == "__main__":
    main()
