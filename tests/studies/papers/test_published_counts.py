"""Published operation counts, corrected by the known differences, are those of the code."""

import re
from fractions import Fraction
from itertools import chain

import pytest

import equidyn
from equidyn import cli
from equidyn.counting.counting import Operations
from equidyn.counting.operation_polynomials import operation_polynomial
from equidyn.counting.polynomial import Polynomial
from equidyn.studies.papers.angeles.special_arms import arm_with_prismatic_joint
from equidyn.studies.papers.printed_counts.tables import NOT_EXPLAINED, SUPPOSED
from equidyn.studies.papers.published_counts import published_counts
from equidyn.studies.papers.turney_mudge_lee_1980.operation_counts import (
    CORRECTED_TOTAL,
    LOST_STEP,
    LOST_TERM,
)

TURNEY, LEE, ANGELES = "Turney, Mudge & Lee 1980", "Lee, Chung, Mudge & Turney 1982", "Angeles"

NOTHING = Polynomial(())


@pytest.fixture(scope="module")
def published():
    return {table.printed.name: table for table in published_counts()}


def pair(item):
    return item.multiplications, item.additions


def summed(pairs):
    columns = zip(*pairs, strict=True)
    return tuple(sum(column, NOTHING) for column in columns) or (NOTHING, NOTHING)


def polynomials(multiplications, additions):
    return Polynomial.parse(multiplications), Polynomial.parse(additions)


def reasons_of(table):
    return [reason for compared in table.entries for reason in compared.entry.reasons]


@pytest.mark.slow
def test_every_table_of_the_papers_is_there(published):
    assert list(published) == [
        *(f"{TURNEY}, Table {number}" for number in (1, 2, 3, 4, 5)),
        f"{TURNEY}, section 6, strobing",
        *(f"{LEE}, Table {number}" for number in (1, 2)),
        f"{ANGELES}, Table 7.1",
        f"{ANGELES}, list of 7.4.1, joint i prismatic",
        f"{ANGELES}, Table 7.2",
        f"{ANGELES}, (7.41) and (7.43)",
        f"{ANGELES}, (7.42), and below (7.43)",
        f"{ANGELES}, Table 7.3",
        f"{ANGELES}, Table 7.4",
        "Lee, Lee & Nigam 1983, generalized d'Alembert",
        "Walker & Orin 1982, methods 1 to 4, forward dynamics",
    ]
    assert [table.printed.source for table in published_counts(LEE)] == [LEE] * 2


def test_printed_and_reasons_add_up_to_measured_in_every_row(published):
    for compared in chain.from_iterable(table.entries for table in published.values()):
        entry = compared.entry
        if entry.note:
            continue
        found = summed([compared.printed or (NOTHING, NOTHING), *map(pair, entry.reasons)])
        assert found == (compared.measured or (NOTHING, NOTHING)), entry
        assert bool(entry.reasons) != compared.agrees, entry


def test_a_note_stands_where_nothing_can_be_added_up_and_nowhere_else(published):
    for compared in chain.from_iterable(table.entries for table in published.values()):
        assert bool(compared.entry.note) == (
            not compared.entry.reasons and (compared.measured is None or compared.printed is None)
        )


def test_totals_and_all_reasons_add_up_to_the_measured_totals(published):
    totals = [table for table in published.values() if table.printed.total]
    assert len(totals) == 8
    for table in totals:
        printed = pair(table.printed.total)
        rows = [row for compared in table.entries for row in compared.entry.rows]
        assert summed(map(pair, rows)) == printed, table.printed.name
        assert summed([printed, *map(pair, reasons_of(table))]) == table.measured_total


def test_nothing_is_supposed_or_not_explained_but_of_papers_that_could_not_be_read(published):
    uncertain = {
        name
        for name, table in published.items()
        for reason in reasons_of(table)
        if reason.text.startswith((NOT_EXPLAINED, SUPPOSED))
    }
    assert uncertain == {
        f"{ANGELES}, Table 7.3",
        f"{ANGELES}, Table 7.4",
        "Lee, Lee & Nigam 1983, generalized d'Alembert",
    }


