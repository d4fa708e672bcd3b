"""Motors in the transmissions of a URDF: read as those of MuJoCo are, or named in the warning."""

import warnings

import numpy as np
import pytest

from equidyn import Arm

INERTIAL = (
    '<inertial><origin xyz="0.1 0 0"/><mass value="1"/>'
    '<inertia ixx="0.001" iyy="0.002" izz="0.002" ixy="0" ixz="0" iyz="0"/></inertial>'
)
LIMIT = '<limit lower="-3" upper="3" effort="9" velocity="1"/>'


def robot(*drives, inside="", dynamics='<dynamics damping="0.5" friction="3"/>'):
    """An arm of two joints; the first has friction, and what is inside of it."""
    links = '<link name="base"/>' + "".join(f'<link name="l{k}">{INERTIAL}</link>' for k in (1, 2))
    joints = "".join(
        f'<joint name="{name}" type="revolute"><parent link="{a}"/><child link="{b}"/>'
        f'<origin xyz="0.2 0 0"/><axis xyz="0 1 0"/>{LIMIT}{more}</joint>'
        for name, a, b, more in (
            ("j1", "base", "l1", dynamics + inside),
            ("j2", "l1", "l2", ""),
        )
    )
    return f'<robot name="r">{links}{joints}{"".join(drives)}</robot>'


def drive(inside, joint="j1", more="", in_joint=""):
    return (
        f'<transmission name="t_{joint}"><type>transmission_interface/SimpleTransmission</type>'
        f'<joint name="{joint}">{in_joint}</joint><actuator name="m">{inside}</actuator>{more}'
        "</transmission>"
    )


REDUCTION = "<mechanicalReduction> -114 </mechanicalReduction>"
INERTIA = "<motorInertia>1e-5</motorInertia>"
DRAKE = '<drake:gear_ratio value="-114"/><drake:rotor_inertia value="1e-5"/>'


def read(text):
    """The arm, and the lines of the warning."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        arm = Arm.from_urdf(text)
    return arm, [line.strip() for each in caught for line in str(each.message).splitlines()[1:]]


MOTORS = {
    "in the actuator": robot(drive(REDUCTION + INERTIA)),
    "of Drake": robot(drive(DRAKE)),
    "of Drake, before others": robot(drive(DRAKE + "<mechanicalReduction>1</mechanicalReduction>")),
    "of Drake, at the joint": robot(inside=DRAKE),
    "for several interfaces": robot(*[drive(REDUCTION + INERTIA)] * 2),
    "beside one of none": robot(drive(REDUCTION + INERTIA), drive("")),
    "of ROS 2": robot(
        "<ros2_control>",
        drive(INERTIA, in_joint=REDUCTION.replace("lR", "l_r")),
        "</ros2_control>",
    ),
    "in the transmission": robot(drive("", more=REDUCTION + INERTIA)),
}


@pytest.mark.parametrize("name", MOTORS)
def test_reductions_and_rotors_are_read(name):
    arm, told = read(MOTORS[name])
    assert told == []
    np.testing.assert_array_equal(arm.gear_ratio, [-114, 1])
    np.testing.assert_array_equal(arm.motor_inertia, [1e-5, 0])


def test_friction_stays_that_of_the_joint():
    plain, _ = read(robot())
    arm, _ = read(robot(drive(REDUCTION + INERTIA), drive(INERTIA, joint="j2")))
    q, qd, qdd = np.random.default_rng(2).uniform(-2, 2, (3, 6, 2))
    reflected = qdd * [114**2 * 1e-5, 1e-5]
    expected = plain.inverse_dynamics(q, qd, qdd, friction=True) + reflected
    found = arm.inverse_dynamics(q, qd, qdd, friction=True, motors=True)
    np.testing.assert_allclose(found, expected, rtol=1e-14)
    without = arm.inverse_dynamics(q, qd, qdd, friction=True)
    np.testing.assert_allclose(without, plain.inverse_dynamics(q, qd, qdd, friction=True), 1e-14)


def test_reductions_of_one_and_rotors_without_inertia_are_none():
    drives = [
        drive("<mechanicalReduction>1</mechanicalReduction>"),
        drive("<motorInertia>0</motorInertia>"),
        drive("<mechanicalReduction/>", joint="j2"),
    ]
    arm, told = read(robot(*drives))
    assert (arm.gear_ratio, arm.motor_inertia, told) == (None, None, [])
    assert arm == read(robot())[0]


COUPLED = drive(REDUCTION).replace(
    '<joint name="j1"></joint>', '<joint name="j1"/><joint name="j2"/>'
)
TWO_MOTORS = drive(REDUCTION, more='<actuator name="m2"/>')
NOT_READ = {
    "coupled": ([COUPLED], "motors coupled by a transmission of 'j1', 'j2'"),
    "two motors": ([TWO_MOTORS], "motors coupled by a transmission of 'j1'"),
    "different": (
        [drive(REDUCTION), drive(INERTIA)],
        "contradictory motors of 'j1'",
    ),
    "no number": (
        [drive(INERTIA + "<mechanicalReduction>${ratio}</mechanicalReduction>")],
        "the motor with <mechanicalReduction> '${ratio}' of 'j1'",
    ),
    "no turns": (
        [drive('<drake:gear_ratio value="0"/>')],
        "the motor with <drake:gear_ratio> '0' of 'j1'",
    ),
    "negative": (
        [drive(REDUCTION + "<motorInertia>-1e-5</motorInertia>")],
        "the motor with <motorInertia> '-1e-5' of 'j1'",
    ),
    "infinite": (
        [drive("<motorInertia>1e999</motorInertia>")],
        "the motor with <motorInertia> '1e999' of 'j1'",
    ),
}


@pytest.mark.parametrize("name", NOT_READ)
def test_motors_that_cannot_be_read_are_named(name):
    drives, said = NOT_READ[name]
    arm, told = read(robot(*drives))
    assert told == [f"left out of the torques: {said}"]
    assert arm == read(robot())[0]


def test_motors_beside_the_chain_are_none_of_the_arm():
    beside = drive(REDUCTION + INERTIA, joint="elsewhere")
    assert read(robot(beside)) == read(robot())
    text = robot(drive(REDUCTION + INERTIA))
    assert Arm.from_urdf(text, base="l1") == Arm.from_urdf(robot(), base="l1")


def test_pinocchio_adds_the_same_rotors():
    pin = pytest.importorskip("pinocchio")
    text = robot(drive(REDUCTION + INERTIA), drive(INERTIA, joint="j2"))
    arm, _ = read(text)
    model = pin.buildModelFromXML(text)
    model.armature = arm.gear_ratio**2 * arm.motor_inertia
    data = model.createData()
    for q, qd, qdd in np.random.default_rng(4).uniform(-2, 2, (5, 3, 2)):
        tau = pin.rnea(model, data, q, qd, qdd)
        np.testing.assert_allclose(arm.inverse_dynamics(q, qd, qdd, motors=True), tau, rtol=1e-13)
