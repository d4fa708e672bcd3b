"""In a notebook every result shows itself once, and its text is not empty."""

import nbformat
import pytest
from nbclient import NotebookClient

pytestmark = pytest.mark.slow  # it starts a kernel

SETUP = """
import equidyn
from equidyn import robots
from equidyn.studies.papers.turney_mudge_lee_1980.simultaneous_steps import simultaneous_steps
arm, q, one = robots.planar_2r(), [0.1, 0.2], ["newton_euler"]
"""

RESULTS = """
arm
arm.table(inertia=True)
arm.check()
robots.puma560().check()
equidyn.BaseMotion()
arm.link_motion(q, q, q)
equidyn.formulations()
equidyn.formulations()[0]
equidyn.verify(arm, 2, formulations=one)
equidyn.verify(arm, 2, formulations=one).checks[0]
equidyn.count_operations(arm)
equidyn.count_operations(arm, "kane")
equidyn.operation_polynomial("kane")
equidyn.counting.unit_acceleration_costs()
equidyn.studies.published_counts()
equidyn.studies.published_counts()[0]
equidyn.studies.parallel_steps(arm)
equidyn.studies.parallel_steps(arm, "kane")
equidyn.studies.check_derivation(arm)
equidyn.studies.check_derivation(arm)["4.1"]
equidyn.studies.orthogonal_complement(arm, q, q)
equidyn.time_formulations((1, 2), one, 1, seconds=1e-5)
equidyn.rounding_error(arm, one, sweeps=["lift"], samples=1)
equidyn.bench(arm, (1,), rounds=1, seconds=1e-5, layers=["Python"], peers=[])
equidyn.generate(arm)
simultaneous_steps()
""".strip().splitlines()


@pytest.fixture(scope="module")
def cells():
    """The cells of a notebook that has been run, by their source."""
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in (SETUP, *RESULTS)]
    )
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    return {cell.source: cell for cell in notebook.cells}


@pytest.mark.parametrize("source", RESULTS)
def test_a_cell_has_one_output_with_text(cells, source):
    outputs = cells[source].outputs
    assert [output.output_type for output in outputs] == ["execute_result"]
    text = outputs[0].data["text/plain"]
    assert text.strip()
    assert " object at 0x" not in text


def test_printing_prints_to_the_cell(cells):
    assert cells[SETUP].outputs == []
