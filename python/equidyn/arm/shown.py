"""Drawing methods of an arm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from .._validation import FloatArray, count, real_array, switch
from ..output.text import visible

# drawing modules are imported on first use
if TYPE_CHECKING:
    from mpl_toolkits.mplot3d.axes3d import Axes3D

    from ..draw.animation import Animation
    from ..draw.posture import Posture
    from ..draw.scene import View
    from ..motion.sampled import MotionLike
    from .arm import Arm


class Shown:
    """Drawing methods of an `equidyn.Arm`."""

    def draw(
        self: Arm,
        q: ArrayLike | None = None,
        ax: Axes3D | None = None,
        *,
        frames: bool = True,
        masses: bool = True,
        around: Iterable[ArrayLike] = (),
    ) -> Axes3D:
        """Draw the arm in space: links, joint axes, frames, centres of mass, inertia ellipsoids.

        Cylinders are revolute joints, boxes prismatic ones. A link is drawn along its joint axis
        and then along the common normal. An ellipsoid is the homogeneous body with the mass and the
        inertia of its link. Below are a chequered floor with the shadow of the links, and the axes
        of the world.

        Parameters
        ----------
        q : array_like, shape (n,), optional
            Joint position; zero by default.
        ax : matplotlib 3D axes, optional
            Axes to draw in; by default a new figure.
        frames : bool, optional
            Whether to draw base and link frames beside that of the tool: x red, y green, z blue.
        masses : bool, optional
            Whether to draw centres of mass and ellipsoids.
        around : iterable of array_like, shape (n,), optional
            Further positions that the axis limits include, so that pictures of them compare.

        Returns
        -------
        matplotlib 3D axes

        Raises
        ------
        ValueError, TypeError
            If q, or one of those around it, is not one position of the arm.
        ImportError
            If matplotlib is not installed.
        """
        from ..draw.picture import draw_posture

        return draw_posture(
            self._posture(self._position(q)),
            ax,
            frames=switch("frames", frames),
            masses=switch("masses", masses),
            title=visible(self.name),
            around=[self._posture(self._position(each, "around")) for each in around],
        )

    def animate(
        self: Arm,
        motion: MotionLike,
        *,
        samples: int = 40,
        frames: bool = False,
        masses: bool = False,
    ) -> Animation:
        """Draw an animation of the arm in motion, which a notebook plays.

        Parameters
        ----------
        motion : trajectory, Motion, or pair of times (k,) and joint positions (k, n)
            A trajectory, as from `equidyn.trapezoid`; the result of `simulate` for one initial
            state; or increasing times in s and positions at them, interpolated linearly.
        samples : int, optional
            Number of pictures.
        frames, masses : bool, optional
            As in `draw`.

        Returns
        -------
        Animation
            Shows itself in a notebook; ``save`` writes a page, or a GIF.

        Raises
        ------
        ValueError, TypeError
            If the motion is not one of this arm.
        ImportError
            If matplotlib is not installed.

        Examples
        --------
        >>> import equidyn
        >>> arm = equidyn.robots.planar_2r()
        >>> arm.animate(equidyn.trapezoid([0, 0], [1, 2], duration=1.5), samples=10)
        <Animation of 10 pictures in 1.5 s>
        >>> arm.animate(arm.simulate([0, 0], [0, 0], duration=0.5), samples=10)
        <Animation of 10 pictures in 0.5 s>
        """
        from ..draw.animation import Animation
        from ..motion.sampled import sampled

        times, q = sampled(motion, self.n, count("samples", samples, smallest=2))
        return Animation(
            times,
            [self._posture(position) for position in q],
            visible(self.name),
            frames=switch("frames", frames),
            masses=switch("masses", masses),
        )

    def view(
        self: Arm,
        q: ArrayLike | None = None,
        *,
        motion: MotionLike | None = None,
        samples: int = 60,
        frames: bool = True,
        masses: bool = True,
    ) -> View:
        """Show the arm as `draw` does, in an interactive 3D view.

        Parameters
        ----------
        q : array_like, shape (n,), optional
            Joint position; zero by default.
        motion : trajectory, Motion, or pair of times (k,) and joint positions (k, n), optional
            Motion of the arm, in place of q, as `animate` takes it.
        samples : int, optional
            Number of times at which a motion is sampled; interpolated linearly between.
        frames, masses : bool, optional
            As in `draw`.

        Returns
        -------
        View
            Shows itself in a notebook; ``save`` writes a page that needs no network.

        Raises
        ------
        ValueError, TypeError
            If q is not one position of the arm, the motion not one of this arm, or both are given.
        ImportError
            If k3d is not installed.

        Examples
        --------
        >>> import equidyn
        >>> arm = equidyn.robots.planar_2r()
        >>> arm.view([0.3, 0.4])  # doctest: +SKIP
        <View of an arm>
        """
        from ..draw.scene import View
        from ..motion.sampled import sampled

        shown = {"frames": switch("frames", frames), "masses": switch("masses", masses)}
        if motion is None:
            times, positions = np.zeros(1), self._position(q)[np.newaxis]
        elif q is not None:
            raise TypeError("motion: expected it or q, got both")
        else:
            times, positions = sampled(motion, self.n, count("samples", samples, smallest=2))
        postures = [self._posture(position) for position in positions]
        return View(times, postures, visible(self.name), **shown)

    def _position(self: Arm, q: ArrayLike | None, name: str = "q") -> FloatArray:
        """Validate one joint position, by default zero."""
        given = np.zeros(self.n) if q is None else q
        return real_array(name, given, (self.n,), "one position of every joint")

    def _posture(self: Arm, q: FloatArray) -> Posture:
        """Return the drawn posture of the arm at one joint position."""
        from ..draw.posture import posture

        return posture(
            np.concatenate([self.base[np.newaxis], self.link_poses(q)]),
            self.forward_kinematics(q),
            convention=self.convention,
            joints=self.joints,
            mass=self.mass,
            com=self.com,
            inertia=self.inertia,
        )