def test_table_7_4_is_table_7_3_at_six_joints_but_for_one_misprint(published):
    rows_7_3, rows_7_4 = (
        {
            row.label: row
            for compared in published[f"{ANGELES}, Table {number}"].entries
            for row in compared.entry.rows
        }
        for number in ("7.3", "7.4")
    )
    differing = {
        author: row.at(6) for author, row in rows_7_3.items() if row.at(6) != rows_7_4[author].at(6)
    }
    assert differing == {"Balafoutis & Patel 1991": Operations(489, 421)}


def test_what_is_printed_for_six_joints_is_what_is_printed_for_any_number(published):
    at_any_n, at_six = (
        published[f"{ANGELES}, {place}"].entries
        for place in ("(7.41) and (7.43)", "(7.42), and below (7.43)")
    )
    for general, special in zip(at_any_n, at_six, strict=True):
        assert general.entry.rows[0].at(6) == special.entry.rows[0].at(6)


def steps(formulation, **conventions):
    return operation_polynomial(formulation, **conventions).steps


# what the reasons say, found in other ways than by difference


def test_the_gravity_row_of_lee_et_al_is_exact_without_dead_code():
    measured = steps("lagrange_euler_literal", rotations="full")
    assert measured["G_i"][:2] == polynomials("36n^2 - 28n", "51/2 n^2 - 45/2 n")
    assert measured["sum of G_i"][:2] == polynomials("0", "1/2 n^2 - 1/2 n")


def test_the_rotation_of_the_base_is_dead_code_of_the_kinetic_term(published):
    """8n^2 + 8n M and 8n^2 - 8n A; without them only slips of the appendix remain."""
    with_dead_code = steps("lagrange_euler", rotations="full", dead_code=True)["kinetic term"]
    without = steps("lagrange_euler", rotations="full")["kinetic term"]
    rotation = tuple(a - b for a, b in zip(with_dead_code[:2], without[:2], strict=True))
    assert rotation == polynomials("8n^2 + 8n", "8n^2 - 8n")
    reasons = {reason.text: pair(reason) for reason in reasons_of(published[f"{TURNEY}, Table 2"])}
    assert reasons["the rotation of the base, here of no effect"] == rotation


def test_the_slips_of_the_appendix_are_what_its_own_terms_add_up_to():
    """16q M are lost for each link q, and sum [16q (q + 1) + 32] is not 16/3 n^3 + 80/3 n."""
    for n in range(1, 9):
        lost = sum(16 * q for q in range(1, n + 1))
        right = sum(16 * q * (q + 1) + 32 for q in range(1, n + 1))
        assert LOST_STEP.multiplications(n) == lost
        assert LOST_TERM.additions(n) == right - (Fraction(16, 3) * n**3 + Fraction(80, 3) * n)


def test_without_its_slips_table_2_has_other_totals(published):
    printed = published[f"{TURNEY}, Table 2"].printed.total
    assert summed(map(pair, (printed, LOST_STEP, LOST_TERM))) == pair(CORRECTED_TOTAL)
    assert printed.at(6) == Operations(5916, 4840)
    assert CORRECTED_TOTAL.at(6) == Operations(6252, 5512)


