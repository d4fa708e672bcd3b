"""The commands of the command line, each with lazy imports so that all start fast."""

from __future__ import annotations

import shlex
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from ..papers.experiment_names import ExperimentName
from . import parameters as take
from .terminal import complain, in_terminal, keeping, show

if TYPE_CHECKING:
    from ..arm.arm import Arm

PASSED, FAILED = 0, 1

_ROBOT = "ROBOT is a name that `equidyn list` shows, a URDF, or a JSON file of Arm.save."


@click.command("list")
def list_all() -> int:
    """List formulations, of every quantity, and robots."""
    from .. import robots
    from ..dynamics.formulations import formulations
    from ..dynamics.names import QuantityName
    from ..output.tables import Table

    for quantity in get_args(QuantityName):
        show(formulations(quantity))
    columns = ("name", "n", "what it is", "data")
    note = "or a URDF, or a JSON file of Arm.save; where data are from: equidyn.robots.about"
    show(Table("Robots", columns, "lrll", tuple(robots.overview()), note))
    return PASSED


@click.command(epilog=_ROBOT)
@take.robot()
@take.samples
@take.quantity
@take.formulations
@take.seed
@take.switch("--peers", "Let other libraries that are installed judge, too.")
@take.output("Write the result", ".json")
def verify(robot: str, tip: str | None, xacro: bool, output: Path | None, **options: Any) -> int:
    """Verify that the formulations agree on a robot."""
    from .. import verify as verified

    with keeping(output):
        verification = verified(_load(robot, tip, xacro), **options, progress=in_terminal())
    if output:
        verification.save(output)
    show(verification)
    return PASSED if verification.passed else FAILED


@click.command(epilog=_ROBOT)
@take.robot(required=False, metavar="[ROBOT]")
@take.timing
@take.number(
    "--max-seconds",
    1.0,
    "A formulation that takes longer at some n is not tried at a greater one.",
    "S",
)
@take.quantity
@take.formulations
@take.seed
@take.output("Write the times", ".json", ".csv")
@take.plot
def time(
    robot: str | None,
    tip: str | None,
    xacro: bool,
    output: Path | None,
    plot: Path | None,
    **options: Any,
) -> int:
    """Time the formulations on a robot, or against n.

    Without a robot they are timed on random arms of growing length.
    """
    from .. import time_formulations

    _require_plot(plot)
    given = _given(options, progress=in_terminal())
    if robot and "n" in given:
        raise click.UsageError("--n is for random arms, and a robot has as many joints as it has")
    with keeping(output):
        timings = time_formulations(arm=_load(robot, tip, xacro) if robot else None, **given)
    if output:
        timings.save(output)
    if plot:
        from ..output.curves import curves_size

        _save_plot(timings, curves_size(len(timings.formulations)), plot)
    show(timings)
    if not robot:
        show(timings.crossovers())
    return PASSED


@click.command(epilog=_ROBOT)
@take.robot(required=False, metavar="[ROBOT]")
@take.integers("--n", "Numbers of joints.")
@take.words("--sweeps", "Of joints, frame, parallel, lift, turns; all by default.")
@take.number("--samples", 30, "Random states.")
@take.formulations
@take.quantity
@take.seed
@take.output("Write the errors", ".json", ".csv")
@take.plot
def rounding(
    robot: str | None,
    tip: str | None,
    xacro: bool,
    output: Path | None,
    plot: Path | None,
    **options: Any,
) -> int:
    """Measure how many digits the formulations lose.

    Against n, and where data are nearly singular: those of a random arm without a robot.
    """
    from .. import rounding_error

    _require_plot(plot)
    given = _given(options, progress=in_terminal())
    with keeping(output):
        errors = rounding_error(_load(robot, tip, xacro) if robot else None, **given)
    if output:
        errors.save(output)
    if plot:
        from ..output.curves import curves_size

        _save_plot(errors, curves_size(len(errors.formulations)), plot)
    show(errors)
    return PASSED


@click.command(epilog=_ROBOT)
@take.robot(default="puma560", metavar="[ROBOT]")
@take.number("--rounds", 15, "Turns of each.")
@take.integers("--sizes", "Numbers of states in a call.")
@take.integers("--threads", "Numbers of threads.")
@take.words("--layers", "From where calls are made: Python, C++; both by default.")
@take.switch("--all-tables", "Show every table, not only the first and the main ratios.")
@take.output("Write the result", ".json", names=("-o", "--output", "--json"))
@take.plot
def bench(
    robot: str,
    tip: str | None,
    xacro: bool,
    output: Path | None,
    plot: Path | None,
    all_tables: bool,
    **options: Any,
) -> int:
    """Time equidyn against other libraries, on a PUMA 560 by default."""
    from .. import bench as benched

    _require_plot(plot)
    with keeping(output):
        benchmark = benched(_load(robot, tip, xacro), **_given(options, progress=in_terminal()))
    if output:
        benchmark.save(output)
    if plot:
        _save_plot(benchmark, benchmark.plot_size(), plot)
    show(benchmark if all_tables else benchmark.summary())
    return PASSED


