"""Times of the formulations in the README and on the site, and their conditions.

There are two races: one state at a time, and batches of many states, which are measured on every
instruction set of this machine but the baseline, each in a process of its own.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import equidyn
from equidyn.counting.conventions import general_arm
from equidyn.dynamics.registry import kernel_name
from equidyn.timing.timings import Timing

from .counts import family_of

FILE = Path("docs/times.json")
TOOLS = Path(__file__).resolve().parents[1]
# number of joints of the comparison, and those of the curves
N, LONG = 6, 24
SIZES = (1, 2, 3, N, 12, LONG, 48)
# states in a call of the two races, and turns of each formulation
TURNS = {1: 100, 1024: 25}
KERNEL = kernel_name()
# a formulation without equations, whose time is that of handing over a state, and of sines
NOTHING = "nothing"
_NOTHING = """#pragma once
#include "equidyn/interface/formulation.hpp"
struct Nothing {
  static constexpr equidyn::FormulationInfo info{
      .name = "nothing", .title = "Nothing", .reference = "", .order = 1,
      .frames = equidyn::Frames::kStandardDh, .family = equidyn::Family::kOther,
      .inertia = equidyn::Inertia::kTensorAboutCentre};
  template <equidyn::Scalar T>
  struct Workspace {
    explicit Workspace(const equidyn::Arm<T>&) {}
  };
  template <equidyn::Scalar T>
  static void inverse_dynamics(const equidyn::Arm<T>& arm, const equidyn::JointState<T>& x,
                               const equidyn::BaseMotion<T>&, const equidyn::Wrench<T>&,
                               equidyn::PerLink<T>& tau, Workspace<T>&) noexcept {
    for (int i = 1; i <= arm.n; ++i) tau[i] = x.c[i];
  }
};
"""
# what is stored of the machine: a race has its own instruction set
_MACHINE = ("processor", "compiler", "flags", "date")
_CODE = ("instruction_set", "formulations", "production_kernel")


class Race(NamedTuple):
    """Least times of an evaluation, ns, of each formulation and of the kernel, by their joints."""

    states: int
    code: dict[str, str]
    nanoseconds: dict[str, dict[int, float]]

    @property
    def title(self) -> str:
        """The race in words."""
        if self.states == 1:
            return "one state"
        return f"batch of {self.states:,}, {self.code['instruction_set']}"

    def at(self, name: str, n: int = N) -> float | None:
        """Return the time of a formulation, ns; None where it was not measured."""
        return self.nanoseconds.get(name, {}).get(n)


class Times(NamedTuple):
    """The races, that of one state first, and the machine."""

    machine: dict[str, str]
    races: tuple[Race, ...]

    @property
    def conditions(self) -> str:
        """The machine in words."""
        processor, compiler, flags = (self.machine[key].strip() for key in _MACHINE[:3])
        return f"{processor}, compiled by {compiler} ({flags})"

    def timings(self) -> tuple[equidyn.timing.Timings, ...]:
        """Return each race as what `equidyn.time_formulations` returns."""
        return tuple(
            equidyn.timing.Timings(
                tuple(
                    Timing(name, n, (time,))
                    for name, points in race.nanoseconds.items()
                    for n, time in points.items()
                    if name != NOTHING
                ),
                {**self.machine, **race.code},
                "general arms",
                batch=race.states,
            )
            for race in self.races
        )


def measured() -> Times:
    """Measure all races, one after the other."""
    _, *sets = equidyn.build_info()["instruction_sets"].split(", ")
    several = max(TURNS)
    content = [_in_a_process(1, None), *(_in_a_process(several, each) for each in sets)]
    machine = {key: content[0]["machine"][key] for key in _MACHINE}
    return Times(machine, tuple(_race(each) for each in content))


def _in_a_process(states: int, instruction_set: str | None) -> dict:
    """Measure a race on an instruction set, which a process chooses when it begins."""
    chosen = {"EQUIDYN_INSTRUCTION_SET": instruction_set} if instruction_set else {}
    command = [sys.executable, "-m", "updating.times", str(states)]
    done = subprocess.run(
        command, cwd=TOOLS, env={**os.environ, **chosen}, check=True, stdout=subprocess.PIPE
    )
    return json.loads(done.stdout)


def main() -> None:
    """Time every formulation on general arms that it takes, in turns on the same arms; print it."""
    states = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        header = Path(folder, "nothing.hpp")
        header.write_text(_NOTHING, encoding="utf-8")
        equidyn.compile_formulation(header)
    names = [entry.name for entry in equidyn.formulations()]
    nanoseconds: dict[str, dict[int, float]] = {name: {} for name in names}
    for family in dict.fromkeys(map(family_of, names)):
        timings = equidyn.time_formulations(
            SIZES,
            [name for name in names if family_of(name) is family],
            TURNS[states],
            family=family or general_arm,
            batch=states,
            kernel=family is None,
        )
        for name in timings.formulations:
            nanoseconds[name] = {each.n: round(each.minimum, 1) for each in timings.of(name)}
    code = {key: timings.machine[key] for key in _CODE}
    race = {"states": states, "code": code, "nanoseconds": nanoseconds}
    print(json.dumps({**race, "machine": timings.machine}))


def written(times: Times) -> str:
    """Return the contents of the file, a formulation a line."""
    races = ",\n".join(_written(race) for race in times.races)
    machine = json.dumps(times.machine, ensure_ascii=False)
    return f'{{\n"machine": {machine},\n"races": [\n{races}\n]\n}}\n'


def _written(race: Race) -> str:
    rows = ",\n".join(f'"{name}": {json.dumps(x)}' for name, x in race.nanoseconds.items())
    code = json.dumps(race.code)
    return f'{{"states": {race.states}, "code": {code}, "nanoseconds": {{\n{rows}\n}}}}'


def read(text: str) -> Times:
    """Parse the contents that `written` returned."""
    content = json.loads(text)
    return Times(content["machine"], tuple(map(_race, content["races"])))


def _race(content: dict) -> Race:
    nanoseconds = {
        name: {int(n): time for n, time in points.items()}
        for name, points in content["nanoseconds"].items()
    }
    return Race(content["states"], content["code"], nanoseconds)


if __name__ == "__main__":
    main()
