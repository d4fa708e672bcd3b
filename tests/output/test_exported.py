"""Results as records, data frames, LaTeX and Markdown, and as files of these."""

import csv
import json
import re
import sys
from types import SimpleNamespace

import pytest
from matplotlib.mathtext import MathTextParser

import equidyn
from equidyn import robots
from equidyn.output.tables import Table
from equidyn.output.tabular import Exported
from oracles.measurements import measured

ARM = robots.planar_2r()
TURNS = {"repetitions": 1, "seconds": 1e-6}
SOME = ["newton_euler", "kane"]

RESULTS = {
    "Verification": lambda: equidyn.verify(robots.puma560(), 2, formulations=SOME),
    "Recursion": lambda: ARM.recursion([0.5, 1], [1, 2], [3, 4]),
    "OperationCount": lambda: equidyn.count_operations(ARM, "kane"),
    "OperationCounts": lambda: equidyn.count_operations(ARM),
    "OperationPolynomial": lambda: equidyn.operation_polynomial("newton_euler"),
    "OperationPolynomials": lambda: equidyn.operation_polynomial(),
    "Crossovers": lambda: equidyn.operation_polynomial().crossovers(),
    "ClosedFormTerms": lambda: equidyn.counting.closed_form_terms(ARM),
    "UnitAccelerationCosts": equidyn.counting.unit_acceleration_costs,
    "ParallelSteps": lambda: equidyn.studies.parallel_steps(ARM, "kane"),
    "ParallelStepsList": lambda: equidyn.studies.parallel_steps(ARM),
    "Timings": lambda: equidyn.time_formulations([1, 2], SOME, **TURNS),
    "RoundingErrors": lambda: equidyn.rounding_error(
        formulations=SOME, sweeps=["joints"], n=[1, 2], samples=2
    ),
    "PublishedCounts": lambda: equidyn.studies.published_counts("Angeles"),
    "Significance": lambda: equidyn.studies.significance(
        ARM, equidyn.quintic([0, 0], [1, 2], duration=1.0), samples=5
    ),
    "Reproduction": lambda: equidyn.studies.reproduce("sasaki"),
    "ReferenceVectors": lambda: equidyn.reference_vectors(ARM, 2, quantities=["bias"]),
    "JudgedResults": lambda: equidyn.studies.judge_results(
        ARM, {"mass_matrix": [[[1.0, 0.0], [0.0, 1.0]]]}
    ),
    "PayloadIdentification": lambda: equidyn.identify_payload(
        ARM, *measured(ARM.with_payload(0.5), 0, 30)
    ),
    "Workspace": lambda: equidyn.studies.workspace(ARM, 50),
    "JointFriction": lambda: equidyn.identify_friction(ARM, *measured(ARM, 0, 30)),
    "DerivationCheck": lambda: equidyn.studies.check_derivation("scara"),
    "Stability": lambda: equidyn.stability([100, 64], [20, 16]),
    "Marking": lambda: equidyn.grade(
        lambda q: 2 * ARM.gravity_torque(q), ARM, quantity="gravity_torque"
    ),
}


@pytest.fixture(scope="module", params=RESULTS)
def result(request):
    return RESULTS[request.param]()


def test_records_are_flat_and_of_the_same_keys(result):
    records = result.to_records()
    assert records
    assert len({tuple(record) for record in records}) == 1
    values = [value for record in records for value in record.values()]
    assert {type(value) for value in values} <= {str, int, float, bool, type(None)}


def test_a_data_frame_is_made_of_the_records(result, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=list))
    assert result.to_dataframe() == result.to_records()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="to_dataframe needs pandas: pip install pandas"):
        result.to_dataframe()


# a formula between dollars or braces; escaped signs are none
FORMULA = re.compile(r"\$([^$]+)\$|\\ensuremath\{((?:[^{}]|\{[^{}]*\})*)\}")
PARSER = MathTextParser("path")


def assert_typeset(text):
    """Formulas are ones that mathtext can set; no sign that commands or needs one is outside."""
    text = re.sub(r"\\[$#%&_{}]", "", text)
    for formula in (between or inside for between, inside in FORMULA.findall(text)):
        PARSER.parse(f"${formula}$")
    outside = FORMULA.sub("", text)
    assert not re.search(r"[#$%_^]", outside)
    assert not re.search(r"(?<![\w])-\d|\d[eE][-+]?\d", re.sub(r"\\label.*", "", outside))
    assert text.isascii()


def test_tables_are_latex_that_compiles(result):
    text = result.to_latex()
    # braces and environments close, columns are as many as told
    without_escapes = re.sub(r"\\[{}]", "", text)
    assert without_escapes.count("{") == without_escapes.count("}")
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") > 0
    for table in re.findall(r"\\begin\{tabular\}\{(\w+)\}(.*?)\\end", text, re.DOTALL):
        columns, body = table
        rows = [line for line in body.split("\n") if line.endswith(r" \\")]
        assert {len(re.findall(r"(?<!\\)&", row)) for row in rows} == {len(columns) - 1}
    assert_typeset(text)


def test_tables_are_markdown_of_equal_columns(result):
    for table in re.split(r"^\*\*.*\*\*$", result.to_markdown(), flags=re.MULTILINE)[1:]:
        rows = [line for line in table.split("\n") if line.startswith("| ")]
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) == 1
        assert set(rows[1]) <= set("|:- ")


