"""Logs are read by the names of joints, with units, and what they lack is said."""

import gzip
import re

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
    "measured": ",".join(
        ["t", *(f"{word}_measured_{k}" for k in range(2) for word in ("q", "qd", "tau"))]
    ),
    "with blanks": ",".join(
        [
            "Time",
            *(f"Joint {k} {word}" for k in "ab" for word in ("Position", "Velocity", "Torque")),
        ]
    ),
    "from one": "t,q1,qd1,tau1,q2,qd2,tau2",
}


@pytest.mark.parametrize("kind", HEADINGS)
def test_headings_of_many_writers_are_known(kind, tmp_path):
    times = ("1700000000000000000", "1700000000010000000") if kind == "rostopic" else ("0", "0.01")
    rows = [f"{time},1,2,3,4,5,6" for time in times]
    path = written(tmp_path, "\n".join([HEADINGS[kind], *rows]))
    names = ["Joint a", "Joint b"] if kind == "with blanks" else ["a", "b"]
    log = read_log(path, joints=names)
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
    text = "time [ms],q_a [deg],q_b,tau_a (mNm),tau_b\n0,180,90,5,6\n20,0,90,5,6\n"
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


DEGREE = np.pi / 180
ANGLES = {"rad": 1, "mrad": 1e-3, "deg": DEGREE, "°": DEGREE, "m": 1, "mm": 1e-3}
UNITS = {
    "t": {"s": 1, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "\u03bcs": 1e-6, "ns": 1e-9},
    "q": ANGLES,
    "qd": {**{f"{unit}/s": factor for unit, factor in ANGLES.items()}, "rpm": np.pi / 30},
    "qdd": {f"{unit}/{end}": factor for end in ("s^2", "s²") for unit, factor in ANGLES.items()},
    "tau": {"Nm": 1, "N m": 1, "N·m": 1, "N*m": 1, "mNm": 1e-3, "N": 1},
    "current": {"A": 1, "mA": 1e-3},
}


@pytest.mark.parametrize(("quantity", "unit"), [(q, unit) for q in UNITS for unit in UNITS[q]])
def test_every_unit_has_its_factor(quantity, unit, tmp_path):
    heading = "t" if quantity == "t" else f"{quantity}_a"
    others = "q_b" if quantity == "t" else "t [s]"
    text = f"{heading} [{unit}],{others}\n0,0\n1.5,1e-9\n"
    constants = {"torque_constants": [1.0]} if quantity == "current" else {}

    def second(text):
        log = read_log(written(tmp_path, text), **constants)
        of_joint = log.tau if quantity == "current" else getattr(log, quantity)
        return log.t[1] if quantity == "t" else of_joint[1, 0]

    assert second(text) == pytest.approx(1.5 * UNITS[quantity][unit], rel=1e-15)
    assert second(text.replace(f"[{unit}]", f"[{unit.upper()}]")) == second(text)
    with pytest.raises(ValueError, match="there is no 'turns'"):
        second(text.replace(f"[{unit}]", "[turns]"))


