"""Pages of the formulations, from the registry, the counts and the times.

`docs/texts/formulations/` has a file for each, written by hand: the idea, the equations in one
notation, when to use it and when to teach it.
"""

from itertools import product
from pathlib import Path

import equidyn
from equidyn.counting.conventions import Conventions
from equidyn.output.files import write_text
from equidyn.output.text import in_time
from equidyn.studies.papers.equivalence import derivation_of
from updating import counts, times

from . import (
    beside,
    citations,
    errata,
    family_tree,
    free_bodies,
    notation,
    pictures,
    sources,
)
from .markdown import code_block, dropdown, excerpt, literal, pairs, table, toctree
from .mathematics import in_text, order, polynomial
from .symbols import tables

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ROOT / "docs" / "texts"
N = times.N


def write_all(folder: Path) -> None:
    """Write the pages, their pictures, and the index page."""
    counted = counts.read((ROOT / counts.FILE).read_text(encoding="utf-8"))
    timed = times.read((ROOT / times.FILE).read_text(encoding="utf-8"))
    write_text(folder / "index.md", index(counted, timed))
    for entry in equidyn.formulations():
        write_text(folder / f"{entry.name}.md", page(entry, counted, timed))
        pictures.draw(entry.name, counted, timed, folder / f"{entry.name}.svg")
    free_bodies.draw_all(folder)
    family_tree.write(folder, counted, timed)


def index(counted: counts.Counts, timed: times.Times) -> str:
    """Return the index page: a table, and the notation."""
    rows = []
    for entry in equidyn.formulations():
        both = counted[Conventions(), entry.name].at(N)
        measured = [in_time(time) if (time := race.at(entry.name)) else "" for race in timed.races]
        link = f"[{entry.title}]({entry.name}.md)"
        rows.append((link, entry.reference, order(entry), str(sum(both)), *measured))
    titles = [race.title for race in timed.races]
    head = ("formulation", "source", "grows as", f"operations, $n = {N}$", *titles)
    pages = ["family_tree", *(entry.name for entry in equidyn.formulations())]
    before, after = (
        (TEXTS / file).read_text(encoding="utf-8") for file in ("formulations.md", "notation.md")
    )
    return "\n".join((before, table(head, rows), after, toctree(pages, hidden=True)))


def page(entry: equidyn.dynamics.Formulation, counted: counts.Counts, timed: times.Times) -> str:
    """Return the page of a formulation."""
    parts = (
        f"# {entry.title}\n",
        facts(entry),
        with_notation(entry.name, text_by_hand(entry.name)),
        checked_equations(entry),
        on_an_arm(entry),
        cost(entry, counted, timed),
        beside.section(entry.name, N),
        symbols(entry),
        errata.section(entry),
        code(entry),
    )
    return "\n".join(filter(None, parts))


def text_by_hand(name: str) -> str:
    """Return the handwritten part of a page."""
    return (TEXTS / "formulations" / f"{name}.md").read_text(encoding="utf-8")


def with_notation(name: str, text: str) -> str:
    """Insert the meaning of the letters below the equations of a page."""
    equations, heading, use = text.partition("\n## When")
    letters = notation.section(name, equations, (TEXTS / "notation.md").read_text(encoding="utf-8"))
    return f"{equations}{letters}{heading}{use}"


def facts(entry: equidyn.dynamics.Formulation) -> str:
    """Return the facts in the registry, as a table."""
    rows = [
        ("name in the code", literal(entry.name)),
        ("family", entry.family),
        ("source", entry.reference),
        ("cost", f"grows as {order(entry)}"),
        ("link frames", entry.frames),
        ("arms", entry.restriction + " only" if entry.restriction else "any"),
    ]
    return pairs(rows)


def checked_equations(entry: equidyn.dynamics.Formulation) -> str:
    """Return the steps of its derivation, or where those of its source are."""
    try:
        paper = derivation_of(entry.name)
    except ValueError:  # nobody has written one
        return ""
    call = literal(f'equidyn.studies.check_derivation(arm, paper="{entry.name}")')
    if paper.name != entry.name:
        link = f"[{citations.authors(paper)}](../sources/{paper.name}.md)"
        return f"{call} evaluates the equations of its source, {link}, one by one.\n"
    rows = [
        (literal(step.equation), in_text(step.statement), sources.verdict(step))
        for step in sources.checked(entry.name)
    ]
    return f"""## Each equation, checked

{call} evaluates two sides of each equation: one as it is written above, the other by exact motion,
by points of mass, or by Lagrange's equation. An equation is called by its left side; a plus marks
the second one with the same left side. This is what it finds on an arm of six joints of both kinds,
with general bodies:

{table(("equation", "what it says", ""), rows)}"""


def on_an_arm(entry: equidyn.dynamics.Formulation) -> str:
    """Return the section with the free-body diagram, and the equations beside the moving arm."""
    diagram = free_bodies.of_formulation(entry)
    live = excerpt(
        "arm,recursion,equations",
        f"{entry.title} on a PUMA 560, its equations beside their code",
        robot="puma560",
        qd="0.5,0.8,-0.5,1,1,1",
        qdd="1,2,-1,3,2,1",
        formulation=entry.name,
        height="60",
    )
    return f"""## On an arm

![{diagram.sentence.replace("$", "")}]({diagram.file})

{diagram.sentence}

Here an equation that is pointed at, or pressed, lights the lines that compute it, and shows the
arrow of what it gives:

{live}"""


