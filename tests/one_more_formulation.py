"""Register a formulation under a new name, then use all that takes its list from the registry.

The new one computes by Kane's equations: if Python passes its name to the core, the core gets
theirs. So everything shows it, unless a table of names stands between.
"""

import sys
import types
from pathlib import Path

from equidyn import _core

NAME, TITLE, TWIN = "one_more", "One more formulation", "kane"


def register(folder: Path) -> None:
    """Add a line to the registry and a header, before Python has read either."""
    assert "equidyn.dynamics.registry" not in sys.modules
    methods = _core.methods()
    records = methods["inverse_dynamics"]["methods"]
    twin = next(record for record in records if record["name"] == TWIN)
    records.append({**twin, "name": NAME, "title": TITLE})
    for name, function in vars(_core).items():
        if isinstance(function, types.BuiltinFunctionType):
            setattr(_core, name, as_twin(function))
    _core.methods = lambda: methods

    from equidyn.dynamics import text

    header = text.headers_of(TWIN)[0].text
    (folder / "formulations").mkdir()
    (folder / "formulations" / f"{NAME}.hpp").write_text(header.replace(TWIN, NAME), "utf-8")
    text._PLACES = (folder, *text._PLACES)


def as_twin(function):
    """The same function, which takes the new name for that of the twin."""

    def call(*arguments, **options):
        return function(*map(known, arguments), **{key: known(options[key]) for key in options})

    return call


def known(value):
    return TWIN if isinstance(value, str) and value == NAME else value


def laboratory():
    """Output of verification, counts, times and report."""
    import equidyn

    arm = equidyn.robots.load("planar_rp")
    yield "formulations", equidyn.formulations()
    yield "verify", equidyn.verify(arm, samples=3)
    yield "count", equidyn.count_operations(arm)
    yield "polynomial", equidyn.operation_polynomial(NAME)
    yield "time", equidyn.time_formulations(n=[2], repetitions=1)
    yield "rounding", equidyn.rounding_error(sweeps=["lift"], samples=2)
    yield "report", equidyn.report(arm, samples=3, n=[2], repetitions=1).html()


def pages(folder: Path):
    """The pages of the site."""
    import equidyn
    from documenting import formulation_pages, pictures
    from equidyn.counting.conventions import Conventions
    from updating import counts, times

    counted = counts.read((formulation_pages.ROOT / counts.FILE).read_text("utf-8"))
    timed = times.read((formulation_pages.ROOT / times.FILE).read_text("utf-8"))
    counted[Conventions(), NAME] = counted[Conventions(), TWIN]
    by_hand = formulation_pages.text_by_hand(TWIN)
    formulation_pages.text_by_hand = lambda name: by_hand
    yield "index", formulation_pages.index(counted, timed)
    yield "page", formulation_pages.page(equidyn.formulations()[NAME], counted, timed)
    pictures.draw(NAME, counted, timed, folder / "picture.svg")


def main(folder: Path) -> None:
    """Say where the new formulation is missing."""
    register(folder)
    for what, shown in (*laboratory(), *pages(folder)):
        assert NAME in str(shown) or TITLE in str(shown), f"{what} lacks {NAME}"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
