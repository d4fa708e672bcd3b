"""Named joint positions of an arm."""

import copy
import pickle

import numpy as np
import pytest

from equidyn import Arm, robots

ARM = robots.planar_2r()._with(
    configurations={"ready": [0.5, 1.0], "home": {"q": [0, 0], "source": "manual"}}
)


def test_positions_have_names_and_sources():
    np.testing.assert_array_equal(ARM.configurations["ready"], [0.5, 1.0])
    assert list(ARM.configurations) == ["ready", "home"]
    assert ARM.configurations.source("home") == "manual"
    assert ARM.configurations.source("ready") == ""
    assert "manual" in str(ARM.configurations)
    with pytest.raises(ValueError, match="read-only"):
        ARM.configurations["ready"][0] = 1.0
    with pytest.raises(KeyError, match="did you mean 'ready'"):
        ARM.configurations["redy"]
    with pytest.raises(KeyError, match="there is no 'readdy'; did you mean 'ready'"):
        ARM.configurations.source("readdy")
    assert dict(robots.planar_2r().configurations) == {}


def test_they_survive_files_copies_and_other_data(tmp_path):
    ARM.save(tmp_path / "arm.json")
    for arm in (Arm.load(tmp_path / "arm.json"), pickle.loads(pickle.dumps(ARM)), copy.copy(ARM)):
        assert arm == ARM
        assert hash(arm) == hash(ARM)
        assert arm.configurations.source("home") == "manual"
    assert ARM.with_payload(1.0).configurations == ARM.configurations
    assert robots.planar_2r() != ARM


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ([0.5, 1.0], TypeError, r"^configurations: expected positions by name, got list"),
        ({"ready": [0.5]}, ValueError, r"^configurations: ready: shape must be \(2,\)"),
        ({"ready": [0.5, np.nan]}, ValueError, r"^configurations: ready: must be finite"),
        ({"": [0.5, 1.0]}, ValueError, r"^configurations: expected a name"),
        ({"a": {"p": [0.5, 1.0]}}, ValueError, r"^configurations: expected a name"),
        ({3: [0.5, 1.0]}, TypeError, r"^configurations: "),
    ],
)
def test_bad_ones_are_refused(given, error, message):
    with pytest.raises(error, match=message):
        ARM._with(configurations=given)


def test_those_of_published_robots_have_sources_and_are_within_limits():
    named = [name for name in robots.names() if robots.load(name).configurations]
    assert {"panda", "puma560", "ur5"} <= set(named)
    for name in named:
        arm = robots.load(name)
        for configuration, q in arm.configurations.items():
            assert arm.configurations.source(configuration)
            if arm.limits is not None:
                assert not [found for found in arm.check(q) if "limit" in found.what]


def test_those_of_the_robotics_toolbox_are_its_own():
    toolbox = pytest.importorskip("roboticstoolbox")
    for name, ours, theirs in (
        ("puma560", "ready", "qr"),
        ("puma560", "stretched", "qs"),
        ("puma560", "nominal", "qn"),
        ("irb140", "down", "qd"),
        ("panda", "working", "qr"),
        ("ur5", "horizontal", "qr"),
    ):
        model = {"puma560": "Puma560", "irb140": "IRB140", "panda": "Panda", "ur5": "UR5"}[name]
        expected = getattr(toolbox.models.DH, model)().configs[theirs]
        np.testing.assert_allclose(robots.load(name).configurations[ours], expected, atol=1e-15)