def test_files_hold_records_or_tables(result, tmp_path):
    suffixes = (".json", ".csv", ".tex", ".md")
    if isinstance(result, equidyn.studies.ReferenceVectors):
        suffixes = ()  # these are for other programs
    for suffix in suffixes:
        result.save(tmp_path / f"x{suffix}")
    if suffixes:
        assert (tmp_path / "x.tex").read_text() == result.to_latex()
        assert (tmp_path / "x.md").read_text() == result.to_markdown()
        data = json.loads((tmp_path / "x.json").read_text())
        assert data["machine"]["equidyn"] == equidyn.__version__
        assert {"processor", "compiler"} <= data["machine"].keys()
        lines = (tmp_path / "x.csv").read_text().splitlines()
        assert any(line.startswith("# compiler: ") for line in lines)
        rows = list(csv.reader(line for line in lines if not line.startswith("# ")))
        assert len({len(row) for row in rows}) == 1
    with pytest.raises(ValueError, match=r"path: expected a name that ends in .*, got 'x.docx'"):
        result.save("x.docx")


def test_every_public_result_with_records_is_tried():
    public = {
        name
        for name in equidyn.__all__
        if isinstance(getattr(equidyn, name), type) and issubclass(getattr(equidyn, name), Exported)
    }
    # tests/studies/benchmark has one at hand
    assert public - {"Benchmark"} <= RESULTS.keys()


def test_signs_and_letters_are_escaped():
    table = Table(
        title=r"50 % of #1 & {2}_a ~ \x",
        columns=("n^2", "τ\nα"),
        align="lR",
        rows=(("[1]", "3 n^2 - 2"), ("s̈ ≥ ö|ᵗ*", "1°")),
        footnote="first\nsecond $",
    )
    assert (
        table.to_latex()
        == r"""\begin{table}
\centering
\caption{50 \% of \#1 \& \{2\}$_{a}$ \textasciitilde{} \textbackslash{}x}
\label{tab:50-of-1-2-a-x}
\begin{tabular}{lr}
\toprule
$n^{2}$ & \ensuremath{\tau} \ensuremath{\alpha} \\
\midrule
{[}1] & $3 n^{2} - 2$ \\
\"{s} \ensuremath{\geq} \"{o}\ensuremath{|}$^{t}$* & 1\ensuremath{^\circ} \\
\bottomrule
\end{tabular}
\par\footnotesize first
\par\footnotesize second \$
\end{table}
"""
    )
    assert (
        table.to_markdown()
        == r"""**50 % of \#1 & {2}\_a \~ \\x**

| n² | τ α |
| :-- | --: |
| \[1\] | 3 n² - 2 |
| s̈ ≥ ö\|ᵗ\* | 1° |

first

second \$
"""
    )


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("-3.2", "$-3.2$"),
        ("−3, [-1.5]", "$-3$, {[}$-1.5$]"),
        ("1e-16", r"$1 \times 10^{-16}$"),
        ("below -2.50e+06.", r"below $-2.50 \times 10^{6}$."),
        ("0.0e+00", "$0.0$"),
        ("107/3 n^3 - 2n + 7", r"$\frac{107}{3} n^{3} - 2n + 7$"),
        ("+4n M, -n A for n >= 2", r"$+4n$ M, $-n$ A for $n \geq 2$"),
        ("rad/s², 10^6, T⁻¹", "rad/s$^{2}$, 10$^{6}$, T$^{-1}$"),
        ("R_0^{i-1} r̄_i", r"$R_{0}^{i-1}$ $\bar{r}_{i}$"),
        ("τ_1, tau_1, ω̇_12, α̇", r"$\tau_{1}$, $\tau_{1}$, $\dot{\omega}_{12}$, $\dot{\alpha}$"),
        ("I_3zz, q_max, C_ijk", r"$I_{3zz}$, $q_{\mathrm{max}}$, $C_{ijk}$"),
        ("(A_i K_i)^t - M^-1", "($A_{i}$ $K_{i}$)$^{t}$ $-$ $M^{-1}$"),
        ("Kp^(n-1), qdd_j", r"Kp$^{n-1}$, $\ddot{q}_{j}$"),
        ("a = -g, -∂P", r"a = $-$g, $-$\ensuremath{\partial}P"),
        # Greek letters that look Latin have no command
        ("Δ Α ο ς", r"\ensuremath{\Delta} \ensuremath{A} \ensuremath{o} \ensuremath{\varsigma}"),
    ],
)
def test_formulas_are_in_math_mode(text, latex):
    """In cells, headings and titles alike."""
    table = Table(title=text, columns=(text,), align="l", rows=((text,),), footnote=text)
    lines = table.to_latex().splitlines()
    bare = latex.replace("{[}", "[")
    assert lines[2] == rf"\caption{{{bare}}}"
    assert lines[6] == lines[8] == rf"{latex} \\"
    assert lines[-2] == rf"\par\footnotesize {bare}"
    assert_typeset("\n".join(lines[4:]))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "mass_matrix",
            "panda_joint_1",
            "a_b.csv",
            "x_1_2",
            "-O3",
            "--results",
            "-o",
            "2024-05-01",
        ),
        *("1-4", "90-147", "i-1", "n-link", "arm-2", "3.2.1-4", "5e", "1.2+", "x-y", "v1.2e3"),
    ],
)
def test_names_options_and_ranges_are_text(text):
    table = Table(title="t", columns=("name",), align="l", rows=((text,),))
    assert table.to_latex().splitlines()[8] == text.replace("_", r"\_") + r" \\"


def test_names_are_no_links_and_no_entities_in_markdown():
    names = ("[click](javascript:alert(1))", "![x](http://x)", "&lt;b&gt; &#91; R&D", "<b>")
    table = Table(title="t", columns=("name",), align="l", rows=tuple((name,) for name in names))
    assert table.to_markdown().splitlines()[4:] == [
        r"| \[click\]\(javascript:alert(1)) |",
        r"| !\[x\]\(http://x) |",
        r"| \&lt;b\&gt; \&\#91; R&D |",
        r"| \<b\> |",
    ]
