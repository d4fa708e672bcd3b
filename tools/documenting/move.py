"""Page with an arm that moves: the interactive part of a report, on its own."""

from pathlib import Path

from equidyn import robots
from equidyn.output.files import write_text
from equidyn.output.page import page
from equidyn.reports.moving import moving

TEMPLATE = Path(__file__).with_name("move.html.jinja")
# those that differ most, since each is downloaded
FORMULATIONS = ("minimal_newton_euler", "newton_euler", "kane", "lagrange_euler")


def write(path: Path) -> None:
    """Write the page of a PUMA 560."""
    arm = robots.puma560()
    parts = moving(arm, FORMULATIONS)
    write_text(path, page(TEMPLATE, title=f"{arm.name}: move it", moving=parts))
