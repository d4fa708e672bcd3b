"""The command line: list, verify, time, bench, count, report."""

from __future__ import annotations

import argparse
import shlex
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from . import __version__, robots
from .dynamics.formulations import formulations
from .lab.bench import bench
from .lab.bench.bench import ROUNDS, THREADS
from .lab.bench.bench import SIZES as BATCHES
from .lab.bench.rows import LAYERS
from .lab.count.controller import controller_table
from .lab.count.conventions import BASES, ROTATIONS, Conventions, general_arm
from .lab.count.counting import count_each
from .lab.count.operation_polynomials import polynomials_of_each
from .lab.count.published.comparison import published_counts
from .lab.count.strobing import strobing_costs
from .lab.time.arms import SIZES
from .lab.time.timing import time_formulations
from .lab.verify.verify import verify
from .show.extras import require_extra
from .show.tables import Table

if TYPE_CHECKING:
    from .arm.arm import Arm
    from .lab.bench import Benchmark
    from .lab.time.result import Timings

PASSED, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments; those of the process by default.

    Returns
    -------
    int
        Exit status: 0, 1 when a verification fails, 2 for bad input, 130 when interrupted.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    options = _parser().parse_args(arguments)
    options.command = shlex.join(["equidyn", *arguments])
    try:
        status: int = options.run(options)
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except OSError as error:
        _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return BAD_INPUT
    except (ValueError, TypeError, ImportError) as error:
        _complain(str(error))
        return BAD_INPUT
    return status


def _list(_: argparse.Namespace) -> int:
    _show(formulations())
    arms = {name: robots.load(name) for name in robots.names()}
    rows = tuple((name, str(arm.n), arm.name) for name, arm in arms.items())
    _show(Table("Robots", ("name", "n", "what it is"), "lrl", rows, "or a JSON file of Arm.save"))
    return PASSED


def _verify(options: argparse.Namespace) -> int:
    verification = verify(
        _load(options.robot),
        options.samples,
        options.seed,
        options.formulations,
        progress=_terminal(),
    )
    _show(verification)
    if options.output:
        verification.save(options.output)
    return PASSED if verification.passed else FAILED


def _time(options: argparse.Namespace) -> int:
    if options.plot:
        require_extra("plot", "matplotlib")
    timings = time_formulations(
        options.n,
        options.formulations,
        options.repetitions,
        seconds=options.seconds,
        max_seconds=options.max_seconds,
        seed=options.seed,
        progress=_terminal(),
    )
    _show(timings)
    _show(timings.crossovers())
    if options.output:
        timings.save(options.output)
    if options.plot:
        from .show.drawing import curves_size

        _save_plot(timings, curves_size(len(timings.formulations)), options.plot)
    return PASSED


def _bench(options: argparse.Namespace) -> int:
    if options.plot:
        require_extra("plot", "matplotlib")
    benchmark = bench(
        _load(options.robot),
        options.sizes,
        threads=options.threads,
        rounds=options.rounds,
        layers=options.layers,
        progress=_terminal(),
    )
    _show(benchmark)
    if options.json:
        benchmark.save(options.json)
    if options.plot:
        _save_plot(benchmark, benchmark.plot_size(), options.plot)
    return PASSED


def _count(options: argparse.Namespace) -> int:
    rules = Conventions(options.rotations, options.base, options.dead_code, options.tip_wrench)
    general = options.robot.isdecimal()
    arm = general_arm(int(options.robot)) if general else _load(options.robot)
    counts = count_each(arm, options.formulations, rules)
    for item in (counts, *(counts if options.steps else ())):
        _show(item)
    if general:
        polynomials = polynomials_of_each(options.formulations, rules, progress=_terminal())
        _show(polynomials)
        _show(polynomials.crossovers())
    if options.strobing:
        _show(strobing_costs())
    if options.controller:
        _show(controller_table(counts))
    if options.published:
        _show(published_counts())
    if options.output:
        counts.save(options.output)
    return PASSED


def _report(options: argparse.Namespace) -> int:
    require_extra("report", "matplotlib", "jinja2")
    from .lab.report import report as made

    report = made(
        _load(options.robot),
        samples=options.samples,
        seed=options.seed,
        formulations=options.formulations,
        n=options.n,
        repetitions=options.repetitions,
        seconds=options.seconds,
        command=options.command,
        progress=_terminal(),
    )
    _show(report)
    file = options.output or Path(f"equidyn-{Path(options.robot).stem}.html")
    report.save(file)
    print(f"The report is in {file}")
    return PASSED if report.passed else FAILED