def test_every_unit_that_is_known_is_tested():
    from equidyn.identification.log_units import FACTORS, PARTS

    assert {name: set(units) for name, units in UNITS.items() if name != "t"} == {
        name: set(units) for name, units in FACTORS.items()
    }
    assert set(UNITS["t"]) == {*PARTS, "\u03bcs"}


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
@pytest.mark.parametrize("kind", ["since 1970", "with velocities", "named"])
def test_times_are_in_the_unit_that_is_named_or_that_the_numbers_tell(kind, unit, tmp_path):
    parts = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
    start = 1_700_000_000 * parts if kind == "since 1970" else 0
    times = [f"{start + 0.002 * parts * k:.3f}" if parts == 1 else str(start + parts * k // 500)
             for k in range(20)]  # fmt: skip
    phase = 3 * 0.002 * np.arange(20)[:, np.newaxis] + np.arange(2)
    q, qd = np.sin(phase), 3 * np.cos(phase)
    heading = f"time [{unit}]" if kind == "named" else "time"
    lines = [f"{heading},q_0,q_1" + ",qd_0,qd_1" * (kind == "with velocities")]
    for k, time in enumerate(times):
        values = [*q[k], *(qd[k] if kind == "with velocities" else [])]
        lines.append(",".join([time, *map(str, values)]))
    log = read_log(written(tmp_path, "\n".join(lines)))
    np.testing.assert_allclose(log.t, 0.002 * np.arange(20), rtol=1e-12)
    assert log.start == pytest.approx(start / parts, rel=1e-15)
    assert log.notes == () if kind == "named" or unit == "s" else f"'time' is in {unit}" in str(log)


@pytest.mark.parametrize("unit", ["degrees", "Degree", "radians", "DEGREES", "mrad", "mm"])
@pytest.mark.parametrize("rate", ["", "/s", "/sec", "/second"])
def test_units_may_be_words(unit, rate, tmp_path):
    quantity = "qd" if rate else "q"
    factor = {"d": DEGREE, "r": 1, "m": 1e-3}[unit[0].lower()]
    text = f"t,{quantity}_a [{unit}{rate}]\n0,2\n0.1,3\n"
    log = read_log(written(tmp_path, text))
    np.testing.assert_allclose((log.qd if rate else log.q)[:, 0], np.multiply([2, 3], factor))


@pytest.mark.parametrize(
    ("heading", "factor"),
    [
        *((f"q_elbow_{unit}", DEGREE) for unit in ("deg", "DEG", "degrees", "degs")),
        *((f"q_elbow_{unit}", 1) for unit in ("rad", "radians")),
        ("q_elbow_mrad", 1e-3),
        ("elbow_position_deg", DEGREE),
        ("/joint_states/elbow/position_deg", DEGREE),
        ("q_deg_elbow", DEGREE),
        ("q_elbow deg", DEGREE),
        *((f"qd_elbow_{unit}", DEGREE) for unit in ("deg", "deg_s", "deg/s", "degs", "dps")),
        ("qd_elbow_deg_per_sec", DEGREE),
        ("qd_elbow_mrad_s", 1e-3),
        *((f"qdd_elbow_{unit}", DEGREE) for unit in ("deg", "deg_s2", "deg/s^2", "deg_per_s2")),
        *((f"tau_elbow_{unit}", 1) for unit in ("nm", "Nm", "NM", "N_m")),
        *((f"tau_elbow_{unit}", 1e-3) for unit in ("mnm", "mNm")),
        *((f"qd_elbow_{unit}", 1) for unit in ("rad/s", "rad_s", "radps")),
        *((f"qd_elbow_{unit}", np.pi / 30) for unit in ("rpm", "RPM")),
        *((f"qd_elbow [{unit}]", np.pi / 30) for unit in ("1/min", "rev/min", "U/min", "min^-1")),
        *((f"current_elbow_{unit}", 1e-3) for unit in ("mA", "ma", "milliamps")),
        *((f"current_elbow_{unit}", 1) for unit in ("amps", "Ampere")),
        ("current_mA_elbow", 1e-3),
        ("tau_elbow_mA", 1e-3),
    ],
)
def test_a_unit_may_be_a_part_of_a_name(heading, factor, tmp_path):
    constants = {"torque_constants": [1.0]} if "current" in heading or "mA" in heading else {}
    text = f"t,{heading}\n0,2\n0.1,3\n"
    log = read_log(written(tmp_path, text), joints=["elbow"], **constants)
    (array,) = log.known.values()
    np.testing.assert_allclose(array[:, 0], np.multiply([2, 3], factor), rtol=1e-15)


@pytest.mark.parametrize(
    "form", ["position_{}[{}]", "q_{}_{}", "q_{1}_{0}", "q{1}_{0}", "q[{1}]_{0}"]
)
def test_a_unit_may_be_a_part_of_a_name_with_an_index(form, tmp_path):
    head = ",".join(form.format("deg", k) for k in range(2))
    log = read_log(written(tmp_path, f"t,{head},tau_0,tau_1\n0,90,180,1,2\n0.1,90,180,1,2\n"))
    np.testing.assert_allclose(log.q[0], [np.pi / 2, np.pi])
    np.testing.assert_array_equal(log.tau[0], [1, 2])


@pytest.mark.parametrize(
    ("heading", "unit"),
    [
        ("q_a_turns", "turns"),
        ("q_a_rev", "rev"),
        ("q_a_cm", "cm"),
        ("q_a_urad", "urad"),
        ("qd_a_rev_s", "rev_s"),
        ("qd_a_rps", "rps"),
        ("q_a_rpm", "rpm"),
        ("qdd_a_rpm", "rpm"),
        ("tau_a_kNm", "kNm"),
        ("tau_a_MNm", "MNm"),
        ("tau_a_Ncm", "Ncm"),
        ("tau_a_rpm", "rpm"),
    ],
)
def test_a_unit_that_is_not_known_is_not_taken_for_a_name(heading, unit, tmp_path):
    """Else its numbers would be taken as they are."""
    text = f"t,{heading}\n0,2\n0.1,3\n"
    with pytest.raises(ValueError, match=rf"column '{heading}': there is no '{unit}'.*joints="):
        read_log(written(tmp_path, text))
    name = heading.partition("_")[2]
    assert read_log(written(tmp_path, text), joints=[name]).joints == (name,)


def test_units_of_angles_are_not_those_of_slides(tmp_path):
    arm = equidyn.robots.scara()
    names = arm.joint_names
    (slide,) = np.flatnonzero(~arm.revolute)
    units = ["deg" if turns else "mm" for turns in arm.revolute]
    head = ",".join(f"q_{name} [{unit}]" for name, unit in zip(names, units, strict=True))
    right = f"t [s],{head}\n0,1,1,1,1\n1,1,1,1,1\n"
    read_log(written(tmp_path, right), arm)
    for wrong, message in (
        (
            right.replace("[mm]", "[deg]"),
            f"'{names[slide]}' is prismatic: expected m or the like, got deg",
        ),
        (right.replace("[deg]", "[mm]", 1), f"'{names[0]}' is revolute: expected rad or the like"),
    ):
        with pytest.raises(ValueError, match=message):
            read_log(written(tmp_path, wrong), arm)
    # of one joint, without an arm
    with pytest.raises(ValueError, match=r"'a' is prismatic: expected m/s or the like, got deg/s"):
        read_log(written(tmp_path, "t [s],q_a [m],qd_a [deg/s]\n0,1,1\n1,1,1\n"))


DATES = ["2024-05-01T23:59:59.990Z", "2024-05-01T23:59:59.995Z", "2024-05-02T00:00:00Z"]


@pytest.mark.parametrize(
    ("separator", "change"),
    [
        (",", lambda date: date),
        (",", lambda date: date.replace("T", " ")),
        (";", lambda date: date.replace(".", ",")),
        ("\t", lambda date: date.replace("Z", " +00:00")),
        (" ", lambda date: date.replace("Z", "+0000")),
        (",", lambda date: date.replace("Z", "")),
        (",", lambda date: date.replace("T", "t").replace("Z", "z")),
    ],
)
@pytest.mark.parametrize("heading", ["time", "timestamp", "datetime", "time (UTC)"])
def test_dates_with_a_time_of_day_are_times(separator, change, heading, tmp_path):
    if separator == " ":
        heading = heading.replace(" (UTC)", "")
    lines = [separator.join([heading, "q_a", "q_b"])]
    lines += [separator.join([change(date), "1.5", "2"]) for date in DATES]
    log = read_log(written(tmp_path, "\n".join(lines) + "\n"))
    assert log.t.tolist() == [0, 0.005, 0.01]
    assert log.start == 1714607999.99
    assert log.joints == ("a", "b")
    assert log.notes == ()


def test_dates_are_exact_and_in_their_zone(tmp_path):
    text = "time;q_a\n2024-05-01T12:00:00.000000001+02:00;1,5\n2024-05-01T12:00:00.000000003+02;2\n"
    log = read_log(written(tmp_path, text))
    assert (log.t[1], log.start) == (2e-9, 1714557600.000000001)
    assert log.q[0, 0] == 1.5
    # without headings, and with bad rows
    rows = "\n".join(f"{date},1" for date in DATES)
    assert read_log(written(tmp_path, rows + "\n"), columns=["t", "q_a"]).t[-1] == 0.01
    with pytest.warns(equidyn.ArmWarning, match="not numbers: 2"):
        log = read_log(
            written(tmp_path, f"t,q_a\nx,1\n{rows}\n{DATES[-1]},x\n"), skip_bad_rows=True
        )
    assert len(log.t) == 3


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ("1714608000.5", "row 2: expected a time, got '1714608000.5'"),
        ("2024-13-01T00:00:00Z", "row 2: expected a time, got '2024-13-01T00:00:00Z'"),
        ("2024-05-02T00:00:00+99:00", "row 2: expected a time, got"),
        ("2024-05-02T00:00:00", "row 2: expected a time with a zone, as in row 1, got"),
        ("2024-05-01T00:00:00Z", "row 2: times must increase, got '2024-05-01T00:00:00Z'"),
    ],
)
def test_bad_dates_are_told_with_their_row(second, message, tmp_path):
    with pytest.raises(ValueError, match=re.escape(message)):
        read_log(written(tmp_path, f"time,q_a\n{DATES[0]},1\n{second},2\n{DATES[2]},3\n"))


