"""A link free of the others in the page: the same vectors, places and polygons as in Python."""

import json

import numpy as np
import pytest

from equidyn import robots
from equidyn.draw.arrows import Diagram
from equidyn.draw.free_view import view_of
from equidyn.draw.placing import Wanted, placed
from equidyn.draw.polygons import forces, moments, outline, seen
from equidyn.draw.recursion import in_characters
from equidyn.dynamics.link_vectors import ON_A_BODY, link_vectors
from oracles.scripts import NODE, evaluate

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node on the path")

FILES = ("arm/free_link.js", "arm/posture.js", "arm/camera.js")
SIDE = 400.0

ARMS = [robots.planar_2r(), robots.puma560(), robots.load("stanford"), robots.load("panda")]
each_arm = pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)


def state_of(arm):
    return np.random.default_rng(arm.n).uniform(-2, 2, (3, arm.n))


def recursion_of(arm, state):
    """Return the results of the recursion by the names that the page has for them."""
    steps = arm.recursion(*state)
    found = zip(steps._equations, steps, strict=True)
    return {f"{equation.quantity}-{step.link}": step.value.tolist() for equation, step in found}


def in_script(arm, state, expression):
    """Return the value of an expression of the page's functions for an arm in a state."""
    poses = np.concatenate(
        [arm.base[None], arm.link_poses(state[0]), arm.forward_kinematics(state[0])[None]]
    )
    given = {
        "description": arm.to_dict(), "poses": poses.reshape(-1, 16).tolist(), "n": arm.n,
        "results": recursion_of(arm, state), "mass": arm.mass.tolist(),
        "gravity": arm.gravity.tolist(), "com": arm.com.ravel().tolist(),
        "qd": state[1].tolist(), "qdd": state[2].tolist(), "joints": arm.joints,
    }  # fmt: skip
    start = (
        "((given) => { const { description, n, poses } = given; "
        "const geometry = postureOf({ n, poses: () => poses }, description, []); "
        "const standard = description.convention === 'standard'; "
        "const loadsOf = (link) => loadsOnLink({ ...given, link, standard, geometry, "
        "mass: given.mass[link - 1] }); "
    )
    return evaluate(FILES, f"{start} return {expression}; }})({json.dumps(given)})")


@each_arm
def test_the_page_has_the_vectors_of_python(arm):
    state = state_of(arm)
    found = in_script(arm, state, "given.mass.map((_, k) => loadsOf(k + 1))")
    for link, loads in enumerate(found, start=1):
        vectors = link_vectors(arm, *state, link=link)
        expected = [v for v in vectors if v.kind in ON_A_BODY]
        assert [load["kind"] for load in loads] == [v.kind for v in expected]
        assert [load["unit"] for load in loads] == [v.unit for v in expected]
        for load, vector in zip(loads, expected, strict=True):
            scale = 1e-9 * (1 + max(np.abs(v.value).max() for v in expected))
            np.testing.assert_allclose(load["value"], vector.value, atol=scale)
            np.testing.assert_allclose(load["point"], vector.point, atol=1e-12)
            symbol = vector.symbol.replace("{", "").replace("}", "")
            assert load["symbol"].replace("\u2212", "-") == symbol


@each_arm
def test_the_page_has_the_polygons_of_python(arm):
    state = state_of(arm)
    eye = {"turn": 30, "tilt": 25}
    shapes = in_script(
        arm, state,
        f"given.mass.map((_, k) => [forceSides, momentSides].map((of) => "
        f"polygonOf(seenSides(of(loadsOf(k + 1))), upwards(description), "
        f"sight(upwards(description), {json.dumps(eye)}))))",
    )  # fmt: skip
    for link, both in enumerate(shapes, start=1):
        vectors = link_vectors(arm, *state, link=link)
        for found, sides in zip(both, (forces(vectors), moments(vectors)), strict=True):
            drawn = seen(sides)
            values = np.array([side.value for side in drawn])
            largest = np.linalg.norm(values, axis=1).max()
            spans = np.array(found["spans"])
            plane = np.array(found["plane"])
            np.testing.assert_allclose(plane @ plane.T, np.eye(2), atol=1e-9)
            np.testing.assert_allclose(values @ plane.T, spans, atol=1e-9 * largest)
            # the plane shows as much as that of Python, which has another eye
            posture = arm._posture(state[0])
            sight = view_of([posture], [Diagram(vectors, ON_A_BODY, link)]).sight
            shape = outline(drawn, sight)
            assert found["flat"] == shape.flat
            sizes = [np.linalg.norm(each) for each in (spans, shape.spans)]
            np.testing.assert_allclose(*sizes, rtol=1e-6)


