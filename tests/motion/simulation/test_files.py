"""Simulated motions as files and pictures of their energy."""

import numpy as np
import pytest

import equidyn
from equidyn import robots
from oracles.drawn_curves import drawn_curves

ARM = robots.puma560()
MOTION = ARM.simulate(np.zeros((2, 6)), np.ones(6), 0.02, 1e-3, torque=np.arange(6.0))


def test_a_file_for_numpy_has_all_motions(tmp_path):
    MOTION.save(tmp_path / "motion.npz")
    with np.load(tmp_path / "motion.npz") as found:
        assert set(found) == {"t", "q", "qd", "torque", "kinetic", "potential"}
        for name in found:
            np.testing.assert_array_equal(found[name], getattr(MOTION, name))


def test_a_csv_file_is_a_log_of_one_motion(tmp_path):
    MOTION.save(tmp_path / "motion.csv", row=(1,))
    log = equidyn.read_log(tmp_path / "motion.csv", ARM)
    np.testing.assert_allclose(log.t, MOTION.t, atol=1e-15)
    np.testing.assert_array_equal(log.q, MOTION.q[1])
    np.testing.assert_array_equal(log.qd, MOTION.qd[1])
    np.testing.assert_array_equal(log.tau, MOTION.torque[1])
    assert log.joints == ARM.joint_names


def test_other_files_and_motions_are_refused(tmp_path):
    with pytest.raises(ValueError, match=r"^path: expected a name that ends in \.npz or \.csv"):
        MOTION.save(tmp_path / "motion.mat")
    with pytest.raises(ValueError, match=r"^row: expected an index of the leading axes \(2,\)"):
        MOTION.save(tmp_path / "motion.csv", row=(2,))
    assert not list(tmp_path.iterdir())


def test_the_sum_of_energies_lies_on_what_work_explains():
    ax = MOTION.plot("energy", row=(1,))
    curves = {name: line.get_ydata() for name, line in drawn_curves(ax).items()}
    kinetic, potential, total, explained = curves.values()
    np.testing.assert_array_equal(kinetic + potential, total)
    assert np.ptp(total) > 1e-2
    np.testing.assert_allclose(explained, total, atol=1e-6)