def test_a_packed_log_is_read(tmp_path):
    content = b"t,q_a\n0,1\n0.01,2\n"
    packed = gzip.compress(content)
    path = tmp_path / "log.csv.gz"

    def read(content):
        path.write_bytes(content)
        return read_log(path)

    assert read(packed).q[:, 0].tolist() == [1, 2]
    damaged = packed[:-8] + bytes(4) + packed[-4:]
    for wrong, message in (
        (packed[:-4], "the .gz file is cut"),
        (packed[:20], "the .gz file is cut"),
        (damaged, "the .gz file is damaged"),
        (gzip.compress(bytes(65 * 2**20)), "more than 64 MiB when unpacked"),
        (b"PK\x03\x04" + content, "expected text, or text in .gz, got a .zip or .xlsx file"),
        (b"SQLite format 3\0", "got a database of SQLite"),
    ):
        with pytest.raises(ValueError, match=re.escape(message)):
            read(wrong)


def test_names_of_joints_that_end_like_units_stay(tmp_path):
    both = written(tmp_path, "t,q_tilt_deg,tau_tilt_deg,q_m,tau_m\n0,1,2,3,4\n0.1,1,2,3,4\n")
    log = read_log(both)
    assert log.joints == ("tilt_deg", "m")
    np.testing.assert_array_equal(log.q[0], [1, 3])
    one = "t,q_tilt_deg\n0,1\n0.1,1\n"
    assert read_log(written(tmp_path, one), joints=["tilt_deg"]).q[0, 0] == 1
    for wrong, message in (
        ("q_deg", "column 'q_deg': expected a joint, as 'q_elbow [deg]'"),
        ("q_a_deg_s", "there is no 'deg/s'"),
        ("tau_a_deg", "there is no 'deg'"),
    ):
        with pytest.raises(ValueError, match=re.escape(message)):
            read_log(written(tmp_path, one.replace("q_tilt_deg", wrong)))


def test_capitals_of_names_do_not_matter_unless_they_tell_joints_apart(tmp_path):
    text = "TIME,Q_A,TAU_A,Q_B,TAU_B\n0,1,2,3,4\n0.1,1,2,3,4\n"
    log = read_log(written(tmp_path, text), joints=["b", "a"])
    np.testing.assert_array_equal((log.q[0], log.tau[0]), ([3, 1], [4, 2]))
    assert read_log(written(tmp_path, text.replace("TAU_A", "tau_a"))).joints == ("A", "B")
    log = read_log(written(tmp_path, "t,q_a,q_A\n0,1,2\n0.1,1,2\n"), joints=["A", "a"])
    np.testing.assert_array_equal(log.q[0], [2, 1])


@pytest.mark.parametrize("ends", ["heading and rows", "rows", "heading", "the call"])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_rows_may_end_with_a_separator(ends, separator, tmp_path):
    end = "" if ends == "heading" else separator
    rows = [f"{0.1 * k:.1f}{separator}1{separator}{'' if k else 2}{end}" for k in range(3)]
    heading = separator.join(["t", "q_a", "q_b"]) + (separator if "heading" in ends else "")
    names = ["t", "q_a", "q_b"] if ends == "the call" else None
    lines = rows if names else [heading, *rows]
    log = read_log(written(tmp_path, "\n".join(lines) + "\n"), columns=names)
    np.testing.assert_array_equal(log.q, [[1, 2], [1, np.nan], [1, np.nan]])
    if end:
        with pytest.warns(equidyn.ArmWarning, match="row 3, the last, is cut"):
            log = read_log(written(tmp_path, "\n".join(lines)[: -len(end)]), columns=names)
        assert len(log.t) == 2


CURRENTS = {
    "UR's recorder": "timestamp actual_q_0 actual_q_1 actual_current_0 actual_current_1",
    "units": "t q_0 q_1 tau_0[A] tau_1[A]",
    "efforts": "t position[0] position[1] effort[0] effort[1]",
    "motors": "t q_0 q_1 motor_current_0 motor_current_1",
}


