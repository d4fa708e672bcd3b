"""Shared by the tests of dynamics: the registry, the table of tolerances, one comparison."""

import re
import signal
import sys

import hypothesis
import numpy as np
import pytest

import equidyn
from equidyn import _core

EPS = np.finfo(float).eps

# seconds are not asserted, here neither; the same examples in every run, and, by a seed, others:
# pytest --hypothesis-profile other --hypothesis-seed 7, or more of them by the profile "search"
hypothesis.settings.register_profile("equidyn", deadline=None, derandomize=True)
hypothesis.settings.register_profile("other", deadline=None, database=None)
hypothesis.settings.register_profile("search", deadline=None, max_examples=1000)
hypothesis.settings.load_profile("equidyn")

# the reasons of tests that are skipped for want of a library or a program
_MISSING = re.compile(r"Skipped: (could not import|needs|there is no|the module) ")


def pytest_addoption(parser):
    parser.addoption(
        "--nothing-missing",
        action="store_true",
        help="fail tests that would be skipped for want of a library or a program",
    )
    parser.addoption(
        "--nothing-missing-in",
        metavar="FOLDER",
        action="append",
        default=[],
        help="the same for the tests of a folder",
    )


@pytest.fixture(autouse=True)
def _ctrl_c_is_heard():
    """Also where tests run in the background, which ignores it, and whatever others have set."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _figures_are_closed():
    """matplotlib warns of many open figures, which may be those of other tests."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    return _missing_fails(item.config, report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    report = yield
    return _missing_fails(collector.config, report)


def _missing_fails(config, report):
    """Turn a skip for want of something into a failure, where nothing may be missing."""
    folders = config.getoption("--nothing-missing-in")
    everywhere = config.getoption("--nothing-missing")
    if report.skipped and (everywhere or report.nodeid.startswith(tuple(folders))):
        reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else ""
        if _MISSING.match(reason):
            report.outcome, report.longrepr = "failed", reason
    return report


# multiples of eps times the largest torque of the state
TOLERANCE = {
    # 1e-12, what the package promises against Lagrange's equation
    "oracle": 1e-12 / EPS,
    # 1e-13, what it promises between formulations; it holds for 100 links as it does for one
    "agreement": 1e-13 / EPS,
    # the same: books and package round alike
    "closed form": 1e-13 / EPS,
    # float32, of up to seven links, its rounding of the state included
    "single": 4e-6 / EPS,
    # sums and differences of torques, which lose the digits that cancel
    "identity": 1e-12 / EPS,
}


# the names of the formulations that take any arm, and of those whose source restricts them
FORMULATIONS = [record.name for record in equidyn.formulations() if not record.restriction]
RESTRICTED = [record.name for record in equidyn.formulations() if record.restriction]


# the quantities with several methods, but for the torques, which have tests of their own
QUANTITIES = [name for name in _core.methods() if name != "inverse_dynamics"]


@pytest.fixture(params=FORMULATIONS)
def formulation(request):
    """The name of each formulation that takes any arm, in turn."""
    return request.param


def assert_close(actual, expected, tolerance, *, formulation, arm, scale=None):
    """Compare torques (..., n), each state in units of eps times its own largest torque.

    scale (...), the largest torque to go by, is that of the expected torques unless it is given.
    """
    found = _mismatch(formulation, arm, actual, expected, scale, tolerance=tolerance)
    if found:
        pytest.fail(found, pytrace=False)


def assert_all_close(compared, tolerance):
    """Compare as `assert_close` does, and tell of every formulation and arm that is off.

    compared yields (formulation, arm, actual, expected) or (..., scale); there is at least one.
    """
    found = [_mismatch(*each, tolerance=tolerance) for each in compared]
    assert found
    wrong = [message for message in found if message]
    if wrong:
        pytest.fail("\n\n".join(wrong), pytrace=False)


def _mismatch(formulation, arm, actual, expected, scale=None, *, tolerance):
    """Message where torques differ by more than the tolerance, else nothing."""
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.shape == expected.shape
    if scale is None:
        scale = np.abs(expected).max(axis=-1)
    difference = np.abs(actual - expected).max(axis=-1)
    unequal = np.where(difference == 0, 0.0, np.inf)
    relative = np.divide(difference, scale, out=unequal, where=scale > 0)
    if np.all(relative <= tolerance * EPS):
        return ""
    worst = np.unravel_index(np.argmax(relative), relative.shape)
    return (
        f"{formulation} on {arm.name or arm!r}: largest relative difference "
        f"{relative[worst]:.2e}, allowed {tolerance * EPS:.2e}, at state {worst}:\n"
        f"{actual[worst]}\nexpected\n{expected[worst]}"
    )
