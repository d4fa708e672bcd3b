"""Logs are read by the names of joints, with units, and what they lack is said."""

import numpy as np
import pytest

import equidyn
from equidyn import read_log, robots


def written(tmp_path, text, name="log.csv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_joints_come_in_the_order_of_the_arm(tmp_path):
    path = written(
        tmp_path, "t,q_joint_2,q_joint_1,tau_joint_1,tau_joint_2\n0,2,1,10,20\n1,4,3,30,40\n"
    )
    log = read_log(path, robots.planar_2r())
    assert log.joints == ("joint_1", "joint_2")
    np.testing.assert_array_equal(log.q, [[1, 2], [3, 4]])
    np.testing.assert_array_equal(log.tau, [[10, 20], [30, 40]])
    assert log.qd is log.qdd is None
    assert read_log(path).joints == ("joint_2", "joint_1")


HEADINGS = {
    "words": "time,position_a,velocity_a,effort_a,position_b,velocity_b,effort_b",
    "ROS": "time,position[0],velocity[0],effort[0],position[1],velocity[1],effort[1]",
    "PlotJuggler": "__time,"
    + ",".join(
        f"/joint_states/{joint}/{word}"
        for joint in "ab"
        for word in ("position", "velocity", "effort")
    ),
    "rostopic": "%time,"
    + ",".join(f"field.{word}{k}" for k in range(2) for word in ("position", "velocity", "effort")),
    "robot": "timestamp,actual_q_0,actual_qd_0,tau_0,actual_q_1,actual_qd_1,tau_1",
    "from one": "t,q1,qd1,tau1,q2,qd2,tau2",
}


@pytest.mark.parametrize("kind", HEADINGS)
def test_headings_of_many_writers_are_known(kind, tmp_path):
    times = ("1700000000000000000", "1700000000010000000") if kind == "rostopic" else ("0", "0.01")
    rows = [f"{time},1,2,3,4,5,6" for time in times]
    path = written(tmp_path, "\n".join([HEADINGS[kind], *rows]))
    log = read_log(path, joints=["a", "b"])
    np.testing.assert_array_equal(log.q, [[1, 4]] * 2)
    np.testing.assert_array_equal(log.qd, [[2, 5]] * 2)
    np.testing.assert_array_equal(log.tau, [[3, 6]] * 2)
    assert log.t.tolist() == [0, 0.01]
    assert log.start == (1.7e9 if kind == "rostopic" else 0)


def test_names_in_a_message_of_ros_are_those_of_its_joints(tmp_path):
    text = "t,name[0],name[1],position[0],position[1]\n0,elbow,base,1,2\n1,elbow,base,3,4\n"
    log = read_log(written(tmp_path, text), joints=["base", "elbow"])
    np.testing.assert_array_equal(log.q, [[2, 1], [4, 3]])
    changed = text.replace("1,elbow,base", "1,base,elbow")
    with pytest.raises(ValueError, match=r"name\[0\]': the order of joints changes"):
        read_log(written(tmp_path, changed))


def test_units_are_those_of_the_headings(tmp_path):
    text = "time [ms],q_a [deg],q_b,tau_a (mNm),tau_b\n0,180,90,5,6\n20,0,0,5,6\n"
    log = read_log(written(tmp_path, text))
    np.testing.assert_allclose(log.q[0], [np.pi, 90])
    np.testing.assert_allclose(log.tau[0], [0.005, 6])
    assert log.t[1] == 0.02
    np.testing.assert_allclose(
        read_log(written(tmp_path, text), degrees=True).q[0], [np.pi, np.pi / 2]
    )
    for wrong, message in (("(A)", r"'tau_a \(A\)': there is no 'A'"), ("[rad]", "no 'rad'")):
        with pytest.raises(ValueError, match=message):
            read_log(written(tmp_path, text.replace("(mNm)", wrong)))
    with pytest.raises(ValueError, match="'min'"):
        read_log(written(tmp_path, text.replace("[ms]", "[min]")))


def test_other_separators_and_decimal_commas(tmp_path):
    log = read_log(written(tmp_path, "\ufefft;q_a;q_b\n0,5;1,25;-2\n0,75;3;1e-3\n"))
    np.testing.assert_array_equal(log.q, [[1.25, -2], [3, 1e-3]])
    assert log.t.tolist() == [0, 0.25]
    log = read_log(written(tmp_path, "# by hand\nt\tq_a\n0\t1\n\n1\t2\n"))
    np.testing.assert_array_equal(log.q, [[1], [2]])


def test_what_is_missing_and_uneven_is_said(tmp_path):
    text = "t,q_a,q_b,tau_a,tau_b,camera\n0,1,,3,4,x\n0.01,1,2,nan,N/A,x\n0.05,1,2,3,4,x\n"
    log = read_log(written(tmp_path, text))
    assert log.missing == {"q": 1, "tau": 2}
    assert log.ignored == ("camera",)
    said = str(log)
    assert "3 samples in 0.05 s, 0.01 to 0.04 s apart" in said
    assert "2 of 6 values of tau are missing" in said
    assert "ignored: camera" in said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected headings and rows, got 0 lines"),
        ("t,q_a\n", "expected headings and rows, got 1 lines"),
        ("q_a\n1\n", "columns: expected one of time"),
        ("t,time,q_a\n1,1,1\n", "columns: expected one of time, as 't' or 'time', got 't', 'time'"),
        ("t,speed\n1,2\n", "columns: expected some as 'q_elbow' or 'position"),
        ("t,q_a\n0,1\n0,2\n", "row 2: times must increase"),
        ("t,q_a\nx,1\n", "row 1: expected a time, got 'x'"),
        ("t,q_a\n1e99,1\n", "row 1: expected a time, got '1e99'"),
        ("t,q_a\n0,one\n", "row 1: expected a number, got 'one'"),
        ("t,q_a\n0,inf\n", "row 1: expected a number, got 'inf'"),
        ("t,q_a\n0,1,2\n", "row 1: expected 2 values, got 3"),
        ("t,q_a,q_a\n0,1,2\n", "column 'q_a' stands twice"),
        ("t,q_a,tau_b\n0,1,2\n", "columns: there is no q of 'b'"),
        ("t,q_a,position_a\n0,1,2\n", "columns: q of 'a' stands twice"),
    ],
)
def test_bad_files_are_told_with_their_place(text, message, tmp_path):
    path = written(tmp_path, text)
    with pytest.raises(ValueError, match=r"log\.csv: ") as error:
        read_log(path)
    assert message in str(error.value)