@pytest.mark.parametrize("kind", CURRENTS)
def test_torque_constants_make_torques_of_currents(kind, tmp_path):
    path = written(tmp_path, f"{CURRENTS[kind]}\n0 1 2 3 4\n0.002 1 3 nan 8\n")
    log = read_log(path, robots.planar_2r(), torque_constants=[10, -0.5])
    np.testing.assert_array_equal(log.tau, [[30, -2], [np.nan, -4]])
    np.testing.assert_array_equal(log.q, [[1, 2], [1, 3]])
    for wrong, message in (
        ([10], r"torque_constants: shape must be \(2,\)"),
        ([10, 0], "torque_constants: must not be zero, got 0 at joint 2"),
        ([10, np.nan], "torque_constants: must be finite"),
    ):
        with pytest.raises(ValueError, match=message):
            read_log(path, torque_constants=wrong)


def test_currents_are_no_torques_and_torques_no_currents(tmp_path):
    both = "t,q_a,tau_a [Nm],current_a [mA]\n0,1,2,3\n0.1,1,2,3\n"
    log = read_log(written(tmp_path, both))
    assert (log.tau[0, 0], log.ignored) == (2, ("current_a [mA]",))
    log = read_log(written(tmp_path, both), torque_constants=[100])
    assert (log.tau[0, 0], log.ignored) == (pytest.approx(0.3), ("tau_a [Nm]",))
    for heading, message in (("tau_a [Nm]", "got torques in 'tau_a"), ("x", "got none")):
        path = written(tmp_path, f"t,q_a,{heading}\n0,1,2\n0.1,1,2\n")
        with pytest.raises(ValueError, match=f"torque_constants: expected currents, .* {message}"):
            read_log(path, torque_constants=[1])
    path = written(tmp_path, "t,q_a,current_a\n0,1,2\n0.1,1,2\n0.2,1,2\n")
    with pytest.raises(ValueError, match="got no torques: torque_constants= of read_log"):
        read_log(path).smooth(cutoff=1)


def moving(step, amplitude=1.0, rate=3.0, period=0.002, count=2000, start=0):
    """Return a log without a unit of time, whose samples are truly some period apart, s."""
    phase = rate * period * np.arange(count)
    return "time,q_0,q_1\n" + "".join(
        f"{start + step * k},{amplitude * np.sin(x)},{amplitude * np.cos(x)}\n"
        for k, x in enumerate(phase)
    )


@pytest.mark.parametrize(
    ("step", "unit", "period"),
    [
        *((step, "ms", step / 1e3) for step in (1, 2, 4, 8, 10, 20, 7.98)),
        *((step, "us", step / 1e6) for step in (125, 1000, 2000, 8000, 20000)),
        *((step, "ns", step / 1e9) for step in (10**6, 8 * 10**6)),
    ],
)
@pytest.mark.parametrize("rate", [0.3, 3.0, 10.0])
def test_a_unit_that_steps_and_speeds_tell_is_taken_and_told(step, unit, period, rate, tmp_path):
    path = written(tmp_path, moving(step, rate=rate, period=period))
    with pytest.warns(equidyn.ArmWarning, match=rf"taken for {unit}, .*'time \[{unit}\]'"):
        log = read_log(path)
    np.testing.assert_allclose(log.t[1], period, rtol=1e-9)


@pytest.mark.parametrize(
    ("start", "step"), [(969_067_342_757, 125), (17 * 10**11, 1000)], ids=["days", "weeks"]
)
def test_a_clock_that_counts_from_its_start_is_not_taken_for_a_date(start, step, tmp_path):
    text = moving(step, period=step / 1e6, start=start)
    with pytest.warns(equidyn.ArmWarning, match="taken for us"):
        assert read_log(written(tmp_path, text)).t[1] == step / 1e6


@pytest.mark.parametrize("step", [0.5, 1, 5])
def test_times_that_may_be_in_seconds_are_and_told_if_others_are_possible(step, tmp_path):
    slow = written(tmp_path, moving(step, rate=0.1, period=step))
    if step < 1:
        read_log(slow)
    else:
        with pytest.warns(equidyn.ArmWarning, match=r"taken for s: write .*'time \[ms\]' if"):
            read_log(slow)
    # what would be impossibly fast in ms is in seconds
    read_log(written(tmp_path, "t,q_0\n0,0\n1,1.5\n2,3\n"))
    # what does not move does not tell
    with pytest.warns(equidyn.ArmWarning, match="taken for s: write"):
        assert read_log(written(tmp_path, moving(2, amplitude=1e-4))).t[1] == 2
    with pytest.raises(ValueError, match=r"expected a unit, as 'time \[ms\]', got steps of 2000"):
        read_log(written(tmp_path, moving(2000, amplitude=1e-4)))
    with pytest.raises(ValueError, match="expected a unit"):
        read_log(written(tmp_path, moving(100, amplitude=60000)))
    # nor do outliers
    lines = moving(2).splitlines()
    lines[99] = "196,2.5,0"
    with pytest.warns(equidyn.ArmWarning, match="taken for ms"):
        read_log(written(tmp_path, "\n".join(lines)))


