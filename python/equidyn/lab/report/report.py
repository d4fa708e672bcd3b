"""One arm, examined: verification, timings and operation counts, as one page without network."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...dynamics.formulations import formulations as registry
from ...graph.trace import untraceable
from ...show.drawing import curves_size, matrix_size
from ...show.extras import require_extra
from ...show.files import write_text
from ...show.numbers import in_time
from ...show.tables import Table
from ..count.conventions import Conventions, general_arm
from ..count.counting import OperationCounts, count_each
from ..count.operation_polynomials import OperationPolynomials, polynomials_of_each
from ..count.published.comparison import PublishedCounts, published_counts
from ..schedule.parallelism import ParallelStepsList, steps_of_each
from ..time.result import Timings
from ..time.timing import SIZES, time_formulations
from ..verify.result import Verification
from ..verify.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable

    import rich.console
    from matplotlib.axes import Axes

    from ...arm.arm import Arm

_TEMPLATE = "report.html.jinja"

# stands for the colour of the text, which the page decides
_INK = "#010203"


@dataclass(frozen=True, repr=False)
class Report:
    """What was found out about an arm.

    Attributes
    ----------
    arm : Arm
        The arm.
    verification : Verification
        Whether the formulations agree on it.
    on_arm : Timings
        What each costs on it.
    against_n : Timings
        What each costs on random arms of growing length.
    counts : OperationCounts
        How many operations each takes on it.
    polynomials : OperationPolynomials
        How many each takes on general arms of n joints.
    published : PublishedCounts
        How many their publications print.
    parallel : ParallelStepsList
        How many steps each takes on several processors.
    command : str
        What makes this report again.
    """

    arm: Arm
    verification: Verification
    on_arm: Timings
    against_n: Timings
    counts: OperationCounts
    polynomials: OperationPolynomials
    published: PublishedCounts
    parallel: ParallelStepsList
    command: str

    @property
    def passed(self) -> bool:
        """Whether the verification passed."""
        return self.verification.passed

    def cost_table(self) -> Table:
        """Return what each formulation costs on this arm, the cheapest first."""
        records = sorted(self.on_arm.records, key=lambda record: record.minimum)
        cheapest = records[0].minimum
        return Table(
            title=f"Time per evaluation: {self.on_arm.arms}",
            columns=("formulation", "minimum", "median", "times the cheapest"),
            align="lrrr",
            rows=tuple(
                (
                    record.formulation,
                    in_time(record.minimum),
                    in_time(record.median),
                    f"{record.minimum / cheapest:.2f}",
                )
                for record in records
            ),
            footnote="of the repetitions, processor time inside C++, on one core",
        )

    def __rich__(self) -> rich.console.Group:
        """Return all tables as `rich` draws them."""
        from rich.console import Group
        from rich.text import Text

        return Group(*(item for part in self._parts() for item in (part.__rich__(), Text())))

    def __str__(self) -> str:
        return "\n\n".join(map(str, self._parts()))

    def _parts(self) -> tuple[Verification, Table, Timings, OperationCounts, OperationPolynomials]:
        """Return what is printed in a terminal."""
        return self.verification, self.cost_table(), self.against_n, self.counts, self.polynomials

    def html(self) -> str:
        """Return the page: one self-contained document, light or dark as its reader prefers.

        Raises
        ------
        ImportError
            If matplotlib or jinja2 is not installed.
        """
        require_extra("report", "matplotlib", "jinja2")
        import jinja2
        from markupsafe import Markup

        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(Path(__file__).parent),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters["html"] = lambda item: Markup(item._repr_html_())
        return environment.get_template(_TEMPLATE).render(
            report=self,
            registry=registry(),
            agreement_svg=_svg(
                self.verification.plot, matrix_size(len(self.verification.subjects)), "agreement"
            ),
            timing_svg=_svg(
                self.against_n.plot, curves_size(len(self.against_n.formulations)), "timing"
            ),
            operations_svg=_svg(
                self.polynomials.plot, curves_size(len(self.polynomials)), "operations"
            ),
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file.

        Raises
        ------
        ImportError
            If matplotlib or jinja2 is not installed.
        """
        write_text(path, self.html())


def make_report(
    arm: Arm,
    *,
    samples: int = 100,
    seed: int = 0,
    formulations: Iterable[str] | None = None,
    n: Sequence[int] = SIZES,
    repetitions: int = 25,
    seconds: float = 0.001,
    command: str = "",
    progress: bool = False,
) -> Report:
    """Verify, time and count the formulations on an arm, and time and count them against n.

    Parameters
    ----------
    arm : Arm
        The arm.
    samples, seed : int
        Random states, as for `equidyn.verify`.
    formulations : iterable of str, optional
        Names of formulations; all of them by default.
    n : sequence of int
        Numbers of joints of the random arms.
    repetitions : int
        Turns of each formulation.
    seconds : float
        Length of a turn.
    command : str
        What makes the report again, for its reader.
    progress : bool
        Show progress bars.

    Returns
    -------
    Report
    """
    names = None if formulations is None else list(formulations)
    timing: dict[str, Any] = {
        "formulations": names,
        "repetitions": repetitions,
        "seconds": seconds,
        "seed": seed,
        "progress": progress,
    }
    # formulations that are for special arms alone have no polynomials for the general one
    special = untraceable(general_arm(2))
    general = [name for name in names or () if name not in special] or None
    verification = verify(arm, samples, seed, names, progress=progress)
    on_arm = time_formulations((arm.n,), family=lambda _: arm, **timing)
    return Report(
        arm=arm,
        verification=verification,
        on_arm=replace(on_arm, arms=arm.name or "this arm"),
        against_n=time_formulations(n, **timing),
        counts=count_each(arm, names, Conventions()),
        polynomials=polynomials_of_each(general, Conventions(), progress=progress),
        published=published_counts(),
        parallel=steps_of_each(arm, names, Conventions()),
        command=command,
    )


def _svg(draw: Callable[[Axes], Axes], size: tuple[float, float], name: str) -> Any:
    """Draw into an SVG element whose text and axes take the colour of the page."""
    import matplotlib as mpl
    from markupsafe import Markup
    from matplotlib.figure import Figure

    coloured = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
    style: dict[Any, Any] = dict.fromkeys(coloured, _INK)
    with mpl.rc_context({**style, "svg.fonttype": "none", "svg.hashsalt": name}):
        figure = Figure(figsize=size, layout="constrained")
        figure.patch.set_visible(False)
        ax = figure.add_subplot()
        ax.patch.set_visible(False)
        draw(ax)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    svg = file.getvalue()
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    # two drawings on one page must not share the names of their parts
    svg = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", svg)
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{name}" ', 1)
    return Markup(svg.replace(_INK, "currentColor"))
