"""Steps on several processors: bounds that every schedule keeps, and what the source prints."""

import numpy as np
import pytest

from conftest import FORMULATIONS, RESTRICTED
from equidyn.counting.conventions import general_arm
from equidyn.counting.counting import count_operations
from equidyn.graph.tasks import Tasks
from equidyn.graph.trace import Trace
from equidyn.robots import puma560, uniform_chain
from equidyn.studies.papers.turney_mudge_lee_1980.simultaneous_steps import simultaneous_steps
from equidyn.studies.parallelism import parallel_steps

PROCESSORS = (1, 2, 3, 8, 50, None)


def tasks(*waits_for, multiplications=()):
    """Tasks with these pairs of operands."""
    left, right = (list(column) for column in zip(*waits_for, strict=True))
    kinds = np.isin(np.arange(len(left)), multiplications)
    return Tasks(left, right, kinds)


# a b + c d + e f
THREE_PRODUCTS = tasks((-1, -1), (-1, -1), (0, 1), (-1, -1), (2, 3), multiplications=(0, 1, 3))


@pytest.fixture(scope="module")
def six_joints():
    return parallel_steps(6, processors=PROCESSORS)


@pytest.mark.parametrize(("processors", "steps"), [(1, 5), (2, 3), (3, 3), (None, 3)])
def test_steps_of_a_sum_of_three_products(processors, steps):
    assert THREE_PRODUCTS.steps(processors) == steps


def test_levels_and_paths_of_a_sum_of_three_products():
    assert THREE_PRODUCTS.levels == [3, 1, 1]
    assert THREE_PRODUCTS.critical_path(THREE_PRODUCTS.is_multiplication) == 1
    assert THREE_PRODUCTS.critical_path(~THREE_PRODUCTS.is_multiplication) == 2
    # one processor for the products, another one for the sums
    assert THREE_PRODUCTS.critical_path(processor=[0, 0, 1, 0, 1]) == 4


def test_the_longest_path_goes_first():
    """Two processors: tasks 2 and 3 lead nowhere, 4 and 5 are needed by a long chain."""
    chain = tasks((-1, -1), (-1, -1), (-1, -1), (-1, -1), (0, 1), (4, -1), (5, -1))
    assert chain.steps(2) == 4


@pytest.mark.slow
def test_steps_keep_the_bounds_of_every_greedy_schedule(six_joints):
    for record in six_joints:
        for processors, steps in record.steps.items():
            share = record.distinct_operations / (processors or np.inf)
            assert max(share, record.critical_path) <= steps
            assert steps <= share + record.critical_path


def test_one_processor_does_everything_and_any_number_the_critical_path(six_joints):
    for record in six_joints:
        assert record.steps[1] == record.distinct_operations == sum(record.levels)
        assert record.steps[None] == record.critical_path == len(record.levels)
        assert record.multiplication_steps + record.addition_steps >= record.critical_path


def test_operations_are_those_that_are_counted(six_joints):
    assert [record.formulation for record in six_joints] == FORMULATIONS
    for record in six_joints:
        counted = count_operations(6, record.formulation)
        assert record.operations == counted.multiplications + counted.additions
        assert record.distinct_operations <= record.operations


def test_the_literal_lagrange_equations_compute_most_things_more_than_once(six_joints):
    record = six_joints["lagrange_euler_literal"]
    assert record.distinct_operations < record.operations / 3


def test_the_cheapest_formulation_is_not_the_fastest_with_any_number_of_processors(six_joints):
    minimal, kane = six_joints["minimal_newton_euler"], six_joints["kane"]
    assert minimal.steps[1] < kane.steps[1] / 2
    assert kane.steps[None] < minimal.steps[None] / 1.5


def test_the_path_of_recursive_doubling_grows_with_the_logarithm():
    """Seven steps for each doubling: a product of rotations (3), and four sums."""

    def paths(name, *sizes):
        return [parallel_steps(n, name, [None]).critical_path for n in sizes]

    assert paths("parallel_prefix", 6, 8, 16, 32) == [34, 38, 38 + 7, 38 + 2 * 7]
    assert paths("newton_euler", 6, 16) == [62, 162]


def test_the_path_of_joined_bodies_grows_with_the_logarithm():
    """109 steps for each doubling, where articulated bodies take 25 for each joint."""

    def paths(name, *sizes):
        traces = (Trace.of(general_arm(n), name, quantity="forward_dynamics") for n in sizes)
        return [Tasks.as_written(trace).critical_path() for trace in traces]

    assert paths("divide_and_conquer", 8, 16, 32) == [272, 272 + 109, 272 + 2 * 109]
    assert paths("articulated_bodies", 8, 16, 32) == [174, 174 + 8 * 25, 174 + 24 * 25]


def test_simultaneous_steps_beside_the_printed_ones():
    printed, (*by_row, both), by_operation = simultaneous_steps().rows
    assert printed == ("printed, Table 5", "27n + 42", "27n + 41", "54n + 83")
    assert by_row == ["a processor for each row", "27n", "24n - 1"]
    # g++ evaluates the right operand of a sum first, and clang the left
    assert both in {"51n - 6", "51n - 7"}
    assert by_operation == ("a processor for each operation", "2n + 5", "6n + 4", "8n + 8")


def test_an_arm_may_be_given_and_conventions_chosen():
    special = parallel_steps(puma560(), "newton_euler", [1])
    general = parallel_steps(6, "newton_euler", [1])
    moving = parallel_steps(6, "newton_euler", [1], rotations="full", base="moving")
    loaded = parallel_steps(6, "newton_euler", [1], tip_wrench=True)
    assert special.steps[1] < general.steps[1] < min(moving.steps[1], loaded.steps[1])


def test_restricted_formulations_are_left_out_with_their_reason(six_joints):
    assert len(six_joints.refusals) == len(RESTRICTED)
    for name, refusal in zip(RESTRICTED, six_joints.refusals, strict=True):
        assert refusal.startswith(f"not counted: {name} takes")
    with pytest.raises(KeyError):
        six_joints[RESTRICTED[0]]
    with pytest.raises(ValueError, match=f"formulation: {RESTRICTED[0]} takes"):
        parallel_steps(6, RESTRICTED[0])


def test_tables_show_every_formulation_and_number_of_processors(six_joints):
    table = six_joints.table()
    assert [row[0] for row in table.rows] == FORMULATIONS
    assert [heading for heading in table.columns if heading.startswith("p =")] == [
        f"p = {number or 'any'}" for number in PROCESSORS
    ]
    own = six_joints["newton_euler"].table()
    assert [row[0] for row in own.rows] == ["1", "2", "3", "8", "50", "any"]
    assert "Parallel steps of newton_euler" in repr(six_joints["newton_euler"])
    assert "<table>" in six_joints._repr_html_()


def test_numbers_of_processors_come_once():
    record = parallel_steps(uniform_chain(2), "kane", (2, None, 2))
    assert list(record.steps) == [2, None]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((6, "newton"), ValueError, "formulation: there is no 'newton'"),
        ((0,), ValueError, "n: must be at least 1, got 0"),
        ((2, None, 4), TypeError, "processors: expected several numbers, got int"),
        ((2, None, []), ValueError, "processors: expected at least one number, got none"),
        ((2, None, [0]), ValueError, "processors: must be at least 1, got 0"),
        ((2, None, [1.5]), TypeError, "processors: expected an integer, got float"),
    ],
)
def test_bad_arguments_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        parallel_steps(*arguments)