def test_a_log_by_libfranka_is_in_ms_and_what_was_asked_for_is_ignored(tmp_path):
    groups = ("state.q", "state.q_d", "state.dq", "state.tau_J", "state.tau_J_d", "cmd.q")
    groups += ("state.tau_ext_hat_filtered", "/arm/desired/position", "tau_command")
    groups += ("state.dq_d", "cmd.O_T_EE_d", "state.O_T_EE", "state.dtau_J", "state.theta")
    heading = ["time", "success_rate", *(f"{each}[{i}]" for each in groups for i in range(2))]
    rows = [[1000 + k, 1, *(10 * g + i for g in range(len(groups)) for i in range(2))]
            for k in range(3)]  # fmt: skip
    lines = [",".join(map(str, row)) for row in (heading, *rows)]
    log = read_log(written(tmp_path, "\n".join(lines)), robots.planar_2r())
    assert log.t.tolist() == [0, 0.001, 0.002]
    np.testing.assert_array_equal(log.q[0], [0, 1])
    np.testing.assert_array_equal(log.qd[0], [20, 21])
    np.testing.assert_array_equal(log.tau[0], [30, 31])
    assert "state.q_d[0]" in log.ignored
    assert "cmd.q[1]" in log.ignored
    # joints whose names are words of controllers are those of the arm
    text = "t,q_d,q_target_1,q_c\n0,1,2,3\n0.1,1,2,3\n"
    np.testing.assert_array_equal(
        read_log(written(tmp_path, text), joints=["d", "target_1"]).q[0], [1, 2]
    )
    beside = "t,q_0,q_1,q_d_0,q_d_1,q_filtered_0\n0,1,2,3,4,5\n0.1,1,2,3,4,5\n"
    np.testing.assert_array_equal(read_log(written(tmp_path, beside)).q[0], [1, 2])
    read = read_log(written(tmp_path, "t,tau_J[0]_Nm,tau_J_d[0]_Nm\n0,1,2\n0.1,1,2\n"))
    assert (read.tau[0, 0], read.ignored) == (1, ("tau_J_d[0]_Nm",))
    flat = "t,q_0,dq_0,dq_d_0,tau_J_0,tau_J_d_0,dtau_J_0,tau_ext_hat_filtered_0,O_T_EE_0\n"
    log = read_log(written(tmp_path, f"{flat}0,1,2,3,4,5,6,7,8\n0.1,1,2,3,4,5,6,7,8\n"))
    assert [(name, array[0, 0]) for name, array in log.known.items()] == [
        ("q", 1),
        ("qd", 2),
        ("tau", 4),
    ]


PLAIN = "time [s],q_0 [°],q_1 [°]\n0.5,1.25,-2\n0.75,3,1e-3\n"
WRITTEN = {
    "blanks": PLAIN.replace(",", "  ").encode(),
    "pipes": PLAIN.replace(",", "|").encode(),
    "tabs and decimal commas": PLAIN.replace(",", "\t").replace(".", ",").encode(),
    "semicolons and decimal commas": PLAIN.replace(",", ";").replace(".", ",").encode("cp1252"),
    "blanks and decimal commas": PLAIN.replace(",", " ").replace(".", ",").encode("cp1252"),
    "windows-1252": PLAIN.encode("cp1252"),
    "UTF-8 with a mark": PLAIN.encode("utf-8-sig"),
    "UTF-16": PLAIN.encode("utf-16"),
    "UTF-16, big end first": b"\xfe\xff" + PLAIN.encode("utf-16-be"),
    "UTF-16 without a mark": PLAIN.encode("utf-16-le"),
    "quotes": "\n".join(
        ",".join(f'"{cell}"' for cell in line.split(",")) for line in PLAIN.splitlines()
    ).encode(),
    "NumPy's comments": b"# by hand\n# " + PLAIN.replace(",", " ").encode(),
    "UTF-32": PLAIN.encode("utf-32"),
    "a line for Excel": b"sep=|\n" + PLAIN.replace(",", "|").encode(),
    "single quotes": PLAIN.replace("q_0 [°]", "'q_0 [°]'").encode(),
    "comments of others": f"% by hand\n// of MATLAB\n{PLAIN}".encode(),
    "headings in a comment, text in a column": b"// t;q_0_deg;q_1_deg;mode\n0,5;1,25;-2;RUN\n"
    b"0,75;3;1e-3;RUN\n",
    "lines about the recorder": f"Recorder 3.1\nRobot: arm, two joints\n\n{PLAIN}".encode(),
    "headings again": PLAIN.replace("0.75", "time [s],q_0 [°],q_1 [°]\n0.75").encode(),
    "a row of units": b"time,q_0,q_1,mode\ns,deg,deg,\n0.5,1.25,-2,RUN\n0.75,3,1e-3,RUN\n",
    "units in brackets in a row": b"time\tq_0\tq_1\n[ms]\t[deg]\t[deg]\n500\t1.25\t-2\n"
    b"750\t3\t1e-3\n",
    "units in headings and in a row": b"t;q_0_deg;q_1 [deg]\ns;deg;deg\n0.5;1.25;-2\n0.75;3;1e-3\n",
    "a stamp beside decimal commas": b"sec;nanosec;q_0_deg;q_1_deg\n0;500000000;1,25;-2\n"
    b"0;750000000;3;0,001\n",
    "quotes and decimal commas": b'"time [s]","q_0 [deg]","q_1 [deg]"\n"0,5","1,25","-2"\n'
    b'"0,75","3","1e-3"\n',
}


def test_a_file_that_is_no_text_is_told(tmp_path):
    for number, content in enumerate(
        (b"t,q_a\x81\n0,1\n", b"\xff\xfet", b"\0" * 99 + b"\xd8\0\xd8")
    ):
        path = tmp_path / f"{number}.csv"
        path.write_bytes(content)
        with pytest.raises(ValueError, match=r"\d\.csv: expected "):
            read_log(path)


@pytest.mark.parametrize("kind", WRITTEN)
def test_files_of_spreadsheets_and_recorders_are_read(kind, tmp_path):
    path = tmp_path / "log.csv"
    path.write_bytes(WRITTEN[kind])
    log = read_log(path)
    np.testing.assert_allclose(np.degrees(log.q), [[1.25, -2], [3, 1e-3]], rtol=1e-15)
    assert (log.t.tolist(), log.start) == ([0, 0.25], 0.5)