class _Parser(argparse.ArgumentParser):
    """Complains in one line, like everything else here."""

    def error(self, message: str) -> NoReturn:
        """Print one line and exit."""
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="equidyn",
        description="Every classical formulation of serial-arm dynamics: proven equal, and timed.",
    )
    parser.add_argument("--version", action="version", version=f"equidyn {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    _command(commands, _list, "list", "list formulations and robots")

    command = _command(commands, _verify, "verify", "verify that the formulations agree on a robot")
    _add_robot(command)
    _add_samples(command)
    _add_shared(command)
    _add_output(command, "write the result", ".json")

    command = _command(commands, _time, "time", "time the formulations on random arms of n joints")
    _add_timing(command)
    command.add_argument(
        "--max-seconds",
        type=float,
        default=1.0,
        metavar="S",
        help="a formulation that took longer at some n is not tried at a greater one (%(default)s)",
    )
    _add_shared(command)
    _add_output(command, "write the times", ".json", ".csv")
    _add_plot(command)

    command = _command(commands, _bench, "bench", "time equidyn against other libraries")
    _add_benchmark(command)
    _add_plot(command)

    command = _command(commands, _count, "count", "count the operations that formulations take")
    _add_counting(command)
    _add_formulations(command)
    _add_output(command, "write the counts", ".json", ".csv")

    command = _command(commands, _report, "report", "examine a robot, and write a page")
    _add_robot(command)
    _add_samples(command)
    _add_timing(command)
    _add_shared(command)
    _add_output(command, "where to write the page (equidyn-ROBOT.html)", ".html")
    return parser


def _command(commands: Any, run: Any, name: str, purpose: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=purpose, description=purpose)
    command.set_defaults(run=run)
    return command


def _add_robot(command: argparse.ArgumentParser) -> None:
    command.add_argument("robot", metavar="ROBOT", help="a name of `equidyn list`, or a JSON file")


def _add_samples(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--samples", type=int, default=100, metavar="N", help="random states (%(default)s)"
    )


def _add_timing(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--n", type=_integers, default=SIZES, metavar="N,N,...", help="numbers of joints"
    )
    command.add_argument(
        "--repetitions", type=int, default=25, metavar="N", help="turns of each (%(default)s)"
    )
    command.add_argument(
        "--seconds", type=float, default=0.001, metavar="S", help="length of a turn (%(default)s)"
    )


def _add_benchmark(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "robot",
        metavar="ROBOT",
        nargs="?",
        default="puma560",
        help="a name of `equidyn list`, or a JSON file (%(default)s)",
    )
    command.add_argument(
        "--rounds", type=int, default=ROUNDS, metavar="N", help="turns of each (%(default)s)"
    )
    command.add_argument(
        "--sizes",
        type=_integers,
        default=BATCHES,
        metavar="N,N,...",
        help="numbers of states in a call",
    )
    command.add_argument(
        "--threads", type=_integers, default=THREADS, metavar="N,N,...", help="numbers of threads"
    )
    command.add_argument(
        "--layers",
        type=_words,
        default=LAYERS,
        metavar="NAME,NAME",
        help="from where calls are made: Python, C++ (both)",
    )
    command.add_argument(
        "--json", type=_file(".json"), metavar="FILE", help="write the result: .json"
    )


def _add_plot(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--plot",
        type=_file(".svg", ".pdf", ".png"),
        metavar="FILE",
        help="draw them: .svg, .pdf, .png",
    )


def _add_counting(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "robot",
        metavar="ROBOT|N",
        help="a name of `equidyn list`, or a JSON file, or a number of joints: of general arms, "
        "polynomials and where they cross, too",
    )
    command.add_argument(
        "--rotations",
        choices=ROTATIONS,
        default="factored",
        help="applied in two factors, or as full matrices (%(default)s)",
    )
    command.add_argument(
        "--base",
        choices=BASES,
        default="at rest",
        help="at rest, at rest under gravity of any direction, or moving (%(default)s)",
    )
    switches = {
        "--dead-code": "count operations that no torque depends on, too",
        "--tip-wrench": "with a wrench at the tip",
        "--steps": "show the steps of each formulation",
        "--strobing": "show what mass matrix and Coriolis coefficients cost against n",
        "--controller": "show what a controller by computed torque costs",
        "--published": "show the printed tables, and what is measured beside them",
    }
    for name, purpose in switches.items():
        command.add_argument(name, action="store_true", help=purpose)


def _add_formulations(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--formulations", type=_words, metavar="NAME,NAME,...", help="some of them (all)"
    )


def _add_shared(command: argparse.ArgumentParser) -> None:
    _add_formulations(command)
    command.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of all that is random (0)"
    )


def _add_output(command: argparse.ArgumentParser, purpose: str, *suffixes: str) -> None:
    command.add_argument(
        "-o",
        "--output",
        type=_file(*suffixes),
        metavar="FILE",
        help=f"{purpose}: {', '.join(suffixes)}",
    )


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _integers(text: str) -> list[int]:
    try:
        return [int(word) for word in _words(text)]
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected integers such as 1,2,5, got {text!r}") from None


def _file(*suffixes: str) -> Callable[[str], Path]:
    """Refuse a file that cannot be written before the work begins, not after it."""

    def checked(text: str) -> Path:
        path = Path(text)
        if path.suffix.lower() not in suffixes:
            raise argparse.ArgumentTypeError(f"expected {' or '.join(suffixes)}, got {text!r}")
        if not path.parent.is_dir():
            raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
        return path

    return checked


def _load(robot: str) -> Arm:
    """Load a robot; what is doubtful about it goes to the terminal as plain lines."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        arm = robots.load(robot)
    for warning in caught:
        _complain(f"warning: {warning.message}")
    return arm


def _show(item: Any) -> None:
    """Print in colour and folded to the width of a terminal; plain and unfolded anywhere else."""
    if not _terminal():
        print(item, end="\n\n")
        return
    from rich.console import Console

    Console().print(item, "")


def _terminal() -> bool:
    return sys.stdout.isatty()


def _complain(message: str) -> None:
    print(f"equidyn: {message}", file=sys.stderr)


def _save_plot(result: Benchmark | Timings, size: tuple[float, float], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    result.plot(ax=figure.add_subplot())
    figure.savefig(path, dpi=200)
