"""Mistakes of students: an edit of a right program, and the words that name it."""

from pathlib import Path
from typing import NamedTuple

PROGRAMS = Path(__file__).parent / "programs"


class Planted(NamedTuple):
    """One mistake: program, old text, new text, quantity, and part of the explanation."""

    program: str
    old: str
    new: str
    words: str
    quantity: str = "inverse_dynamics"


def functions(program, old="", new=""):
    """Names that a program defines, after an edit of its text."""
    text = (PROGRAMS / f"{program}.py").read_text(encoding="utf-8")
    assert old in text
    names = {}
    exec(compile(text.replace(old, new) if old else text, f"{program}.py", "exec"), names)
    return names


NE, CLOSED, LAGRANGE, KINEMATICS = "newton_euler", "closed_form", "lagrange", "kinematics"
# the matrix of the standard convention, and that of the modified one
MATRIX = """\
    R = np.array([[ct, -st * ca, st * sa], [st, ct * ca, -ct * sa], [0, sa, ca]])
    return R, np.array([a * ct, a * st, d])
"""
OTHER_MATRIX = """\
    R = np.array([[ct, -st, 0], [st * ca, ct * ca, -sa], [st * sa, ct * sa, ca]])
    return R, np.array([a, -sa * d, ca * d])
"""
MATRIX_FORM = "matrix_form"
POSE, JACOBIAN = "forward_kinematics", "jacobian"