def test_joints_have_to_be_there(tmp_path):
    path = written(tmp_path, "t,q_a,q_b\n0,1,2\n")
    with pytest.raises(ValueError, match="joints: the log has 'a', 'b', and lacks 'c'"):
        read_log(path, joints=["a", "c"])
    with pytest.raises(ValueError, match="joints: expected different names"):
        read_log(path, joints=["a", "a"])
    with pytest.raises(ValueError, match="give one of the two"):
        read_log(path, robots.planar_2r(), joints=["a", "b"])
    with pytest.raises(ValueError, match="expected 3 joints, got 2"):
        read_log(written(tmp_path, "t,q0,q1\n0,1,2\n"), joints=["a", "b", "c"])
    with pytest.raises(OSError, match=r"no\.csv"):
        read_log(tmp_path / "no.csv")


def test_a_smoothed_log_identifies_what_the_arm_carries(tmp_path):
    arm, load = robots.load("ur5e"), {"mass": 2.0, "com": [0.01, -0.02, 0.07]}
    motion = equidyn.exciting_trajectory(arm, evaluations=1)
    t = np.sort(motion.times(2000) + np.random.default_rng(0).uniform(0, 1e-3, 2000))
    q, qd, qdd = motion(t)
    tau = arm.with_payload(**load).inverse_dynamics(q, qd, qdd)
    names = [
        *(f"q_{name}" for name in arm.joint_names),
        *(f"tau_{name}" for name in arm.joint_names),
    ]
    table = np.column_stack([t, q, tau])
    path = tmp_path / "log.csv"
    np.savetxt(path, table, delimiter=",", header=",".join(["t", *names]), comments="", fmt="%.17g")
    log = read_log(path, arm)
    np.testing.assert_array_equal(log.q, q)
    found = equidyn.identify_payload(arm, *log.smooth(cutoff=8.0))
    assert found.mass == pytest.approx(load["mass"], rel=1e-3)
    np.testing.assert_allclose(found.com, load["com"], atol=1e-3)
    with pytest.raises(ValueError, match="log: expected positions and torques, got no torques"):
        read_log(written(tmp_path, "t,q_a\n0,1\n1,2\n")).smooth(cutoff=1)