def test_other_separators_and_decimal_commas(tmp_path):
    log = read_log(written(tmp_path, "\ufefft;q_a;q_b\n0,5;1,25;-2\n0,75;3;1e-3\n"))
    np.testing.assert_array_equal(log.q, [[1.25, -2], [3, 1e-3]])
    assert log.t.tolist() == [0, 0.25]
    log = read_log(written(tmp_path, "# by hand\nt\tq_a\n0\t1\n\n0.5\t2\n"))
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
        ("q_a\n1\n", "columns: expected one time column"),
        (
            "t,time,q_a\n1,1,1\n",
            "columns: expected one time column, such as 't' or 'time', got 't', 'time'",
        ),
        ("t,speed\n1,2\n", "columns: expected some as 'q_elbow' or 'position"),
        ("t,q_a\n1,1\n0,2\n", "row 2: times must increase"),
        ("t,q_a\n0,1\n0,2\n", "row 2: times must increase"),
        ("t,q_a\n0,1\n0,2\n1,3\n1,4\n", "row 2: times must increase, got '0'"),
        ('t,q_a,q_b\n0,1,1\n1,"2,2\n2,3,3\n3,4,4\n', "row 2: expected 3 values, got 2"),
        ("t,q_a\nx,1\n", "row 1: expected a time, got 'x'"),
        ("t,q_a\n1e99,1\n", "row 1: expected a time, got '1e99'"),
        ("t,q_a\n0,one\n", "row 1: expected a number, got 'one'"),
        ("t,q_a\n0,inf\n", "row 1: expected a number, got 'inf'"),
        ("t,q_a\n0,1,2\n", "row 1: expected 2 values, got 3"),
        ("t,q_a,q_a\n0,1,2\n", "column 'q_a' occurs twice"),
        ("t,q_a,tau_b\n0,1,2\n", "columns: there is no q of 'b'"),
        ("t,q_a,position_a\n0,1,2\n", "columns: q of 'a' occurs twice"),
        ("# by hand\n0.0,1.5\n0.1,2\n", "expected headings in the first line, as t,q_1,q_2"),
        ("0.0,1.5\n0.1,2\n", "expected headings in the first line, as t,q_1,q_2, got numbers"),
        ("t [ms],q_a\ns,rad\n0,5\n", "row 1: expected a time, got 's'"),
        ("t,q_a\n-,-\n0,5\n", "row 1: expected a time, got '-'"),
        ("t,q_a\n,\n0,5\nt,q_b\n1,5\n", "row 1: expected a time, got ''"),
        ("about a log\nt;q_a\n0;1;2\n0.1;1;2\n", "expected 3 headings in the first line"),
        ("t,q_a\n0,5,1,25\n", "row 1: expected 2 values, got 4: decimal commas"),
        ("t;q_a\n0,5;1.234,5\n", "expected one decimal sign, got '0,5' and '1.234,5'"),
        ("t;q_a\n0.5;1,5\n", "expected one decimal sign, got '1,5' and '0.5'"),
        ("t,q_a\n0,1_0\n", "row 1: expected a number, got '1_0'"),
        ("t,q_a\n1_0,1\n", "row 1: expected a time, got '1_0'"),
        ("t,q_a\n0,٣\n", "row 1: expected a number, got '٣'"),
        ("t,q_a\n1e999999999,1\n", "row 1: expected a time, got '1e999999999'"),
        ("t,q_a\n0,1\n1e-400,1\n", "row 2: times must increase, got '1e-400'"),
        ("t,q_a\n5e18,1\n", "column 't': expected s, got 5e+18: name the unit, as 't [ns]'"),
    ],
)
def test_bad_files_are_told_with_their_place(text, message, tmp_path):
    path = written(tmp_path, text)
    with pytest.raises(ValueError, match=r"log\.csv: ") as error:
        read_log(path)
    assert message in str(error.value)


def test_a_log_of_a_robot_fits_the_arm_of_the_zoo_by_name_and_by_number(tmp_path):
    names = robots.load("ur5e").joint_names
    head = ",".join(f"position_{name}" for name in sorted(names))
    values = {name: str(k) for k, name in enumerate(names)}
    row = ",".join(values[name] for name in sorted(names))
    log = read_log(written(tmp_path, f"t,{head}\n0,{row}\n"), arm="ur5e")
    np.testing.assert_array_equal(log.q[0], range(6))
    numbered = ",".join(f"actual_q_{k}" for k in range(6))
    log = read_log(written(tmp_path, f"t,{numbered}\n0,0,1,2,3,4,5\n"), arm="ur5e")
    np.testing.assert_array_equal(log.q[0], range(6))
    assert log.joints == names


def test_an_arm_of_other_names_is_told_how_it_gets_those_of_the_log(tmp_path):
    path = written(tmp_path, "t,q_left_hip,q_left_knee\n0,1,2\n")
    with pytest.raises(ValueError, match=r"lacks 'joint_1', 'joint_2'; arm\.with_joint_names"):
        read_log(path, arm=robots.planar_2r())
    arm = robots.planar_2r().with_joint_names(["left_hip", "left_knee"])
    np.testing.assert_array_equal(read_log(path, arm=arm).q, [[1, 2]])


def test_joints_have_to_be_there(tmp_path):
    path = written(tmp_path, "t,q_a,q_b\n0,1,2\n")
    with pytest.raises(ValueError, match="joints: the log has 'a', 'b', and lacks 'c'"):
        read_log(path, joints=["a", "c"])
    with pytest.raises(ValueError, match="joints: expected different names"):
        read_log(path, joints=["a", "a"])
    with pytest.raises(ValueError, match="expected joints or arm, got both"):
        read_log(path, robots.planar_2r(), joints=["a", "b"])
    with pytest.raises(ValueError, match="expected 3 joints, got 2"):
        read_log(written(tmp_path, "t,q0,q1\n0,1,2\n"), joints=["a", "b", "c"])
    numbered = written(tmp_path, "t,q_1,q_3\n0,1,2\n")
    with pytest.raises(ValueError, match=r"joints 0, 1, 2 \.\.\. or 1, 2, 3 \.\.\., got '1', '3'"):
        read_log(numbered, robots.planar_2r())
    assert read_log(numbered, joints=["a", "c"]).joints == ("a", "c")
    with pytest.raises(OSError, match=r"no\.csv"):
        read_log(tmp_path / "no.csv")


