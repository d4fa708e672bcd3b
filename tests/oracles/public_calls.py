"""A call of every public function that is no method of arrays, with as many arguments as it has."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import equidyn
from equidyn import robots

ARM = robots.planar_2r().with_limits([[-1, 1]] * 2)
DATA = {name: value for name, value in ARM.to_dict().items() if name != "format"}
Q = [0.1, 0.2]
LOG = Path(__file__).parents[1] / "data/log.csv"
POSE = ARM.forward_kinematics(Q)
STATES = [np.linspace(-1, 1, 80).reshape(40, 2) ** k for k in (1, 2, 3)]
MOTION = dict(zip(("q", "qd", "qdd", "tau"), [*STATES, ARM.inverse_dynamics(*STATES)], strict=True))
IDENTIFIED = equidyn.identify(ARM, **MOTION)


def call(function: Callable[..., Any], **arguments: Any) -> tuple[Any, dict[str, Any]]:
    """Return a function with good values of its arguments."""
    return function, arguments


# fmt: off
PUBLIC_CALLS = {
    "Arm.from_dh": call(equidyn.Arm.from_dh, **DATA),
    "Arm.from_dict": call(equidyn.Arm.from_dict, data=ARM.to_dict()),
    "Arm.load": call(equidyn.Arm.load, path="no.json"),
    "Arm.inertia_about_com": call(
        equidyn.Arm.inertia_about_com, about_origin=np.eye(3), mass=1, com=[0, 0, 0]
    ),
    "check": call(ARM.check, q=Q),
    "decoupled_complement": call(equidyn.studies.decoupled_complement, arm="planar_2r", q=Q),
    "spatial_operators": call(equidyn.studies.spatial_operators, arm="planar_2r", q=Q),
    "with_name": call(ARM.with_name, name=""),
    "with_gravity": call(ARM.with_gravity, gravity=(0, 0, 1)),
    "with_base": call(ARM.with_base, base=np.eye(4)),
    "with_tool": call(ARM.with_tool, tool=np.eye(4)),
    "with_limits": call(ARM.with_limits, limits=[[0, 1]] * 2),
    "with_friction": call(
        ARM.with_friction,
        viscous=[1, 1],
        coulomb=[[1, -1]] * 2,
        breakaway=[[1, -1]] * 2,
        stribeck=[1, 1],
    ),
    "with_motors": call(ARM.with_motors, motor_inertia=[1, 1], gear_ratio=[1, 1]),
    "with_payload": call(ARM.with_payload, mass=1, com=(0, 0, 0), inertia=np.eye(3)),
    "payload_capacity": call(
        ARM.with_limits(effort=[9, 9]).payload_capacity, q=Q, qd=Q, qdd=Q, com=(0, 0, 0.1),
        friction=False, motors=False, threads=1
    ),
    "to_convention": call(ARM.to_convention, convention="modified"),
    "table": call(ARM.table, inertia=True),
    "parameters": call(ARM.parameters, friction=False, motors=False),
    "with_parameters": call(ARM.with_parameters, parameters=ARM.parameters()),
    "base_parameters": call(ARM.base_parameters, friction=False, motors=False),
    "formulations": call(equidyn.formulations, quantity="mass_matrix"),
    "draw": call(
        ARM.draw, q=Q, qd=Q, qdd=Q, vectors=["force"], link=1, tip_wrench=[1] * 6,
        scale={"N": 50}, frames=True, masses=False
    ),
    "recursion": call(ARM.recursion, q=Q, qd=Q, qdd=Q, tip_wrench=[1] * 6),
    "animate": call(
        ARM.animate, motion=([0, 1], [Q, Q]), samples=3, vectors=["weight"], link=2,
        tip_wrench=[1] * 6, scale={"N": 50}, frames=True, masses=False
    ),
    "inverse_kinematics": call(
        ARM.inverse_kinematics, pose=POSE, start=Q, only="position", mask=None, solutions="one",
        path=False, seed=0, tolerance=1e-9
    ),
    "BaseMotion": call(equidyn.BaseMotion, angular_velocity=(0, 0, 1)),
    "refusal": call(equidyn.formulations()[0].refusal, arm=ARM),
    "verify": call(
        equidyn.verify, arm=ARM, samples=2, seed=0, formulations=["newton_euler"], candidates={},
        peers=False, progress=False
    ),
    "reference_vectors": call(
        equidyn.reference_vectors, arm=ARM, samples=1, seed=0, quantities=["bias"], decimals=1,
        progress=False
    ),
    "judge_results": call(
        equidyn.studies.judge_results, arm=ARM, results={"mass_matrix": [np.eye(2)]}, samples=1,
        seed=0, tolerance=1e3
    ),
    "grade": call(
        equidyn.grade, f=lambda arm, q, qd, qdd: arm.inverse_dynamics(q, qd, qdd), arm=ARM,
        quantity="inverse_dynamics", friction=False, motors=False, samples=2, seed=0,
        tolerance=1e-5, name="mine"
    ),
    "count_operations": call(
        equidyn.count_operations, arm_or_n=2, formulation="kane", rotations="full",
        base="moving", dead_code=True, tip_wrench=True
    ),
    "operation_polynomial": call(
        equidyn.operation_polynomial, formulation="newton_euler", rotations="full",
        family=None, progress=False
    ),
    "parallel_steps": call(
        equidyn.studies.parallel_steps, arm_or_n=ARM, formulation="kane", processors=[1],
        tip_wrench=False
    ),
    "check_derivation": call(equidyn.studies.check_derivation, arm=ARM, seed=0),
    "orthogonal_complement": call(equidyn.studies.orthogonal_complement, arm=ARM, q=Q, qd=Q),
    "published_counts": call(equidyn.studies.published_counts, source="Angeles"),
    "unit_acceleration_costs": call(
        equidyn.counting.unit_acceleration_costs, formulation="newton_euler"
    ),
    "closed_form_terms": call(equidyn.counting.closed_form_terms, arm_or_n=ARM),
    "general_arm": call(equidyn.counting.general_arm, n=2),
    "estimate_time": call(
        equidyn.counting.estimate_time, counts=equidyn.count_operations(2, "kane"), add=1e-6,
        mul=1e-6, fetch=1e-6
    ),
    "rounding_error": call(
        equidyn.rounding_error, arm=ARM, formulations=["newton_euler"], sweeps=["lift"], n=[1],
        family=None, samples=1, seed=0, progress=False
    ),
    "time_formulations": call(
        equidyn.time_formulations, n=[1], formulations=["newton_euler"], repetitions=1,
        seconds=1e-6, max_seconds=1.0, seed=0, family=None, progress=False
    ),
    "generate": call(
        equidyn.generate, arm=ARM, formulation="kane", language="python", name="f",
        tip_wrench=False, base_motion=False, digits=4
    ),
    "Arm.from_urdf": call(
        equidyn.Arm.from_urdf, path_or_text=robots.load("ur5e").to_urdf(), base="base",
        tip="tool", exact=True, xacro=False
    ),
    "validate": call(IDENTIFIED.validate, **MOTION),
    "spectrum": call(IDENTIFIED.validate(**MOTION).spectrum, t=range(40)),
    "torque": call(IDENTIFIED.torque, q=STATES[0], qd=STATES[1], qdd=STATES[2]),
    "exciting": call(equidyn.exciting_trajectory(ARM, evaluations=1), t=0.5),
    "identify": call(
        equidyn.identify, arm=ARM, q=[Q] * 8, qd=[Q] * 8, qdd=[Q] * 8, tau=[Q] * 8,
        friction=False, motors=False, weights=[1, 1]
    ),
    "identify_payload": call(
        equidyn.identify_payload, arm=ARM, **MOTION, unloaded=list(MOTION.values()),
        friction=False, motors=False, weights=[1, 1]
    ),
    "smooth": call(equidyn.smooth, t=range(9), q=[Q] * 9, cutoff=0.4),
    "read_log": call(equidyn.read_log, path=LOG, joints=["a"], degrees=False),
    "identify_friction": call(equidyn.identify_friction, arm=ARM, **MOTION, motors=False),
    "workspace": call(equidyn.studies.workspace, arm=ARM, samples=5, by="manipulability", seed=0),
    "momentum_observer": call(
        equidyn.momentum_observer, arm=ARM, t=range(8), q=[Q] * 8, qd=[Q] * 8, tau=[Q] * 8,
        gain=5.0, friction=False, motors=False
    ),
    "choose_step": call(
        equidyn.motion.choose_step, arm=ARM, motion=equidyn.trapezoid(Q, [1, 2], duration=1),
        position=0.1, velocity=[1, 2], samples=9
    ),
    "stability": call(equidyn.stability, kp=[9, 4], kv=[3, 2], period=0.1, delay=0.01),
    "exciting_trajectory": call(
        equidyn.exciting_trajectory, arm=ARM, duration=5, harmonics=3, speed=2,
        acceleration=5, friction=False, motors=False, evaluations=1, seed=0, progress=False
    ),
    "trapezoid": call(
        equidyn.trapezoid, start=Q, goal=[1, 2], duration=9, velocity=3, acceleration=4,
        start_time=0.0, arm=ARM
    ),
    "cubic": call(
        equidyn.cubic, start=Q, goal=[1, 2], duration=1, start_rate=Q, goal_rate=Q,
        start_time=0.0
    ),
    "quintic": call(
        equidyn.quintic, start=Q, goal=[1, 2], duration=1, start_rate=Q, goal_rate=Q,
        start_acceleration=Q, goal_acceleration=Q, start_time=0.0
    ),
    "waypoints": call(equidyn.waypoints, points=[Q] * 3, times=[0, 1, 2], kind="cubic"),
    "waypoints in so much time": call(
        equidyn.waypoints, points=[Q] * 3, durations=[1, 2], start_time=0.0
    ),
    "straight_line": call(
        equidyn.straight_line, arm=ARM, start_pose=POSE, goal_pose=[1.7, 0.4, 0], duration=9,
        velocity=3, acceleration=4, start=Q, only="position", start_time=0.0
    ),
    "jerk_limited": call(
        equidyn.jerk_limited, start=Q, goal=[1, 2], velocity=3, acceleration=4, jerk=9,
        duration=9, start_rate=Q, goal_rate=Q, start_acceleration=Q, goal_acceleration=Q,
        start_time=0.0, arm=ARM
    ),
    "time_optimal": call(
        equidyn.time_optimal, arm=ARM, path=[Q, [1, 2]], torque=90, velocity=3,
        acceleration=4, motors=False, samples=20, start_time=0.0
    ),
    "trajectory": call(equidyn.trapezoid(Q, [1, 2], duration=1), t=0.5),
    "times": call(equidyn.trapezoid(Q, [1, 2], duration=1).times, samples=5),
    "report": call(
        equidyn.report, arm=ARM, samples=2, seed=0, formulations=["newton_euler"], n=(1,),
        command="", quick=True, repetitions=1, seconds=1e-6
    ),
    "reproduce": call(equidyn.studies.reproduce, name="sasaki"),
    "robots.load": call(robots.load, arm="planar_2r"),
    "robots.about": call(robots.about, name="ur5e"),
    "robots.puma560": call(robots.puma560, variant="akb"),
    "robots.stanford": call(robots.stanford, variant="general"),
    "robots.sasaki": call(robots.sasaki, variant="published", inertia=np.ones((6, 3))),
    "robots.random_arm": call(
        robots.random_arm, n=2, seed=0, joints="RR", convention="standard", friction=False
    ),
    "robots.uniform_chain": call(robots.uniform_chain, n=2, length=1.0, mass=1.0),
    "robots.planar_2r": call(robots.planar_2r, length=(1, 1), mass=(1, 1), com=(1, 1)),
}
# fmt: on