@each_arm
def test_arrows_are_as_long_as_the_scale_says(arm):
    state = state_of(arm)
    reach = arm._posture(state[0]).reach()
    views = in_script(
        arm, state,
        f"given.mass.map((_, k) => viewOfLink(geometry, k + 1, loadsOf(k + 1), {reach}))",
    )  # fmt: skip
    for view in views:
        assert view["arrows"]
        for arrow in view["arrows"]:
            value = np.array(arrow["along"]) * view["perMetre"][arrow["unit"]]
            np.testing.assert_allclose(value, arrow["value"], rtol=1e-9, atol=1e-12)
            assert np.linalg.norm(arrow["along"]) <= 0.62 * view["half"] * (1 + 1e-9)


def test_places_are_those_of_python():
    generator = np.random.default_rng(3)
    for number in (3, 7, 7, 9):
        points = generator.uniform(150, 250, (number, 2))
        along = generator.uniform(-90, 90, (number, 2))
        sizes = np.column_stack([generator.uniform(12, 50, number), np.full(number, 16.0)])
        bound = np.arange(number) == number - 1
        wanted = [Wanted(*each) for each in zip(points, along, sizes, bound, strict=True)]
        body = generator.uniform(140, 260, (3, 2))
        window = np.array([[0, 0], [SIDE, SIDE]])
        box = np.array([[0, 0], [60, 60]])
        expected = placed(wanted, [body], window, [box])
        given = [
            {"point": w.point.tolist(), "along": w.along.tolist(), "size": w.size.tolist(),
             "bound": bool(w.bound)} for w in wanted
        ]  # fmt: skip
        lists = [given, [body.tolist()], window.tolist(), [box.tolist()]]
        found = evaluate(("base/placing.js",), f"placesOf(...{json.dumps(lists)})")
        for place, other in zip(found, expected, strict=True):
            for name in ("start", "symbol", "leader"):
                np.testing.assert_allclose(place[name], getattr(other, name), atol=1e-6)


def test_principal_axes_are_those_of_an_eigenvalue_solver():
    generator = np.random.default_rng(5)
    for rank in (1, 2, 3):
        factor = generator.normal(size=(3, rank))
        matrix = factor @ factor.T
        found = evaluate(("base/vectors.js",), f"principalAxes({json.dumps(matrix.tolist())})")
        values, axes = np.array(found["values"]), np.array(found["axes"])
        np.testing.assert_allclose(values, np.linalg.eigvalsh(matrix)[::-1], atol=1e-12)
        np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-12)
        np.testing.assert_allclose(axes @ matrix, values[:, None] * axes, atol=1e-12)


def test_the_eye_turns_until_no_line_points_at_it():
    lines = [[1, 0, 0], [0, 1, 0], [0.3, -0.5, 0.8]]
    found = evaluate(
        ("arm/free_link.js",), f"clearEye([0, 0, 1], {{ turn: 0, tilt: 0 }}, {json.dumps(lines)})"
    )
    away = evaluate(("arm/camera.js",), f"sight([0, 0, 1], {json.dumps(found)}).away")
    for line in lines:
        across = np.linalg.norm(np.cross(line, away)) / np.linalg.norm(line)
        assert across >= 0.5 - 1e-9


@each_arm
def test_numbers_are_put_into_each_equation(arm):
    state = state_of(arm)
    steps = arm.recursion(*state)
    texts = [in_characters(step.equation) for step in steps]
    found = evaluate(
        ("arm/put_in.js",),
        "((given, texts) => texts.map((text) => rightSideInNumbers(text, given)))"
        f"(...{json.dumps([_given(arm, state), texts])})",
    )
    for step, text, put_in in zip(steps, texts, found, strict=True):
        right = text.split("=", 1)[1]
        # letters of numbers are gone, those of matrices stay
        for letter in ("R", "I"):
            assert put_in.count(f"{letter}_") == right.count(f"{letter}_")
        assert not any(f"{letter}_" in put_in for letter in "ωαaāFNfnmcrP")
        if step.symbol.startswith("F_"):
            mass, rest = put_in.replace("\u2212", "-").split(" kg (")
            factor = [float(each) for each in rest.split(")")[0].split(", ")]
            largest = np.abs(step.value).max()
            np.testing.assert_allclose(
                float(mass) * np.array(factor), step.value, atol=2e-3 * largest
            )


def _given(arm, state):
    poses = np.concatenate([arm.base[None], arm.link_poses(state[0])]).reshape(-1, 16)
    return {
        "poses": poses.tolist(), "mass": arm.mass.tolist(), "com": arm.com.ravel().tolist(),
        "gravity": arm.gravity.tolist(), "joints": arm.joints, "qd": state[1].tolist(),
        "qdd": state[2].tolist(), "results": recursion_of(arm, state),
    }  # fmt: skip