def cost(entry: equidyn.dynamics.Formulation, counted: counts.Counts, timed: times.Times) -> str:
    """Return the section on counted operations and measured time."""
    count = counted[Conventions(), entry.name]
    multiplications, additions = count.at(N)
    rows = [
        ("multiplications", f"${polynomial(count.multiplications)}$", str(multiplications)),
        ("additions", f"${polynomial(count.additions)}$", str(additions)),
    ]
    least, most = count.n_min, count.n_max
    sizes = f"{least} \\le n \\le {most}" if most else f"n \\ge {least}"
    head = ("", f"$n$ joints, ${sizes}$", f"$n = {N}$")
    arms = entry.restriction or "revolute joints, in general position"
    return f"""## What it costs

Counted from the code that runs, of arms of {arms}, on a base at rest, without sines and cosines
and without operations that no torque depends on:

{table(head, rows)}
{time(entry.name, counted, timed)}
![{entry.title}: operations and time against the number of joints]({entry.name}.svg)

{measured(entry, counted)}
{dropdown("Its operations, step by step", steps(entry.name))}
`equidyn.operation_polynomial("{entry.name}")` counts them again, and
`equidyn.count_operations(arm)` those of your own arm.
"""


def measured(entry: equidyn.dynamics.Formulation, counted: counts.Counts) -> str:
    """Return its operations and times beside the cheapest one, as the browser finds them."""
    if entry.restriction:
        return ""
    totals = {
        each.name: sum(counted[Conventions(), each.name].at(N)) for each in equidyn.formulations()
    }
    cheapest = min(totals, key=lambda name: (totals[name], name))
    return "On a PUMA 560, beside the cheapest, computed here:\n\n" + excerpt(
        "counts,times",
        f"Operations of {entry.title} on a PUMA 560 beside those of the cheapest, and times",
        robot="puma560",
        formulation=entry.name,
        formulations=",".join(dict.fromkeys((entry.name, cheapest))),
        height="36",
    )


def time(name: str, counted: counts.Counts, timed: times.Times) -> str:
    """Return the time of an evaluation in each race, beside the cheapest and the kernel."""
    if not timed.races or not timed.races[0].at(name):
        return "It has not been timed yet.\n"
    others = [f.name for f in equidyn.formulations() if not f.restriction]
    rows = []
    for race in timed.races:
        cheapest = min(filter(race.at, others), key=race.at)
        own, least, kernel = race.at(name), race.at(cheapest), race.at(times.KERNEL)
        if own and least and kernel:
            cells = (in_time(own), f"{in_time(least)} ({cheapest})", in_time(kernel))
            rows.append((race.title, *cells, race.code["formulations"]))
    head = ("", "this", "the cheapest", "production kernel", "formulations run on")
    return f"""Times of an evaluation at $n = {N}$, of the code printed below, and of the cheapest
formulation by the same path. The production kernel, which `arm.inverse_dynamics` runs by default,
is beside them: see [Speed](../speed.md).

{table(head, rows)}
Minima on one core of {timed.conditions}.

{time_of_an_operation(name, counted, timed)}"""


def time_of_an_operation(name: str, counted: counts.Counts, timed: times.Times) -> str:
    """Return whether the time follows the operations, beside all formulations of order n."""
    linear = [f.name for f in equidyn.formulations() if f.order == "n" and not f.restriction]
    rows = []
    for race, n in product(timed.races, (N, times.LONG)):
        rest = race.at(times.NOTHING, n)
        # one that is newer than the times has none yet
        spent = {one: time for one in linear if (time := race.at(one, n))}
        if name not in spent or rest is None:
            return ""
        each = {one: sum(counted[Conventions(), one].at(n)) for one in spent}
        ratios = [{one: (spent[one] - part) / each[one] for one in spent} for part in (0.0, rest)]
        factors = [f"{of[name] / min(of.values()):.2f}" for of in ratios]
        rows.append(
            (f"{race.title}, $n = {n}$", f"{ratios[0][name]:.3f} ns", *factors, in_time(rest))
        )
    head = ("", "an operation", "times the least", "equations alone", "the rest takes")
    return f"""Time of a multiplication or addition, beside the least of those of order $n$.
The rest, which no count contains, hands over a state and computes sines and cosines: the time of a
formulation without equations.

{table(head, rows)}"""


def steps(name: str) -> str:
    """Return the operations of each step, counted now."""
    found = equidyn.operation_polynomial(name, family=counts.family_of(name))
    shown = found.table()
    rows = [(row[0], *(f"${polynomial(cell)}$" for cell in row[1:])) for row in shown.rows]
    return table(shown.columns, rows)


def symbols(entry: equidyn.dynamics.Formulation) -> str:
    """Return the symbols of the source, and the lines of its numbered equations in the code."""
    parts = ["## Symbols of its source\n"]
    parts += [tables(each.symbols) for each in entry.headers if each.symbols]
    if entry.equations:
        rows = [(numbers, literal(line)) for numbers, line in citations.numbered(entry)]
        parts.append("Its numbered equations, as lines of the code below:\n")
        parts.append(table(("number", "line"), rows))
    parts.append(entry.citation + "\n")
    return "\n".join(parts)


def code(entry: equidyn.dynamics.Formulation) -> str:
    """Return the code of the header, and of those whose steps it shares."""
    own, *shared = entry.headers
    parts = [
        "## Its code\n",
        f"{literal(own.path.name)}, all of it:\n",
        code_block("cpp", own.text),
    ]
    for header in shared:
        parts.append(dropdown(f"{header.path.name}, shared", code_block("cpp", header.text)))
    return "\n".join(parts)