T = np.linspace(0, 8, 801)
TURNING = np.column_stack([5 * np.sin(0.9 * T) + 3, 0.4 * np.cos(2 * T), 4 * np.sin(1.7 * T)])
ARM_WITH_A_SLIDE = robots.random_arm(3, seed=1, joints="RPR")


def saved(tmp_path, q, *, unit="", t=T):
    heading = ",".join(["t", *(f"q_joint_{k}{unit}" for k in (1, 2, 3))])
    rows = [",".join(map("{:.9g}".format, row)) for row in np.column_stack([t, q])]
    return written(tmp_path, "\n".join([heading, *rows]))


@pytest.mark.parametrize("lowest", [0.0, -np.pi, -2.0])
@pytest.mark.parametrize("arm", [None, ARM_WITH_A_SLIDE], ids=["of headings", "of an arm"])
def test_angles_of_one_turn_are_those_of_the_motion(lowest, arm, tmp_path):
    noisy = TURNING + np.random.default_rng(0).normal(scale=1e-3, size=TURNING.shape)
    wrapped = noisy.copy()
    for k in (0, 2):
        wrapped[:, k] = (noisy[:, k] - lowest) % (2 * np.pi) + lowest
        assert (np.abs(np.diff(wrapped[:, k])) > 5).any()
    wrapped[40:44] = np.nan
    log = read_log(saved(tmp_path, wrapped), arm)
    turns = (log.q - noisy)[:, [0, 2]] / (2 * np.pi)
    turns -= np.round(turns[0])
    assert np.nanmax(np.abs(turns)) < 1e-6
    np.testing.assert_allclose(log.q[:, 1], wrapped[:, 1], atol=1e-8)
    assert [note.partition(":")[0] for note in log.notes] == ["joint_1", "joint_3"]
    assert log.notes[0] in str(log)


def test_degrees_and_uneven_times_wrap_too(tmp_path):
    rng = np.random.default_rng(1)
    t = np.sort(T + rng.uniform(-0.0049, 0.0049, T.size))
    q = np.array([np.interp(t, T, angle) for angle in TURNING.T]).T
    log = read_log(saved(tmp_path, np.degrees(q) % 360, unit=" [deg]", t=t))
    np.testing.assert_allclose(np.ptp(log.q - q, axis=0), 0, atol=1e-7)
    with pytest.warns(equidyn.ArmWarning, match=r"in degrees, write 'q_joint_1 \[deg\]'"):
        log = read_log(saved(tmp_path, np.degrees(q) % 360, t=t))
    assert log.notes == ()


def test_a_slide_never_turns(tmp_path):
    q = np.column_stack([0 * T, np.where(T < 4, 0.0, 6.28), 0 * T])
    assert read_log(saved(tmp_path, q), ARM_WITH_A_SLIDE).notes == ()
    assert read_log(saved(tmp_path, 1e3 * q, unit=" [mm]")).notes == ()
    assert len(read_log(saved(tmp_path, q)).notes) == 1


@pytest.mark.parametrize("unit", ["", " [m]"])
def test_degrees_are_those_of_angles_alone(tmp_path, unit):
    path = tmp_path / "log.csv"
    path.write_text(
        f"t,q_1,q_2{unit},q_3,qd_1,qd_2,qd_3,tau_1,tau_2,tau_3\n"
        "0,90,0.5,-180,30,0.2,60,5,6,7\n0.01,90,0.5,-180,30,0.2,60,5,6,7\n"
    )
    log = read_log(path, None if unit else ARM_WITH_A_SLIDE, degrees=True)
    np.testing.assert_allclose(log.q[0], [np.pi / 2, 0.5, -np.pi])
    np.testing.assert_allclose(log.qd[0], [np.pi / 6, 0.2, np.pi / 3])
    np.testing.assert_allclose(log.tau[0], [5, 6, 7])


def test_a_long_step_that_the_velocity_explains_is_a_motion(tmp_path):
    q = np.column_stack([2.5 * T, 0 * T, -1.5 * T])
    kept = (T < 3) | (T > 5)
    log = read_log(saved(tmp_path, q[kept], t=T[kept]))
    np.testing.assert_allclose(log.q, q[kept], atol=1e-7)
    assert log.notes == ()


@pytest.mark.parametrize(
    "angle", [np.arange(801) * 2.2 % (2 * np.pi), np.arange(801) * 5.0], ids=["wrapped", "fast"]
)
def test_a_log_too_coarse_to_tell_a_motion_from_a_turn_is_told(angle, tmp_path):
    q = np.column_stack([0 * T, 0 * T, angle])
    with pytest.warns(equidyn.ArmWarning, match="joint_3 moves .* rad in one step, at 0.0"):
        log = read_log(saved(tmp_path, q))
    np.testing.assert_allclose(log.q, q, rtol=1e-7)


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
        read_log(written(tmp_path, "t,q_a\n0,1\n0.5,2\n")).smooth(cutoff=1)


