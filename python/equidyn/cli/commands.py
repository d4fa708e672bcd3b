"""The commands of the command line, each with lazy imports so that all start fast."""

from __future__ import annotations

import shlex
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from ..dynamics.names import FormulationName
from ..output.text import alternatives
from ..studies.papers.names import DerivationName, ExperimentName, same_source
from . import parameters as take
from .terminal import complain, in_terminal, keeping, show

if TYPE_CHECKING:
    from ..arm.arm import Arm

PASSED, FAILED = 0, 1


class _Source(click.Choice):  # type: ignore[type-arg]  # generic since click 8.2
    """A source, by any of its names."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert(same_source(value, self.choices), param, ctx)


# files of test vectors
_VECTORS = (".csv", ".json", ".mat", ".html")

_ROBOT = "ROBOT is a name that `equidyn list` shows, a URDF, or a JSON file of Arm.save."


@click.command("list")
def list_all() -> int:
    """List the formulations of every quantity, and the robots."""
    from .. import robots
    from ..dynamics.names import QuantityName
    from ..dynamics.registry import formulations
    from ..output.tables import Table

    for quantity in get_args(QuantityName):
        show(formulations(quantity))
    columns = ("name", "n", "description", "data")
    note = "or a URDF, or a JSON file of Arm.save; sources of the data: equidyn.robots.about"
    show(Table("Robots", columns, "lrll", tuple(robots.overview()), note))
    return PASSED


@click.command(epilog=_ROBOT)
@take.robot(required=False, metavar="[ROBOT]")
@take.samples
@take.quantity
@take.formulations
@take.seed
@take.switch("--peers", "Also compare with other installed libraries.")
@take.existing("--results", "Check the results of another program instead.")
@take.existing("--vectors", "Test vectors of these results, instead of ROBOT.")
@take.number("--tolerance", 450.0, "Largest deviation allowed with --results.", "EPS")
@take.output("Write the result", *take.RESULTS)
@click.pass_context
def verify(
    context: click.Context,
    /,
    robot: str | None,
    reading: dict[str, Any],
    results: Path | None,
    vectors: Path | None,
    tolerance: float,
    output: Path | None,
    **options: Any,
) -> int:
    """Verify that the formulations agree on a robot.

    With --results, verify another program instead. FILE has its results in the form that `equidyn
    vectors` writes: .csv, .json or .mat. The states are those of a file of `equidyn vectors`, given
    by --vectors, or those of ROBOT, --samples and --seed.
    """
    from .. import verify as verified
    from ..studies import ReferenceVectors, judge_results

    given = {name for name in context.params if not _is_default(context, name)}
    _require_one_purpose(given)
    if vectors and results:
        of_file = ReferenceVectors.load(vectors)
        result: Any = judge_results(of_file, results, tolerance=tolerance)
    else:
        arm = _load(str(robot), reading)
        with keeping(output):
            if results:
                samples = options["samples"] if "samples" in given else None
                seed = options["seed"]
                result = judge_results(arm, results, samples, seed, tolerance=tolerance)
            else:
                result = verified(arm, **options, progress=in_terminal())
    if output:
        result.save(output)
    show(result)
    return PASSED if result.passed else FAILED


@click.command(epilog=_ROBOT)
@take.robot()
@take.number("--samples", 20, "Random states.")
@take.words("--quantities", "Quantities such as mass_matrix, jacobian; all by default.")
@click.option(
    "--decimals",
    type=int,
    metavar="N",
    help="Decimals of the states, 1 with --questions; by default, multiples of 2^-10.",
)
@take.seed
@take.output(
    "Write states and results, equidyn-ROBOT.csv by default",
    *_VECTORS,
    names=("-o", "--output", "--solutions"),
    several=True,
)
@take.output("Write the states alone", *_VECTORS, names=("--questions",), several=True)
def vectors(
    robot: str,
    reading: dict[str, Any],
    output: tuple[Path, ...],
    questions: tuple[Path, ...],
    decimals: int | None,
    **options: Any,
) -> int:
    """Write random states and exact results, to test another program.

    Every number is correctly rounded. `equidyn verify ROBOT --results FILE` checks the results of
    the program.

    For an exam, --questions writes the states, short enough to type, without the results, and
    --solutions both. Each may be given several times; .html is a sheet to print. `equidyn verify
    --vectors FILE --results ANSWERS` checks the answers, with FILE of either kind.
    """
    from .. import reference_vectors

    if {path.resolve() for path in output} & {path.resolve() for path in questions}:
        raise click.UsageError("--questions and --solutions: expected different files")
    if questions and decimals is None:
        decimals = 1
    computed = reference_vectors(
        _load(robot, reading), decimals=decimals, **options, progress=in_terminal()
    )
    files = output if output or questions else (Path(f"equidyn-{Path(robot).stem}.csv"),)
    for file in files:
        computed.save(file)
    for file in questions:
        computed.save(file, results=False)
    show(computed)
    for file in files:
        _say_where("The test vectors are", file)
    for file in questions:
        _say_where("The questions are", file)
    return PASSED


@click.command(epilog=f"{_ROBOT} KEY is a Python file that defines `arm`, and `points` if wanted.")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=click.Path(exists=True, path_type=Path),
)
@click.option(
    "--arm",
    "--key",
    metavar="ROBOT|KEY",
    help="The arm; by default, `arm` of the file.",
    shell_complete=take.complete_robot,
)
@take.reading
@take.existing("--vectors", "Test vectors of the results, in place of an arm and a seed.")
@take.points
@click.option(
    "--function", metavar="NAME", help="Name of the function; by default, that of its quantity."
)
@click.option(
    "--quantity",
    metavar="QUANTITY",
    help="The quantity to mark; by default, all for which the file has a function.",
)
@take.switch("--friction", "Torques include friction.")
@take.switch("--motors", "Torques include the motors.")
@take.seed
@take.number("--tolerance", 1e-5, "Largest error, as a part of the largest torque.", "PART")
@take.number("--timeout", 60.0, "Time limit for a function, s; inf: no limit.", "S")
@take.number("--memory", 4.0, "Memory limit for a file, GiB; inf: no limit.", "GIB")
@take.output("Write the marks of several files, or continue them", ".csv")
@click.option("--pages", type=Path, metavar="FOLDER", help="Write a page for each file.")
@take.switch("--json", "Print JSON.")
def mark(
    files: tuple[Path, ...],
    arm: str | None,
    reading: dict[str, Any],
    output: Path | None,
    pages: Path | None,
    json: bool,
    **asked: Any,
) -> int:
    """Mark students' files: functions, notebooks, or results of other programs.

    FILE is a module or notebook of Python that defines inverse_dynamics(q, qd, qdd),
    gravity_torque(q), mass_matrix(q), coriolis_matrix(q, qd), coriolis_coefficients(q),
    kinetic_energy(q, qd), potential_energy(q), forward_dynamics(q, qd, tau), forward_kinematics(q)
    or jacobian(q); the arm may be an additional first argument. It may also have results in the
    form of `equidyn vectors`, .csv, .json or .mat, or be a folder of such files. The answers of an
    exam are marked with its file as --vectors.

    The exit status is 0 if everything is right, 1 if something is wrong, and 2 if a single file
    cannot be run.
    """
    from .marking.marks import files_of, mark_all
    from .marking.one import mark_one
    from .marking.orders import assignment_of

    assignment = assignment_of(arm, lambda robot: _load(robot, reading), **asked)
    if len(files) == 1 and files[0].is_file() and not (output or pages):
        return mark_one(assignment, files[0], as_json=json)
    others = [Path(given) for given in (arm, asked["vectors"], output) if given]
    marks = mark_all(assignment, files_of(files, others), output, pages)
    if json:
        print(marks.to_json())
    else:
        show(marks)
        if output:
            _say_where("The marks are", output)
    return PASSED if marks.passed else FAILED


@click.command(epilog=_ROBOT)
@take.robot(required=False, metavar="[ROBOT]")
@take.timing
@take.number(
    "--max-seconds",
    1.0,
    "Time limit per evaluation: slower formulations skip larger n.",
    "S",
)
@click.option("--batch", type=int, metavar="N", help="States per call; 1 by default.")
@take.quantity
@take.formulations
@take.seed
@take.output("Write the times", *take.RESULTS)
@take.plot
def time(
    robot: str | None,
    reading: dict[str, Any],
    output: Path | None,
    plot: Path | None,
    **options: Any,
) -> int:
    """Time the formulations on a robot, or against n.

    Without a robot, random arms with increasing numbers of joints are timed. All formulations are
    compiled alike. The production kernel has a row of its own, unless --formulations is given.
    """
    from .. import time_formulations

    given = _given(options, progress=in_terminal())
    if robot and "n" in given:
        raise click.UsageError("--n is for random arms; the number of joints of a robot is fixed")
    with keeping(output):
        timings = time_formulations(arm=_load(robot, reading) if robot else None, **given)
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
@take.integers("--n", "Joint counts, e.g. 2,6,20.")
@take.words("--sweeps", "Some of joints, frame, parallel, lift, turns; all by default.")
@take.number("--samples", 30, "Random states.")
@take.formulations
@take.quantity
@take.seed
@take.output("Write the errors", *take.RESULTS)
@take.plot
def rounding(
    robot: str | None,
    reading: dict[str, Any],
    output: Path | None,
    plot: Path | None,
    **options: Any,
) -> int:
    """Measure how many digits the formulations lose.

    Errors are measured against n, and for nearly singular data of the robot. Without a robot, a
    random arm is used.
    """
    from .. import rounding_error

    given = _given(options, progress=in_terminal())
    with keeping(output):
        errors = rounding_error(_load(robot, reading) if robot else None, **given)
    if output:
        errors.save(output)
    if plot:
        from ..output.curves import curves_size

        _save_plot(errors, curves_size(len(errors.formulations)), plot)
    show(errors)
    return PASSED


@click.command(epilog=_ROBOT)
@take.robot(default="puma560", metavar="[ROBOT]")
@take.number("--rounds", 15, "Number of repetitions.")
@take.integers("--sizes", "Batch sizes, e.g. 1,1024.")
@take.integers("--threads", "Thread counts, e.g. 1,2.")
@take.words("--tasks", "Tasks of the benchmark, as on the site; all by default.")
@take.words("--layers", "Language of the calls: Python, C++; both by default.")
@take.words("--peers", "Other libraries, e.g. pinocchio; all by default.")
@take.number("--seconds", 0.005, "Duration of a repetition.", "S")
@take.number("--max-seconds", 0.1, "Time limit per call: larger batches are left out.", "S")
@take.seed
@take.switch("--all-tables", "Show every table, not only the first and the main ratios.")
@take.output("Write the result", *take.RESULTS, names=("-o", "--output", "--json"))
@take.output("Write a record, and show the command that repeats it", ".json", names=("--record",))
@take.plot
def bench(
    robot: str,
    reading: dict[str, Any],
    output: Path | None,
    record: Path | None,
    plot: Path | None,
    all_tables: bool,
    **options: Any,
) -> int:
    """Time equidyn against other libraries, on a PUMA 560 by default."""
    from .. import bench as benched

    with keeping(output or record):
        benchmark = benched(_load(robot, reading), **_given(options, progress=in_terminal()))
    for path in filter(None, (output, record)):
        benchmark.save(path)
    if plot:
        _save_plot(benchmark, benchmark.plot_size(), plot)
    show(benchmark if all_tables else benchmark.summary())
    if record:
        print(f"The record is in {record}. To repeat it:\n{benchmark.settings.command}")
    return PASSED


@click.command(epilog=_ROBOT)
@take.robot(metavar="ROBOT|N")
@click.option(
    "--rotations",
    type=click.Choice(["factored", "full"]),
    default="factored",
    show_default=True,
    help="Rotations in two factors, or as full matrices.",
)
@click.option(
    "--base-motion",
    type=click.Choice(["at rest", "tilted", "moving"]),
    default="at rest",
    show_default=True,
    help="Base at rest, at rest with gravity in any direction, or moving.",
)
@take.switch("--dead-code", "Also count operations that no torque depends on.")
@take.switch("--tip-wrench", "Include a wrench at the tip.")
@take.switch("--friction", "Include viscous friction.")
@take.switch("--steps", "Show the steps of each formulation.")
@take.switch(
    "--unit-accelerations", "Show the costs of mass matrix and Coriolis coefficients against n."
)
@take.switch("--controller", "Show the cost of a computed-torque controller.")
@take.switch("--published", "Show the published tables beside measured counts.")
@take.quantity
@take.formulations
@take.output("Write the counts", *take.RESULTS)
def count(
    robot: str,
    reading: dict[str, Any],
    steps: bool,
    unit_accelerations: bool,
    controller: bool,
    published: bool,
    base_motion: str,
    quantity: str,
    formulations: list[str] | None,
    output: Path | None,
    **conventions: Any,
) -> int:
    """Count the operations of the formulations.

    With a number of joints N instead of a robot, the general arm is counted, and polynomials in n
    and their crossovers are shown.
    """
    from ..counting.controller import controller_table
    from ..counting.conventions import Conventions, general_arm
    from ..counting.counting import count_each
    from ..counting.operation_polynomials import polynomials_of_each
    from ..counting.unit_accelerations import unit_acceleration_costs
    from ..studies.papers.published_counts import published_counts

    if controller and quantity != "inverse_dynamics":
        raise click.UsageError("--controller is for inverse dynamics")
    rules = Conventions(base=base_motion, **conventions)
    general = robot.isdecimal()
    arm = general_arm(take.joints(robot)) if general else _load(robot, reading)
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
@take.switch("--quick", "Leave out the slow parts: times, growth against n, other quantities.")
@take.output("Output file, equidyn-ROBOT.html by default", ".html")
@click.pass_obj
def report(
    arguments: list[str],
    /,
    robot: str,
    reading: dict[str, Any],
    output: Path | None,
    **options: Any,
) -> int:
    """Verify, time and count the formulations on a robot, and write a page."""
    from .. import report as reported

    command = shlex.join(["equidyn", *arguments])
    with keeping():
        result = reported(
            _load(robot, reading), **_given(options, command=command, progress=in_terminal())
        )
    file = output or Path(f"equidyn-{Path(robot).stem}.html")
    try:
        with _plain_warnings() as missing:
            result.save(file)
    except BaseException:
        show(result)  # the measurements are worth more than the page
        raise
    show(result.summary())
    _say_where("The report is", file)
    return PASSED if result.passed and not (result.missing or missing) else FAILED


@click.command(epilog=_ROBOT)
@take.robot(default="puma560", metavar="[ROBOT]")
@take.output("Output file, equidyn-ROBOT-lab.html by default", ".html")
def lab(robot: str, reading: dict[str, Any], output: Path | None) -> int:
    """Write the laboratory as one page, with a PUMA 560 by default.

    The page computes in the browser, by WebAssembly, and needs no network.
    """
    file = output or Path(f"equidyn-{Path(robot).stem}-lab.html")
    _load(robot, reading).lab().save(file)
    _say_where("The laboratory is", file)
    return PASSED


@click.command()
@click.argument("paper", type=_Source(get_args(ExperimentName)))
@take.output("Output file, equidyn-PAPER.html by default", ".html", *take.RESULTS)
def reproduce(paper: str, output: Path | None) -> int:
    """Reproduce the experiment of a paper, and write a page.

    The page shows computed numbers beside published ones. With -o FILE.json or .csv only the data
    are written, with .tex or .md only the tables.
    """
    file = output or Path(f"equidyn-{paper}.html")
    from ..studies import reproduce as reproduced

    with keeping(), _plain_warnings():
        result = reproduced(paper)
        result.save(file)
    show(result)
    _say_where("The page is" if file.suffix.lower() == ".html" else "The data are", file)
    return PASSED if result.passed else FAILED


@click.command(epilog=_ROBOT)
@take.robot()
@click.option(
    "--paper",
    type=_Source([*get_args(DerivationName), *get_args(FormulationName)]),
    default=get_args(DerivationName)[0],
    show_default=True,
    metavar="PAPER",
    help=f"The source: {alternatives(get_args(DerivationName))}; or a formulation.",
)
@click.option("--equation", metavar="NUMBER", help="Show only this equation, e.g. 4.17.")
@take.seed
@take.output("Write the result for all equations", *take.RESULTS)
def derivation(
    robot: str,
    reading: dict[str, Any],
    paper: str,
    equation: str | None,
    seed: int,
    output: Path | None,
) -> int:
    """Check the derivation of a source or of a formulation on a robot.

    Both sides of each equation are evaluated in a random state, as published and as corrected.
    """
    from ..studies import check_derivation

    check = check_derivation(_load(robot, reading), seed, paper=paper)
    if output:
        check.save(output)
    if equation is None:
        show(check)
        return PASSED if check.passed else FAILED
    step = check[equation]
    print(step)
    return FAILED if step in check.failures else PASSED


@click.command()
@click.argument("name", required=False, shell_complete=take.complete_cited)
def cite(name: str | None) -> int:
    """Print BibTeX: of equidyn, of a formulation, or of a source.

    NAME is equidyn, a formulation or a method such as kane, or a source such as turney_mudge_lee.
    Without NAME all entries are printed: `equidyn cite > equidyn.bib`.
    """
    from .citing import entries

    print(entries(name))
    return PASSED


@click.command()
@click.argument("folder", type=Path, default=Path("equidyn-course"), metavar="[FOLDER]")
@take.switch("--force", "Overwrite existing notebooks, and your changes in them.")
def notebooks(folder: Path, force: bool) -> int:
    """Copy the notebooks of the course into a folder.

    FOLDER is equidyn-course by default. Existing notebooks are not overwritten without --force.
    """
    from .course import SITE, copy_course

    copies = copy_course(folder, force=force)
    print(f"{len(copies)} notebooks are in {folder}. The first is {copies[0].name}. To open them:")
    print('  pip install "equidyn[notebooks]"')
    print(f"  {shlex.join(['jupyter', 'lab', str(folder)])}")
    if SITE.exists():
        _say_where("The executed notebooks are", SITE)
    return PASSED


COMMANDS = (
    list_all,
    verify,
    vectors,
    mark,
    time,
    rounding,
    bench,
    count,
    report,
    lab,
    reproduce,
    derivation,
    cite,
    notebooks,
)


def _require_one_purpose(given: set[str]) -> None:
    """Refuse options of `verify` that exclude each other."""
    refused = sorted(given & {"quantity", "formulations", "peers"})
    if "results" in given and refused:
        raise click.UsageError(f"--{refused[0]} is not for --results: the file names quantities")
    if "vectors" in given:
        if "results" not in given:
            raise click.UsageError("--vectors is for --results")
        refused = sorted(given & {"robot", "samples", "seed"})
        if refused:
            name = "ROBOT" if refused[0] == "robot" else f"--{refused[0]}"
            raise click.UsageError(f"{name} is not for --vectors: the file has the arm and states")
    elif "robot" not in given:
        raise click.UsageError("Missing argument 'ROBOT'")
    if "tolerance" in given and "results" not in given:
        raise click.UsageError("--tolerance is for --results; formulations have fixed tolerances")


def _is_default(context: click.Context, name: str) -> bool:
    """Return whether an option was not given."""
    from click.core import ParameterSource

    return context.get_parameter_source(name) is ParameterSource.DEFAULT


def _given(options: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the options that were given; the others keep the defaults of the function."""
    return {name: value for name, value in options.items() if value is not None} | more


def _load(robot: str, reading: dict[str, Any]) -> Arm:
    """Load a robot; print its warnings as plain lines."""
    from .. import robots

    with _plain_warnings():
        try:
            return robots.load(robot, **reading)
        except ValueError as error:
            raise take.in_shell(error, reading) from None


@contextmanager
def _plain_warnings() -> Iterator[list[warnings.WarningMessage]]:
    """Collect warnings, and print them as plain lines at the end."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield caught
    for warning in caught:
        complain(f"warning: {warning.message}")


def _say_where(what: str, file: Path) -> None:
    """Print the path of a file, and a link that terminals open."""
    print(f"{what} in {file}")
    print(file.resolve().as_uri())


def _save_plot(result: Any, size: tuple[float, float], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    result.plot(ax=figure.add_subplot())
    figure.savefig(path, dpi=200)
