"""Terms of closed forms, against Fourier series of sampled values and closed forms by hand."""

from itertools import product

import numpy as np
import pytest

from equidyn import robots
from equidyn.codegen.closed_form import closed_form
from equidyn.counting import closed_form_terms
from equidyn.graph.graph import Graph
from equidyn.graph.retracing import retrace
from equidyn.graph.trace import Trace

# an entry of the mass matrix is of second degree in cosine and sine of each joint angle
SAMPLES = 5


def fourier_terms(samples, n):
    """Count cosines and sines in the Fourier series of samples over n angles, of real values."""
    series = np.fft.fftn(samples, axes=range(n), norm="forward")
    cosines, sines = np.abs(series.real), np.abs(series.imag)
    smallest = 1e-12 * np.abs(series).max()
    # each angle stands there twice, with both signs
    halves = [(part > smallest).sum(axis=tuple(range(n))) for part in (cosines, sines)]
    constant = cosines[(0,) * n] > smallest
    return (halves[0] - constant) // 2 + constant + halves[1] // 2


def on_a_grid(n):
    angles = 2 * np.pi * np.arange(SAMPLES) / SAMPLES
    return np.stack(np.meshgrid(*[angles] * n, indexing="ij"), axis=-1)


def velocity_terms(arm, q, j, k):
    """Count the terms that the product of the velocities of two joints is multiplied by."""
    e = np.eye(arm.n)
    if j == k:
        return fourier_terms(arm.bias(q, e[j]), arm.n)
    return fourier_terms(arm.bias(q, e[j] + e[k]) - arm.bias(q, e[j]) - arm.bias(q, e[k]), arm.n)


@pytest.mark.parametrize(
    "arm",
    [robots.puma560(), robots.random_arm(4, seed=3, joints="RRRR")],
    ids=["puma560", "general"],
)
def test_terms_are_those_of_the_fourier_series_of_sampled_values(arm):
    terms = closed_form_terms(arm)
    q = on_a_grid(arm.n)
    np.testing.assert_array_equal(terms.mass_matrix, fourier_terms(arm.mass_matrix(q), arm.n))
    np.testing.assert_array_equal(terms.gravity, fourier_terms(arm.gravity_torque(q), arm.n))
    floating = arm.with_gravity((0, 0, 0))
    for j, k in product(range(arm.n), repeat=2):
        expected = velocity_terms(floating, q, j, k) if j <= k else 0
        np.testing.assert_array_equal(terms.velocities[:, j, k], expected)


@pytest.mark.parametrize("joints", ["RR", "RP", "PR", "PP", "PRP"])
def test_terms_are_those_of_the_multiplied_out_torques(joints):
    arm = robots.random_arm(len(joints), seed=5, joints=joints)
    trace = Trace.of(arm, "newton_euler")
    graph = Graph()
    graph.outputs = retrace(trace, graph, {name: graph.input(name) for name in trace.inputs})
    assert closed_form_terms(arm).torque.tolist() == [len(terms) for terms in closed_form(graph)]


def test_the_planar_arm_has_the_terms_of_every_textbook():
    terms = closed_form_terms("planar_2r")
    # a1 + a2 c2, a3 + a4 c2; a5; -h s2 (2 qd1 qd2 + qd2²), h s2 qd1²; g1 c1 + g2 c12, g2 c12
    assert terms.mass_matrix.tolist() == [[2, 2], [2, 1]]
    assert terms.velocities.sum(axis=(1, 2)).tolist() == [2, 1]
    assert terms.gravity.tolist() == [2, 1]
    assert terms.total == 13


def test_terms_of_a_general_arm_with_six_joints_are_thousands():
    terms = closed_form_terms("sasaki_general")
    assert terms.total > 10_000
    assert terms.to_records()[-1]["torque"] == terms.torque[-1]


def test_an_arm_whose_terms_are_too_many_is_refused():
    with pytest.raises(ValueError, match="arm: expected at most 8 joints, got 9"):
        closed_form_terms(9)
