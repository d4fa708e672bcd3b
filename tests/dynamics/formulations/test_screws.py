"""Twists and products of exponentials, by the recursion in frames of the links of the sources.

`lie_group` computes in the space frame. Here each link has a frame at its centre of mass, as in
Lynch & Park, Modern Robotics, chapter 8, and exponentials are sums of powers.
"""

import numpy as np
import pytest

from conftest import TOLERANCE, assert_close
from equidyn import Arm
from oracles.poses import link_poses
from oracles.random_arms import random_arm, random_state

# of every length up to 12, with slides at either end, in either convention
SEEDS = range(0, 96, 7)


def cross_matrix(v):
    return np.cross(np.eye(3), v)


def bracket(twist):
    """[S] of a twist (w, v), 4 x 4."""
    matrix = np.zeros((4, 4))
    matrix[:3, :3], matrix[:3, 3] = cross_matrix(twist[:3]), twist[3:]
    return matrix


def exponential(matrix):
    total = term = np.eye(len(matrix))
    for k in range(1, 50):
        term = term @ matrix / k
        total = total + term
    return total


def adjoint(T):
    """Ad of a displacement, 6 x 6."""
    R, p = T[:3, :3], T[:3, 3]
    return np.block([[R, np.zeros((3, 3))], [cross_matrix(p) @ R, R]])


def small_adjoint(twist):
    """Matrix of the Lie bracket ad, 6 x 6."""
    w, v = map(cross_matrix, (twist[:3], twist[3:]))
    return np.block([[w, np.zeros((3, 3))], [v, w]])


def screw_axis(arm, i, poses):
    """Screw axis of joint i in the world, from the frames of the links there."""
    before = arm.base if i == 0 else poses[i - 1]
    frame = before if arm.convention == "standard" else poses[i]
    axis, point = frame[:3, 2], frame[:3, 3]
    if arm.joints[i] == "P":
        return np.concatenate([np.zeros(3), axis])
    return np.concatenate([axis, np.cross(point, axis)])


def torque_in_link_frames(arm, q, qd, qdd):
    zero = link_poses(arm, np.zeros(arm.n))
    to_mass = np.tile(np.eye(4), (arm.n, 1, 1))
    to_mass[:, :3, 3] = arm.com
    M = zero @ to_mass
    V, Vd = np.zeros(6), np.concatenate([np.zeros(3), -arm.gravity])
    before, links = np.eye(4), []
    for i in range(arm.n):
        A = adjoint(np.linalg.inv(M[i])) @ screw_axis(arm, i, zero)
        T = exponential(-bracket(A) * q[i]) @ np.linalg.inv(M[i]) @ before
        before, Ad = M[i], adjoint(T)
        V = Ad @ V + A * qd[i]
        Vd = Ad @ Vd + small_adjoint(V) @ A * qd[i] + A * qdd[i]
        G = np.zeros((6, 6))
        G[:3, :3], G[3:, 3:] = arm.inertia[i], arm.mass[i] * np.eye(3)
        links.append((A, Ad, G @ Vd - small_adjoint(V).T @ G @ V))
    F, tau = np.zeros(6), []
    for A, Ad, wrench in reversed(links):
        F = F + wrench
        tau.append(A @ F)
        F = Ad.T @ F
    return np.array(tau[::-1])


@pytest.mark.parametrize("seed", SEEDS)
def test_twists_in_the_space_frame_give_the_torques_of_twists_in_frames_of_the_links(seed):
    arm = Arm.from_dh(**random_arm(seed))
    state = random_state(np.random.default_rng(seed), arm.n)
    found = arm.inverse_dynamics(*state, formulation="lie_group")
    expected = torque_in_link_frames(arm, *state)
    assert_close(found, expected, TOLERANCE["oracle"], formulation="lie_group", arm=arm)