PLANTED = [
    # Newton-Euler
    Planted(
        NE,
        "-arm.base[:3, :3].T @ arm.gravity",
        "arm.base[:3, :3].T @ arm.gravity",
        "gravity has the wrong sign",
    ),
    Planted(NE, "-arm.base[:3, :3].T @ arm.gravity", "np.zeros(3)", "gravity is missing"),
    Planted(
        NE,
        "-arm.base[:3, :3].T @ arm.gravity",
        "-arm.gravity",
        "gravity is not turned into the base frame",
    ),
    Planted(NE, "J @ al + np.cross(w, J @ w)", "J @ al", "the gyroscopic term ω × I ω is missing"),
    Planted(
        NE,
        "J @ al + np.cross(w, J @ w)",
        "J @ al - np.cross(w, J @ w)",
        "the gyroscopic term ω × I ω has the wrong sign",
    ),
    Planted(NE, "np.cross(w, z * qd[i]) + ", "", "the term ω × z q̇ of α is missing"),
    Planted(
        NE,
        "2 * np.cross(w, R.T @ z * qd[i])",
        "np.cross(w, R.T @ z * qd[i])",
        "the term 2 ω × z q̇ of the prismatic joint lacks the factor 2",
    ),
    Planted(
        NE,
        "2 * np.cross(w, R.T @ z * qd[i]) + ",
        "",
        "the term 2 ω × z q̇ of the prismatic joint is missing",
    ),
    Planted(
        NE,
        "+ np.cross(w, np.cross(w, c))",
        "",
        "the centripetal acceleration ω × (ω × c) of the centre of mass is missing",
    ),
    Planted(
        NE, "np.cross(al, r) + ", "", "the tangential acceleration α × r of the frame is missing"
    ),
    Planted(
        NE, "axis = R.T @ z", "axis = z", "the torque is projected on the axis of the wrong frame"
    ),
    Planted(
        NE,
        "np.cross(r + c, Fs[i])",
        "np.cross(r, Fs[i])",
        "the moment c × F of the force on the centre of mass is missing",
    ),
    Planted(
        NE, "+ np.cross(r, fn)", "", "the moment p × f of the force on the next link is missing"
    ),
    Planted(
        NE,
        "c, m, J = R.T @ p, arm.com[i], arm.mass[i], arm.inertia[i]",
        "c, m, J = R.T @ p, arm.com[i], arm.mass[i], arm.inertia_about_origin[i]",
        "the tensor is about the frame origin",
    ),
    Planted(
        NE,
        "arm.mass[i], arm.inertia[i]",
        "arm.mass[i], 2 * np.diag(np.diag(arm.inertia[i])) - arm.inertia[i]",
        "the products of inertia have the wrong sign",
    ),
    Planted(
        NE,
        "arm.mass[i], arm.inertia[i]",
        "arm.mass[i], np.diag(np.diag(arm.inertia[i]))",
        "the products of inertia are missing",
    ),
    Planted(
        NE,
        "arm.mass[i], arm.inertia[i]",
        "arm.mass[i], np.zeros((3, 3))",
        "the inertia tensor is missing",
    ),
    Planted(NE, "arm.com[i]", "-arm.com[i]", "the centre of mass is mirrored"),
    Planted(NE, MATRIX, OTHER_MATRIX, "matrices between frames are those of the other"),
    Planted(
        NE,
        "theta = arm.theta[i] + q if",
        "theta = q if",
        "the offset of θ is missing at revolute joints",
    ),
    Planted(
        NE,
        "a, alpha = arm.a[i], arm.alpha[i]",
        "a, alpha = arm.a[i], -arm.alpha[i]",
        "α has the wrong sign",
    ),
    Planted(NE, "arm.theta[i] + q if", "arm.theta[i] + np.radians(q) if", "q is taken in degrees"),
    Planted(NE, 'arm.joints[i] == "R"', "True", "joint 2: the joint is taken as of the other kind"),
    Planted(NE, "F = m * ac", "F = m * ac * (i < n - 1)", "link 3: the mass is missing"),
    Planted(NE, "return tau, {", "return tau[::-1], {", "the torques are in reverse order"),
    Planted(NE, "return tau, {", "return -tau, {", "the torques have the wrong sign"),
    # joints, signs and units
    Planted(
        NE,
        "return tau, {",
        "return tau[[0, 2, 1]], {",
        "joints 2 and 3 are exchanged in the torques",
    ),
    Planted(NE, "n = len(q)", "n, q = len(q), q[[0, 2, 1]]", "joints 2 and 3 are exchanged in q"),
    Planted(
        NE,
        "n = len(q)",
        "n, q, qd, qdd = len(q), q[[2, 1, 0]], qd[[2, 1, 0]], qdd[[2, 1, 0]]",
        "joints 1 and 3 are exchanged in q, q̇ and q̈",
    ),
    Planted(NE, "n = len(q)", "n, qd = len(q), qd * [1, 1, -1]", "joint 3: q̇ has the wrong sign"),
    Planted(
        NE, "n = len(q)", "n, q = len(q), q * [1, 1, np.pi / 180]", "joint 3: q is taken in degrees"
    ),
    Planted(
        NE, "arm.theta[i] + q if", "arm.theta[i] + np.degrees(q) if", "q is converted to degrees"
    ),
    Planted(
        NE,
        "n = len(q)",
        "D = [np.pi / 180, 1, np.pi / 180]; n, q, qd, qdd = len(q), q * D, qd * D, qdd * D",
        "positions, velocities and accelerations are taken in degrees",
    ),
    Planted(NE, "F = m * ac", "m, J = 1e3 * m, 1e3 * J; F = m * ac", "a thousand times too large"),
    # misprints of the sources
    Planted(
        NE,
        "np.cross(w, z * qd[i]) + z * qdd[i])",
        "np.cross(R.T @ (w + z * qd[i]), z * qd[i]) + z * qdd[i])",
        "(3.16) of Turney, Mudge and Lee 1980",
    ),
    Planted(
        NE,
        "np.cross(al, c) + np.cross(w, np.cross(w, c))",
        "np.cross(al, r) + np.cross(w, np.cross(w, r))",
        "(3.18) of Turney, Mudge and Lee 1980",
    ),
    Planted(
        MATRIX_FORM,
        "wz * wy + al[0]",
        "wz * wy + al[2]",
        "α_z for α_x in A(3,2)",
    ),
    Planted(
        MATRIX_FORM,
        "B[2, 1] - B[1, 2], B[0, 2] - B[2, 0], B[1, 0] - B[0, 1]",
        "B[1, 2] - B[2, 1], B[2, 0] - B[0, 2], B[0, 1] - B[1, 0]",
        "the moment with the wrong sign, (AK)_yz - (AK)_zy",
    ),
    Planted(
        MATRIX_FORM,
        "np.eye(3) - arm.inertia[i]",
        "np.eye(3) - arm.inertia[i] + arm.mass[i] * np.outer(r + c, r + c)",
        "K_i about the origin of frame i-1",
    ),
    Planted(
        MATRIX_FORM,
        "        B = A @ K",
        "        B = A @ np.diag(np.diag(K))",
        "the products of inertia are missing",
    ),
    Planted(
        NE,
        "c, m, J = R.T @ p, arm.com[i]",
        "c, m, J = R.T @ p, -p / 2",
        "(3.26) of Sasaki 1990",
    ),
    Planted(
        NE,
        "+ Rn @ nn + np.cross(r, fn)",
        "+ R @ (nn + np.cross(Rn.T @ r, Rn.T @ fn))",
        "(3.44) of Sasaki 1990",
    ),
    Planted(
        NE,
        "Rn = frames[i + 1][0] if",
        "Rn = R if",
        "algorithm 7.4.2 of Angeles",
    ),
    # closed form of the planar 2R
    Planted(
        CLOSED,
        "- 2 * h * d1 * d2",
        "- h * d1 * d2",
        "the Coriolis torque (products q̇_j q̇_k) lacks the factor 2",
    ),
    Planted(CLOSED, "- h * d2**2", "", "row 1: the centrifugal torque (squares q̇_j²) is missing"),
    Planted(
        CLOSED,
        "+ h * d1**2",
        "- h * d1**2",
        "row 2: the centrifugal torque (squares q̇_j²) has the wrong sign",
    ),
    Planted(
        CLOSED,
        "g = 4.6, 2.3, 1.0, 0.8, 0.45, 0.35, 0.4, 0.15, 9.81",
        "g = 4.6, 2.3, 1.0, 0.8, 0.45, 0.35, 0.4, 0.15, 10",
        "gravity is 10.0 m/s²",
    ),
    Planted(
        CLOSED,
        "lc1, lc2, I1, I2, g = 4.6, 2.3, 1.0, 0.8, 0.45",
        "lc1, lc2, I1, I2, g = 4.6, 2.3, 1.0, 0.8, 0.55",
        "link 1: the centre of mass is at its distance from the other end",
    ),
    Planted(
        CLOSED,
        "m1, m2, l1, l2, lc1, lc2, I1, I2, g = 4.6, 2.3",
        "m1, m2, l1, l2, lc1, lc2, I1, I2, g = 2.3, 4.6",
        "the masses of links 1 and 2 are exchanged",
    ),
    Planted(CLOSED, "g * np.cos(", "g * np.sin(", "gravity acts along"),
    Planted(CLOSED, "M12 * qdd[0] + M22", "M22", "row 2: M off its diagonal is missing"),
    Planted(
        CLOSED,
        "q1, q2 = q",
        "q1, q2 = q[0], q[1] - q[0]",
        "q is taken as the angle from the axis of the base",
    ),
    # Lagrange
    Planted(
        LAGRANGE,
        "0.5 * (dM[i, j, k] + dM[i, k, j] - dM[j, k, i])",
        "dM[i, j, k]",
        "the term ½ ∂(q̇ᵀ M q̇)/∂q is missing",
    ),
    Planted(
        LAGRANGE,
        "0.5 * (dM[i, j, k] + dM[i, k, j] - dM[j, k, i])",
        "(0.5 * (dM[i, j, k] + dM[i, k, j]) + 0.5 * dM[j, k, i])",
        "the term ½ ∂(q̇ᵀ M q̇)/∂q has the wrong sign",
    ),
    Planted(
        LAGRANGE,
        "R @ arm.inertia[k] @ R.T",
        "arm.inertia[k]",
        "inertia tensors are not turned into the axes of the world",
        "mass_matrix",
    ),
    Planted(
        LAGRANGE,
        "R @ arm.inertia[k] @ R.T",
        "R.T @ arm.inertia[k] @ R",
        "inertia tensors are rotated the wrong way",
        "mass_matrix",
    ),
    Planted(LAGRANGE, "+ Jw.T @ tensor @ Jw", "", "the inertia tensor is missing", "mass_matrix"),
    Planted(LAGRANGE, "G -= ", "G += ", "gravity has the wrong sign", "gravity_torque"),
    # kinematics
    Planted(KINEMATICS, "[-1] @ arm.tool\n", "[-1]\n", "the tool is left out", POSE),
    Planted(
        KINEMATICS, "T = arm.base\n", "T = np.eye(4)\n", "the pose of the base is left out", POSE
    ),
    Planted(
        KINEMATICS,
        "return chain(arm, q)[-1] @ arm.tool",
        "return (chain(arm, q)[-1] @ arm.tool).T",
        "the matrix is transposed",
        POSE,
    ),
    Planted(
        KINEMATICS,
        "arm.a[i], arm.alpha[i])",
        "arm.alpha[i], arm.a[i])",
        "a and α are exchanged",
        POSE,
    ),
    Planted(
        KINEMATICS,
        "theta, d = arm.theta[i], arm.d[i]",
        "theta, d = 0.0, arm.d[i]",
        "the offset of θ is missing",
        POSE,
    ),
    Planted(
        KINEMATICS,
        "z = T[i][:3, 2]",
        "z = T[i + 1][:3, 2]",
        "columns take z of the wrong frame",
        JACOBIAN,
    ),
    Planted(
        KINEMATICS, "np.cross(z, p - T[i][:3, 3])", "np.cross(z, p)", "p_i is missing", JACOBIAN
    ),
    Planted(
        KINEMATICS,
        "np.cross(z, p - T[i][:3, 3])",
        "np.cross(p - T[i][:3, 3], z)",
        "z × (p - p_i) has the wrong sign",
        JACOBIAN,
    ),
    Planted(
        KINEMATICS,
        "return J",
        "return np.vstack([J[3:], J[:3]])",
        "angular velocity is above linear velocity",
        JACOBIAN,
    ),
    Planted(
        KINEMATICS, "return J", "return J[:, [0, 2, 1]]", "columns 2 and 3 are exchanged", JACOBIAN
    ),
    Planted(
        KINEMATICS,
        "return J",
        "return J * [1, 1, -1]",
        "joint 3: the column has the wrong sign",
        JACOBIAN,
    ),
    Planted(
        KINEMATICS,
        "return J",
        "return J * [np.pi / 180, 1, np.pi / 180]",
        "joint velocities in degrees per second",
        JACOBIAN,
    ),
    Planted(
        KINEMATICS,
        "return J",
        "R = T[-1][:3, :3] @ arm.tool[:3, :3]\n    return np.vstack([R.T @ J[:3], R.T @ J[3:]])",
        "in the axes of the tool",
        JACOBIAN,
    ),
]
