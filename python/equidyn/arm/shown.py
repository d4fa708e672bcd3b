"""Drawing methods of an arm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..output.text import visible
from ..validation import FloatArray, count, real_array, switch

# drawing modules are imported on first use
if TYPE_CHECKING:
    from mpl_toolkits.mplot3d.axes3d import Axes3D

    from ..draw.animation import Animation
    from ..draw.arrows import Diagram
    from ..draw.posture import Posture
    from ..draw.recursion import Recursion
    from ..draw.scene import View
    from ..motion.sampled import MotionLike
    from ..page.laboratory import Laboratory
    from .arm import Arm

# most times at which a motion is drawn
_MOST_SAMPLES = 100_000


class Shown:
    """Drawing methods of an `equidyn.Arm`."""

    def draw(
        self: Arm,
        q: ArrayLike | None = None,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
        *,
        ax: Axes3D | None = None,
        vectors: Iterable[str] | None = None,
        link: int | None = None,
        tip_wrench: ArrayLike | None = None,
        scale: Mapping[str, float] | None = None,
        frames: bool = True,
        masses: bool = False,
        velocities: bool = False,
        around: Iterable[ArrayLike] = (),
    ) -> Axes3D:
        """Draw the arm in space: base, links, joint axes, frames; on request, inertia ellipsoids.

        Cylinders are revolute joints, boxes prismatic ones. A link is drawn along its joint axis
        and then along the common normal. The floor lies under the base, or under the lowest point
        of the arm, with the shadow of the links and the axes of the world.

        Gravity points down, and an arrow shows it; without gravity z is up. An
        arm that moves in a plane, with all arrows in it, is seen along the normal of that plane:
        from above, if gravity is along it. Rotated axes keep their view.

        With `link`, a free-body diagram: the link is seen from near, the others faintly. Arrows are
        outside of it, and a dashed line leads to the point where each acts. In a new figure, two
        panels beside it show that the forces add up to zero, and the moments about the centre of
        mass C, among them M(f), the moment of a force f: their arrows head to tail, in the plane of
        their two largest directions, and beside each other where they are nearly along one line.

        Parameters
        ----------
        q : array_like, shape (n,), optional
            Joint position; zero by default.
        qd, qdd : array_like, shape (n,), optional
            Joint velocity and acceleration, for vectors that depend on them.
        ax : matplotlib 3D axes, optional
            Axes to draw in; by default a new figure.
        vectors : iterable of str, optional
            Vectors to draw as arrows, by default those of a free-body diagram, if a link is given:
            ``"force"`` f and ``"moment"`` n by the link before, on the axis of the joint, and the
            reactions -f and -n of the next one; ``"weight"`` m g; ``"inertia"``, -m a and the
            moment -N at the centre of mass. Of the motion: ``"omega"`` and ``"alpha"``, angular
            velocity and acceleration; ``"velocity"`` and ``"acceleration"`` of the centre of mass;
            ``"position"``, from joint to joint and to the centre of mass. Moments, angular
            velocities and angular accelerations have two heads. The legend gives the scales, and
            bars beside a link.
        link : int, optional
            Number of the link of the free-body diagram, from 1; by default the vectors of all
            links are drawn, without reactions.
        tip_wrench : array_like, shape (6,), optional
            Wrench at the tip, as in `inverse_dynamics`; its negative acts on the last link.
        scale : mapping of str to float, optional
            The value of an arrow of one metre, by unit, to make pictures comparable: units are
            ``"N"``, ``"N m"``, ``"m/s"``, ``"m/s²"``, ``"rad/s"`` and ``"rad/s²"``; by default
            it depends on the longest arrow.
        frames : bool, optional
            Whether to also draw base and link frames: x red, y green, z blue.
        masses : bool, optional
            Whether to draw centres of mass, and inertia ellipsoids behind the links. An ellipsoid
            is the homogeneous body with the mass and the inertia of its link.
        velocities : bool, optional
            Whether to draw the ellipsoid of `manipulability` at the tool: its velocities for joint
            velocities of norm 1, and its semi-axes as text. The longest is drawn a quarter as long
            as the arm.
        around : iterable of array_like, shape (n,), optional
            Further positions that the axis limits include, to make pictures comparable.

        Returns
        -------
        matplotlib 3D axes

        Raises
        ------
        ValueError, TypeError
            If q, or one of those around it, is not one position of the arm; for an unknown vector
            or link; without the velocity or acceleration that a vector needs.
        """
        from ..draw.picture import draw_velocities

        position = self._position(q)
        kinds, link, chosen = self._drawn_vectors(vectors, link, scale)
        rates = self._rates(kinds, qd, qdd)
        seen = self._posture(position)
        shown: dict[str, Any] = {
            "frames": switch("frames", frames),
            "masses": switch("masses", masses) and not self.missing,
            "title": visible(self.name),
            "around": [self._posture(self._position(each, "around")) for each in around],
        }
        diagram = self._diagram(kinds, link, chosen, position, *rates, self._at_tip(tip_wrench))
        space = _drawn(seen, diagram, ax, shown)
        if switch("velocities", velocities):
            found = self.manipulability(position, only="position")
            draw_velocities(space, seen, found.velocities, found.directions)
        return space

    def animate(
        self: Arm,
        motion: MotionLike,
        *,
        samples: int = 40,
        vectors: Iterable[str] | None = None,
        link: int | None = None,
        tip_wrench: ArrayLike | None = None,
        scale: Mapping[str, float] | None = None,
        frames: bool = False,
        masses: bool = False,
    ) -> Animation:
        """Draw an animation of the arm in motion, which a notebook plays.

        With `link`, the free-body diagram of the link from near, as in `draw`. The view stays the
        same, and shows the link in all its positions.

        Parameters
        ----------
        motion : trajectory, Motion, or pair of times (k,) and joint positions (k, n)
            A trajectory, as from `equidyn.trapezoid`; the result of `simulate` for one initial
            state; or increasing times in s and positions at them, interpolated linearly. For
            vectors that need them, the tuple goes on with velocities and accelerations.
        samples : int, optional
            Number of pictures.
        vectors, link, tip_wrench, scale
            As in `draw`, with the same scales in all pictures.
        frames, masses : bool, optional
            As in `draw`.

        Returns
        -------
        Animation
            Shows itself in a notebook; ``save`` writes a page, a GIF, or a film by ffmpeg.

        Raises
        ------
        ValueError, TypeError
            If the motion is not one of this arm, or lacks what the vectors need.

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

        number = count("samples", samples, 2, _MOST_SAMPLES)
        asked = vectors, link, tip_wrench, scale
        times, postures, diagrams = self._sequence(motion, number, *asked)
        return Animation(
            times,
            postures,
            visible(self.name),
            diagrams=diagrams,
            frames=switch("frames", frames),
            masses=switch("masses", masses) and not self.missing,
        )

    def view(
        self: Arm,
        q: ArrayLike | None = None,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
        *,
        motion: MotionLike | None = None,
        samples: int = 60,
        vectors: Iterable[str] | None = None,
        link: int | None = None,
        tip_wrench: ArrayLike | None = None,
        scale: Mapping[str, float] | None = None,
        frames: bool = True,
        masses: bool = False,
    ) -> View:
        """Show the arm as `draw` does, in an interactive 3D view.

        With `link`, the link is seen from near, the others faintly. Arrows are outside of it, and
        symbols apart, as the view is at first.

        Parameters
        ----------
        q : array_like, shape (n,), optional
            Joint position; zero by default.
        qd, qdd : array_like, shape (n,), optional
            As in `draw`.
        motion : trajectory, Motion, or pair of times (k,) and joint positions (k, n), optional
            Motion of the arm, in place of a state, as `animate` takes it.
        samples : int, optional
            Number of times at which a motion is sampled; interpolated linearly between.
        vectors, link, tip_wrench, scale
            As in `draw`.
        frames, masses : bool, optional
            As in `draw`.

        Returns
        -------
        View
            Shows itself in a notebook; ``save`` writes a page that needs no network.

        Raises
        ------
        ValueError, TypeError
            If q is not one position of the arm, the motion not one of this arm, or both are given;
            for vectors as in `draw`.
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

        shown = {
            "frames": switch("frames", frames),
            "masses": switch("masses", masses) and not self.missing,
        }
        if motion is None:
            position = self._position(q)
            kinds, link, chosen = self._drawn_vectors(vectors, link, scale)
            rates, tip = self._rates(kinds, qd, qdd), self._at_tip(tip_wrench)
            diagram = self._diagram(kinds, link, chosen, position, *rates, tip)
            times, postures = np.zeros(1), [self._posture(position)]
            diagrams = [] if diagram is None else [diagram]
        else:
            _require_no_state(q, qd, qdd)
            number = count("samples", samples, 2, _MOST_SAMPLES)
            asked = vectors, link, tip_wrench, scale
            times, postures, diagrams = self._sequence(motion, number, *asked)
        return View(times, postures, visible(self.name), diagrams=diagrams, **shown)

    def lab(
        self: Arm,
        q: ArrayLike | None = None,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
        *,
        motion: MotionLike | None = None,
        samples: int = 200,
    ) -> Laboratory:
        """Show the arm in an interactive page, the laboratory.

        Data, state and view can be changed there. The page computes by WebAssembly, with the same
        bits as the package, and needs no network.

        Parameters
        ----------
        q : array_like, shape (n,), optional
            First joint position; by default one that shows the arm well.
        qd, qdd : array_like, shape (n,), optional
            First joint velocity and acceleration; zero by default.
        motion : trajectory, Motion, or pair of times (k,) and joint positions (k, n), optional
            Motion of the arm, in place of a state, as `animate` takes it. The page plays it, and
            updates everything it shows. Missing velocities and accelerations are differences of
            samples.
        samples : int, optional
            Number of times at which a motion is sampled; interpolated linearly between.

        Returns
        -------
        Laboratory
            Shows itself in a notebook; ``save`` writes the page. In JupyterLab and Jupyter Notebook
            with anywidget (``pip install "equidyn[notebooks]"``) its ``arm``, ``q``, ``qd`` and
            ``qdd`` are those of the page: read, what was typed or dragged there; set, they move the
            page; ``on_change(f)`` has f called. From any page, "Copy as JSON" gives a text that
            brings a changed arm back: ``Arm.from_dict(json.loads(text))``.

        Raises
        ------
        ValueError, TypeError
            If q, qd or qdd are not those of one state, qd or qdd are given without q, the motion is
            not one of this arm, or both are given, or the arm has more joints than the page shows,
            30, or only some of mass, com and inertia. An arm without all three is shown by its
            kinematics.

        Examples
        --------
        >>> from equidyn import robots
        >>> lab = robots.puma560().lab([0, 0.7, -1.2, 0, 0.5, 0])
        >>> lab
        <Laboratory of an arm of 6 joints>
        >>> lab.arm.gravity_torque(lab.q).round(3)
        array([ 0.   , 32.083,  4.264,  0.   ,  0.   ,  0.   ])
        """
        from ..page.laboratory import Laboratory

        if motion is not None:
            _require_no_state(q, qd, qdd)
            return Laboratory(
                self, motion=self._in_motion(motion, count("samples", samples, 2, _MOST_SAMPLES))
            )
        if q is None:
            for name, value in (("qd", qd), ("qdd", qdd)):
                if value is not None:
                    raise TypeError(f"{name}: expected together with q, got it alone")
            return Laboratory(self)
        state = {"q": q, "qd": qd, "qdd": qdd}
        return Laboratory(
            self, {name: self._position(value, name) for name, value in state.items()}
        )

    def recursion(
        self: Arm,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        tip_wrench: ArrayLike | None = None,
    ) -> Recursion:
        """Evaluate the Newton-Euler recursion step by step, each with its equation and picture.

        Outwards from link to link: angular velocity and acceleration, accelerations of the origin
        and of the centre of mass, resultant force and moment; then inwards: force, moment and
        torque of each joint.

        Parameters
        ----------
        q, qd, qdd : array_like, shape (n,)
            Joint position, velocity and acceleration.
        tip_wrench : array_like, shape (6,), optional
            As in `inverse_dynamics`: f and n of number n + 1, about the origin of frame n.

        Returns
        -------
        Recursion
            A sequence of steps that prints as a table. ``draw(k)`` draws a step: the link, the
            arrow of the result, those of its operands faintly. ``animate()`` plays all.

        Raises
        ------
        ValueError, TypeError
            If q, qd, qdd or the wrench are not those of one state.

        References
        ----------
        In standard DH: J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for
        Robot Arm Dynamics, University of Michigan, 1980, (3.9), (3.10), (3.15) to (3.21). In
        modified DH: the tutorial, sections 3.1.5 to 3.3, by its names in `check_derivation`.

        Examples
        --------
        >>> from equidyn import robots
        >>> recursion = robots.planar_2r().recursion([0, 0.5], [1, 0], [0, 0])
        >>> recursion[0]
        ω_1 = R_1ᵀ (ω_0 + q̇_1 z) = (0.0000, 0.0000, 1.0000) rad/s
        >>> len(recursion)
        18
        """
        from ..draw.recursion import Recursion
        from ..dynamics.recursion import equations, evaluate

        positions, rates, accelerations = (
            real_array(name, value, (self.n,), "one number for every joint")
            for name, value in (("q", q), ("qd", qd), ("qdd", qdd))
        )
        tip = self._at_tip(tip_wrench)
        evaluated = evaluate(self, positions, rates, accelerations, tip)
        return Recursion(self._posture(positions), equations(self), evaluated, visible(self.name))

    def _in_motion(self: Arm, motion: MotionLike, samples: int) -> dict[str, FloatArray]:
        """Return times of a motion, positions, velocities and accelerations, and known torques."""
        from ..motion.sampled import sampled_states
        from ..motion.simulation.simulated_motion import Motion

        times, (q, qd, qdd) = sampled_states(motion, self.n, samples, 2, differences=True)
        found = {"t": times, "q": q, "qd": qd, "qdd": qdd}
        if isinstance(motion, Motion):
            known = (motion.t, motion.q, motion.torque)
            found["torque"] = sampled_states(known, self.n, samples, 1)[1][1]
        return found

    def _sequence(
        self: Arm,
        motion: MotionLike,
        samples: int,
        vectors: Iterable[str] | None,
        link: int | None,
        tip_wrench: ArrayLike | None,
        scale: Mapping[str, float] | None,
    ) -> tuple[FloatArray, list[Posture], list[Diagram]]:
        """Return times, drawn poses and diagrams of a motion; no diagrams without vectors."""
        from ..dynamics.link_vectors import KINDS
        from ..motion.sampled import sampled_states

        kinds, link, chosen = self._drawn_vectors(vectors, link, scale)
        order = max((KINDS[kind].order for kind in kinds), default=0)
        times, states = sampled_states(motion, self.n, samples, order)
        still = np.zeros((samples, self.n))
        q, qd, qdd = (*states, still, still)[:3]
        tip = self._at_tip(tip_wrench)
        made = [
            self._diagram(kinds, link, chosen, *state, tip)
            for state in zip(q, qd, qdd, strict=True)
        ]
        diagrams = [diagram for diagram in made if diagram is not None]
        return times, [self._posture(position) for position in q], diagrams

    def _drawn_vectors(
        self: Arm,
        vectors: Iterable[str] | None,
        link: int | None,
        scale: Mapping[str, float] | None,
    ) -> tuple[tuple[str, ...], int | None, dict[str, float]]:
        """Validate the kinds of vectors, the link and the scales."""
        from ..dynamics.link_vectors import ON_A_BODY, checked_kinds, checked_scale

        if link is not None:
            link = count("link", link, largest=self.n)
        default = () if link is None else ON_A_BODY
        kinds = default if vectors is None else checked_kinds(vectors)
        return kinds, link, checked_scale(scale)

    def _rates(
        self: Arm, kinds: Sequence[str], qd: ArrayLike | None, qdd: ArrayLike | None
    ) -> tuple[FloatArray, FloatArray]:
        """Validate velocity and acceleration; zero where no vector needs them."""
        from ..dynamics.link_vectors import KINDS

        rates = []
        for order, (name, value) in enumerate((("qd", qd), ("qdd", qdd)), start=1):
            needing = [kind for kind in kinds if KINDS[kind].order >= order]
            if value is None and needing:
                raise ValueError(f"{name}: expected {self.n} numbers for {needing[0]!r}, got None")
            if value is not None and not kinds:
                raise TypeError(f"{name}: expected together with vectors or a link, got it alone")
            given = np.zeros(self.n) if value is None else value
            rates.append(real_array(name, given, (self.n,), "one number for every joint"))
        return rates[0], rates[1]

    def _at_tip(self: Arm, tip_wrench: ArrayLike | None) -> FloatArray:
        """Validate the wrench of one state, by default zero."""
        given = np.zeros(6) if tip_wrench is None else tip_wrench
        return real_array("tip_wrench", given, (6,), "force and moment at the tip")

    def _diagram(
        self: Arm,
        kinds: tuple[str, ...],
        link: int | None,
        scale: Mapping[str, float],
        q: FloatArray,
        qd: FloatArray,
        qdd: FloatArray,
        tip_wrench: FloatArray,
    ) -> Diagram | None:
        """Return the vectors of one state; None without any kind."""
        if not kinds and link is None:
            return None
        from ..draw.arrows import Diagram
        from ..dynamics.link_vectors import link_vectors

        found = link_vectors(self, q, qd, qdd, link=link, tip_wrench=tip_wrench)
        return Diagram(found, kinds, link, per_metre=scale)

    def _position(self: Arm, q: ArrayLike | None, name: str = "q") -> FloatArray:
        """Validate one joint position, by default zero."""
        given = np.zeros(self.n) if q is None else q
        return real_array(name, given, (self.n,), "one position of every joint")

    def _posture(self: Arm, q: FloatArray) -> Posture:
        """Return the drawn pose of the arm at one joint position."""
        from ..draw.posture import posture

        known = vars(self)
        return posture(
            np.concatenate([self.base[np.newaxis], self.link_poses(q)]),
            self.forward_kinematics(q),
            convention=self.convention,
            joints=self.joints,
            mass=known.get("mass", np.zeros(self.n)),
            com=known.get("com", np.zeros((self.n, 3))),
            inertia=known.get("inertia", np.zeros((self.n, 3, 3))),
            gravity=self.gravity,
        )


def _drawn(
    seen: Posture, diagram: Diagram | None, ax: Axes3D | None, shown: dict[str, Any]
) -> Axes3D:
    """Draw a pose of an arm, or the free-body diagram of a link."""
    if diagram is None or diagram.link is None:
        from ..draw.picture import draw_posture

        return draw_posture(seen, ax, diagram=diagram, **shown)
    from ..draw.free_body import draw_free_body

    return draw_free_body(seen, diagram, ax, **shown)


def _require_no_state(q: object, qd: object, qdd: object) -> None:
    """Refuse a state together with a motion."""
    for name, value in {"q": q, "qd": qd, "qdd": qdd}.items():
        if value is not None:
            raise TypeError(f"motion: expected motion or {name}, got both")