def test_rows_that_are_cut_repeated_or_bad_are_left_out_with_one_warning(tmp_path):
    good = "t,q_a,q_b\n0,1,2\n0,5,6\n0.1,3,4\n"
    with pytest.warns(equidyn.ArmWarning) as said:
        log = read_log(written(tmp_path, good + "0.2,7"))
    assert len(said) == 1
    assert "row 4, the last, is cut" in str(said[0].message)
    assert "rows that repeat a time are left out: 1" in str(said[0].message)
    np.testing.assert_array_equal(log.q, [[1, 2], [3, 4]])
    assert log.t.tolist() == [0, 0.1]
    bad = written(tmp_path, "t,q_a,q_b\n0,1,2\n0.1,x,6\n0.2,1\n0.3,inf,0\n?,1,1\n0.4,,4\n")
    with pytest.raises(ValueError, match="row 3: expected 3 values, got 2"):
        read_log(bad)
    with pytest.warns(equidyn.ArmWarning, match="skipped") as said:
        log = read_log(bad, skip_bad_rows=True)
    assert len(said) == 1
    np.testing.assert_array_equal(log.q, [[1, 2], [np.nan, 4]])


def test_a_last_number_that_is_cut_is_left_out_with_a_warning(tmp_path):
    rows = "t,q_a\n0.00,1.2345\n0.01,1.3456\n0.02,1.4567\n"
    assert len(read_log(written(tmp_path, rows)).t) == 3
    assert len(read_log(written(tmp_path, rows.rstrip())).t) == 3
    for digits in range(1, 5):
        with pytest.warns(equidyn.ArmWarning, match="row 3, the last, is cut and left out"):
            log = read_log(written(tmp_path, rows.rstrip()[:-digits]))
        np.testing.assert_array_equal(log.q[:, 0], [1.2345, 1.3456])
    # a number with few digits ends with its line
    assert len(read_log(written(tmp_path, rows.replace("1.4567", "1.5"))).t) == 3


@pytest.mark.parametrize("unit", ["MNm", "mnm", "MRad", "Mm"])
def test_prefixes_are_not_read_as_others(unit, tmp_path):
    quantity = "tau" if unit.endswith("Nm") else "q"
    with pytest.raises(ValueError, match=f"there is no '{unit}'"):
        read_log(written(tmp_path, f"t,q_a,{quantity}_b [{unit}]\n0,1,1\n1,2,2\n"))


@pytest.mark.parametrize(
    "names",
    [
        ("/joint_states/header/stamp/sec", "/joint_states/header/stamp/nanosec"),
        ("header.stamp.sec", "header.stamp.nanosec"),
        ("field.header.stamp.secs", "field.header.stamp.nsecs"),
        ("seconds", "nanoseconds"),
        ("Secs [s]", "Nsecs [ns]"),
        ("tv_sec", "tv_nsec"),
        ("time_sec", "time_nsec"),
    ],
)
def test_stamps_of_ros_are_seconds_and_nanoseconds(names, tmp_path):
    head = ",".join([*names, "position[0]"])
    text = f"{head}\n1700000000,999999999,1\n1700000001,1000000,2\n"
    log = read_log(written(tmp_path, text))
    assert log.t.tolist() == [0, 0.001000001]
    assert log.ignored == ()
    with pytest.raises(ValueError, match="row 2: expected a time, got '1700000001 s and -1 ns'"):
        read_log(written(tmp_path, text.replace(",1000000,", ",-1,")))
    with pytest.raises(ValueError, match=r"got '1700000000\.5 s and 999999999 ns'"):
        read_log(written(tmp_path, text.replace("1700000000,", "1700000000.5,")))


def test_the_time_of_rows_comes_before_those_of_messages(tmp_path):
    stamp = "/joint_states/header/stamp"
    head = f"__time,{stamp},{stamp}/sec,{stamp}/nanosec,/joint_states/a/position"
    text = f"{head}\n1.5,1.4,1,300000000,5\n1.75,1.65,1,550000000,6\n"
    assert read_log(written(tmp_path, text)).start == 1.5
    assert read_log(written(tmp_path, text.replace("__time", "x"))).start == 1.3
    assert (
        read_log(written(tmp_path, text.replace("__time", "x").replace("nanosec", "x"))).start
        == 1.4
    )
    twice = f"__time,{stamp}/sec,{stamp}/nanosec,b/stamp/sec,b/stamp/nanosec,q_a\n1,1,1,1,1,1\n"
    assert read_log(written(tmp_path, twice)).ignored[-1] == "b/stamp/nanosec"
    with pytest.raises(ValueError, match=r"expected one time column, .*'b/stamp/sec'"):
        read_log(written(tmp_path, twice.replace("__time", "x")))
    micro = "sec,usec,q_a\n1,999000,1\n2,0,1\n"
    np.testing.assert_allclose(read_log(written(tmp_path, micro)).t, [0, 0.001])
    alone = "nanoseconds,q_a\n1000000,1\n3000000,1\n"
    assert read_log(written(tmp_path, alone)).t[1] == 0.002


@pytest.mark.parametrize("separator", [",", ";", "\t", "  ", "|"])
@pytest.mark.parametrize("sign", [".", ","])
def test_a_file_without_headings_has_those_of_the_call(separator, sign, tmp_path):
    if separator == sign:
        separator = ", " if sign == "." else ";"
    rows = (["0.5", "90.5", "2.0"], ["0.75", "91.5", "3.0"])
    text = "\n".join(separator.join(row).replace(".", sign) if separator != "," else
                     separator.join(row) for row in rows)  # fmt: skip
    names = ["t", "q_a [deg]", "tau_a"]
    log = read_log(written(tmp_path, text), columns=names)
    np.testing.assert_allclose(np.degrees(log.q[:, 0]), [90.5, 91.5])
    np.testing.assert_array_equal(log.tau[:, 0], [2, 3])
    for wrong, content in ((names[:2], text), (names, "t,q,tau\n0,1,2\n")):
        with pytest.raises(ValueError, match="columns: expected a first line of"):
            read_log(written(tmp_path, content), columns=wrong)
