"""The ellipsoid of tool velocities in a picture."""

import numpy as np
import pytest

from equidyn import robots
from equidyn.draw.picture import draw_velocities

ARM = robots.puma560()
Q = ARM.configurations["nominal"]


class Recorder:
    """Axes that keep the surface which is drawn on them."""

    transAxes = None

    def plot_surface(self, *surface, **style):
        self.points = np.reshape(surface, (3, -1)).T

    def text2D(self, x, y, text, **style):
        self.text = text


def test_its_points_are_velocities_of_joint_velocities_of_norm_1():
    found, ax = ARM.manipulability(Q, only="position"), Recorder()
    draw_velocities(ax, ARM._posture(Q), found.velocities, found.directions)
    v = ax.points - ARM.forward_kinematics(Q)[:3, 3]
    J = ARM.jacobian(Q)[:3]
    # v' inv(J J') v is the square of one scale on the whole surface
    level = np.einsum("ki,ij,kj->k", v, np.linalg.inv(J @ J.T), v)
    np.testing.assert_allclose(level, level[0], rtol=1e-9)


def test_a_text_has_its_semi_axes():
    said = [text.get_text() for text in ARM.draw(Q, velocities=True).texts]
    found = ARM.manipulability(Q, only="position").velocities
    expected = ", ".join(f"{x:.2g}" for x in found)
    assert any(text.endswith(expected) for text in said)
    assert not any("velocities" in text.get_text() for text in ARM.draw(Q).texts)


def test_an_arm_in_a_plane_has_a_flat_one():
    robots.planar_2r().draw([0.0, 0.0], velocities=True)
    with pytest.raises(TypeError, match=r"^velocities: expected True or False"):
        ARM.draw(Q, velocities=1)