@click.command(epilog=_ROBOT)
@take.robot(metavar="ROBOT|N")
@click.option(
    "--rotations",
    type=click.Choice(["factored", "full"]),
    default="factored",
    show_default=True,
    help="Applied in two factors, or as full matrices.",
)
@click.option(
    "--base",
    type=click.Choice(["at rest", "tilted", "moving"]),
    default="at rest",
    show_default=True,
    help="At rest, at rest under gravity of any direction, or moving.",
)
@take.switch("--dead-code", "Count operations that no torque depends on, too.")
@take.switch("--tip-wrench", "With a wrench at the tip.")
@take.switch("--friction", "With viscous friction.")
@take.switch("--steps", "Show the steps of each formulation.")
@take.switch(
    "--unit-accelerations", "Show the costs of mass matrix and Coriolis coefficients against n."
)
@take.switch("--controller", "Show the cost of a controller by computed torque.")
@take.switch("--published", "Show the printed tables beside measured counts.")
@take.quantity
@take.formulations
@take.output("Write the counts", ".json", ".csv")
def count(
    robot: str,
    tip: str | None,
    xacro: bool,
    steps: bool,
    unit_accelerations: bool,
    controller: bool,
    published: bool,
    quantity: str,
    formulations: list[str] | None,
    output: Path | None,
    **conventions: Any,
) -> int:
    """Count the operations that formulations take.

    ROBOT may be a number of joints, too: then operations are those of general arms, and shown as
    polynomials, with the numbers of joints at which they cross.
    """
    from ..lab.count.controller import controller_table
    from ..lab.count.conventions import Conventions, general_arm
    from ..lab.count.counting import count_each
    from ..lab.count.operation_polynomials import polynomials_of_each
    from ..lab.count.unit_accelerations import unit_acceleration_costs
    from ..papers.published_counts import published_counts

    if controller and quantity != "inverse_dynamics":
        raise click.UsageError("--controller is for inverse dynamics, by which it computes torques")
    rules = Conventions(**conventions)
    general = robot.isdecimal()
    arm = general_arm(take.joints(robot)) if general else _load(robot, tip, xacro)
    with keeping(output):
        counts = count_each(arm, formulations, rules, quantity)
    if output:
        counts.save(output)
    with keeping():
        for item in (counts, *(counts if steps else ())):
            show(item)
        if general:
            polynomials = polynomials_of_each(
                formulations, rules, progress=in_terminal(), quantity=quantity
            )
            show(polynomials)
            show(polynomials.crossovers())
        if unit_accelerations:
            show(unit_acceleration_costs())
        if controller:
            show(controller_table(counts))
        if published:
            show(published_counts())
    return PASSED


@click.command(epilog=_ROBOT)
@take.robot()
@take.samples
@take.timing
@take.quantity
@take.formulations
@take.seed
@take.output("Where to write the page, equidyn-ROBOT.html by default", ".html")
@click.pass_obj
def report(
    arguments: list[str],
    /,
    robot: str,
    tip: str | None,
    xacro: bool,
    output: Path | None,
    **options: Any,
) -> int:
    """Examine a robot, and write a page."""
    from ..output.extras import require_extra

    require_extra("report", "matplotlib", "jinja2")
    from .. import report as reported

    command = shlex.join(["equidyn", *arguments])
    with keeping():
        result = reported(
            _load(robot, tip, xacro), **_given(options, command=command, progress=in_terminal())
        )
    file = output or Path(f"equidyn-{Path(robot).stem}.html")
    try:
        with _plain_warnings() as missing:
            result.save(file)
    except BaseException:
        show(result)  # what was measured is worth more than the page
        raise
    show(result.summary())
    _say_where("The report is", file)
    return PASSED if result.passed and not (result.missing or missing) else FAILED


@click.command()
@click.argument("paper", type=click.Choice(get_args(ExperimentName)))
@take.output("Where to write, equidyn-PAPER.html by default", ".html", ".json", ".csv")
def reproduce(paper: str, output: Path | None) -> int:
    """Reproduce the experiment of a paper, and write a page.

    Computed numbers are beside the printed ones. A .json or .csv file gets the data instead of the
    page.
    """
    from ..output.extras import require_extra

    file = output or Path(f"equidyn-{paper}.html")
    if file.suffix.lower() == ".html":
        require_extra("report", "matplotlib", "jinja2")
    from .. import reproduce as reproduced

    with keeping(), _plain_warnings():
        result = reproduced(paper)
        result.save(file)
    show(result)
    _say_where("The page is" if file.suffix.lower() == ".html" else "The data are", file)
    return PASSED if result.passed else FAILED


COMMANDS = (list_all, verify, time, rounding, bench, count, report, reproduce)


def _given(options: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the options that were given; the others keep the defaults of the function."""
    return {name: value for name, value in options.items() if value is not None} | more


def _load(robot: str, tip: str | None, xacro: bool) -> Arm:
    """Load a robot; print its warnings as plain lines."""
    from .. import robots

    with _plain_warnings():
        return robots.load(robot, tip, xacro=xacro)


@contextmanager
def _plain_warnings() -> Iterator[list[warnings.WarningMessage]]:
    """Collect warnings, and print them as plain lines in the end."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield caught
    for warning in caught:
        complain(f"warning: {warning.message}")


def _say_where(what: str, file: Path) -> None:
    """Print the file of a result, as a link that terminals open."""
    print(f"{what} in {file}")
    print(file.resolve().as_uri())


def _require_plot(plot: Path | None) -> None:
    """Raise if a plot needs matplotlib and it is missing, before the work."""
    if plot:
        from ..output.extras import require_extra

        require_extra("plot", "matplotlib")


def _save_plot(result: Any, size: tuple[float, float], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    result.plot(ax=figure.add_subplot())
    figure.savefig(path, dpi=200)