def test_pairs_of_rates_are_added_once(published):
    """Of each pair j < k of link q, 16 additions to its matrix are one that doubles the rates."""
    saved = next(r for r in reasons_of(published[f"{TURNEY}, Table 2"]) if "doubled" in r.text)
    for n in range(1, 9):
        assert saved.additions(n) == -15 * sum(q * (q - 1) // 2 for q in range(1, n + 1))


def test_products_with_the_zero_matrices_of_lee_et_al(published):
    """For each j <= k <= m < i one product less, 64 M and 51 A, and one sum."""
    terms = Polynomial.parse("1/24 n^4 + 1/12 n^3 - 1/24 n^2 - 1/12 n")
    for n in range(1, 9):
        assert terms(n) == sum(m * (m + 1) // 2 * (n - m) for m in range(1, n + 1))
    products, sums = (
        reason for reason in reasons_of(published[f"{LEE}, Table 1"]) if "zero" in reason.text
    )
    assert pair(products) == (terms * Polynomial.of([-64]), terms * Polynomial.of([-51]))
    assert pair(sums) == (NOTHING, terms * Polynomial.of([-1]))


def test_lagrange_takes_lee_et_al_more_than_about_100_times_as_much(published):
    lagrange, newton_euler = (published[f"{LEE}, Table {k}"].printed.total.at(6) for k in (1, 2))
    ratios = [a / b for a, b in zip(lagrange[:2], newton_euler[:2], strict=True)]
    assert [round(ratio) for ratio in ratios] == [149, 126]
    remark = published[f"{LEE}, Table 1"].printed.remark
    assert "149 times the multiplications and 126 times the additions" in remark


def test_the_algorithm_of_angeles_has_the_printed_growth_but_for_entries_of_rotations(published):
    """Of 137n - 22, 110n - 14; with the entries, each joint takes exactly what is printed."""
    total = published[f"{ANGELES}, (7.41) and (7.43)"].entries[1]
    more = [a - b for a, b in zip(total.measured, total.printed, strict=True)]
    assert [difference(1) - difference(0) for difference in more] == [-4, 0]
    entries = steps("newton_euler_base_frame")["rotation entries"]
    assert entries[:2] == polynomials("4n", "0")


def test_positions_and_velocities_of_mass_centres_are_dead_code_of_the_algorithm_of_angeles():
    """But for w x delta and w x rho, which the accelerations take over."""
    every, live = (
        steps("newton_euler_angeles", base="moving", dead_code=dead_code)
        for dead_code in (True, False)
    )
    assert every.keys() - live.keys() == {"c_i"}
    assert live["c_dot_i"][:2] == polynomials("12n - 6", "6n - 3")
    assert every["c_dot_i"][:2] == polynomials("20n - 14", "16n - 13")


def test_strobing_has_the_printed_growth_but_for_the_dynamics_of_c(published):
    """As if the dynamics alone of n(n + 1)/2 runs took no longer in longer arms."""
    degrees = [
        tuple(amount.degree for amount in compared.measured)
        for compared in published[f"{TURNEY}, section 6, strobing"].entries
    ]
    assert degrees == [(2, 2), (2, 2), (3, 3), (3, 3)]


def test_a_slide_stands_between_revolute_joints():
    assert [arm_with_prismatic_joint(n).joints for n in (3, 4, 6)] == ["RRR", "RRPR", "RRPRRR"]


def test_an_unknown_source_is_refused():
    with pytest.raises(ValueError, match="source: there is no 'Angles'; did you mean 'Angeles'"):
        published_counts("Angles")


def test_reasons_are_shown_with_their_amounts(published):
    text = str(published[f"{TURNEY}, Table 3"])
    assert "at the tip there is no n to rotate: -9 M, -6 A" in text
    records = equidyn.studies.published_counts(TURNEY).to_records()
    (record,) = [r for r in records if r["table"].endswith("Table 3") and r["row"] == "add n"]
    assert record["additions_measured"] == "12n - 6"
    assert record["reason"].startswith("five vectors are added in 12n, not 15n: -3n A")


def test_count_prints_the_published_tables(capsys, published):
    assert cli.main(["count", "1", "--formulations", "kane", "--published"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in published)


def test_a_table_is_drawn_as_measured_with_what_is_printed_without_marks(published):
    table = published["Angeles, Table 7.3"]
    lines = table.plot().get_lines()
    (kept,) = (line for line in lines if line.get_label() == "Luh, Walker & Paul 1980")
    (printed,) = (
        line
        for line in lines
        if line.get_marker() == "None" and line.get_color() == kept.get_color()
    )
    measured = next(e.measured for e in table.entries if e.entry.rows[0].label == kept.get_label())
    assert kept.get_ydata()[-1] == summed([measured])[0](100) + summed([measured])[1](100)
    assert printed.get_ydata()[-1] == (150 + 131) * 100 - 2 * 48
    with pytest.raises(ValueError, match=r"plot: expected a table for any n, got .* of n = 6"):
        published["Angeles, Table 7.4"].plot()


def test_names_in_remarks_are_those_of_the_package():
    texts = [table.printed.remark for table in published_counts()]
    texts += [entry.note for table in published_counts() for entry in table.printed.entries]
    names = re.findall(r"`(\w+)`", " ".join(texts))
    assert "parallel_steps" in names
    known = {*equidyn.__all__, *equidyn.studies.__all__}
    assert set(names) <= known | {entry.name for entry in equidyn.formulations()}
