"""The laboratory of an arm, as a page that shows itself in a notebook."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .. import _core
from ..output.files import write_text
from ..validation import FloatArray, frozen, function, real_array
from .page import MOST_JOINTS, described, page_of

if TYPE_CHECKING:
    from ..arm import Arm

_STATE = ("q", "qd", "qdd")


class Laboratory:
    """The laboratory of an arm in one page, as `equidyn.Arm.lab` returns it.

    In a notebook whose kernel has anywidget, the arm and the state are shared with the page, which
    several cells may show: edits in the page are read here, and values set here are shown there.
    Otherwise they are the initial ones of the page.
    """

    def __init__(
        self,
        arm: Arm,
        state: Mapping[str, FloatArray] | None = None,
        motion: Mapping[str, FloatArray] | None = None,
    ) -> None:
        self._listeners: list[Callable[[Laboratory], object]] = []
        self._arm, self._description = _checked(arm), described(arm)
        self._motion = motion
        if motion is not None:
            state = {name: motion[name][0] for name in _STATE}
        self._state = None if state is None else self._checked_state(state)

    @property
    def arm(self) -> Arm:
        """The arm; while the page has one that is wrong, the last good one.

        An arm with another number of joints is set with a state of zeros.
        """
        return self._arm

    @arm.setter
    def arm(self, arm: Arm) -> None:
        self._arm, self._description = _checked(arm), described(arm)
        if self._state is not None and len(self._state["q"]) != arm.n:
            self._state = {name: frozen(np.zeros(arm.n)) for name in _STATE}
        self._tell()

    @property
    def q(self) -> FloatArray | None:
        """Joint position (n,), rad or m; None until the page has chosen one, if none was given."""
        return None if self._state is None else self._state["q"]

    @q.setter
    def q(self, q: ArrayLike) -> None:
        still = np.zeros(self._arm.n)
        self._set({"qd": still, "qdd": still, **(self._state or {}), "q": q})

    @property
    def qd(self) -> FloatArray | None:
        """Joint velocity (n,), rad/s or m/s; None where `q` is."""
        return None if self._state is None else self._state["qd"]

    @qd.setter
    def qd(self, qd: ArrayLike) -> None:
        self._set({**self._known("qd"), "qd": qd})

    @property
    def qdd(self) -> FloatArray | None:
        """Joint acceleration (n,), rad/s² or m/s²; None where `q` is."""
        return None if self._state is None else self._state["qdd"]

    @qdd.setter
    def qdd(self, qdd: ArrayLike) -> None:
        self._set({**self._known("qdd"), "qdd": qdd})

    def on_change(self, listener: Callable[[Laboratory], object], *, remove: bool = False) -> None:
        """Register a function that is called after each change of arm or state in the page.

        Parameters
        ----------
        listener : callable
            Called with this object, at most once per frame of the page, and never while its last
            call still runs.
        remove : bool, optional
            Unregister the listener.

        Raises
        ------
        TypeError
            If it is not a function of one argument.
        """
        function("listener", listener, "the laboratory")
        if remove:
            self._listeners = [each for each in self._listeners if each != listener]
        else:
            self._listeners.append(listener)

    def to_html(self) -> str:
        """Return the page, which needs no network."""
        return self._page()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file.

        Parameters
        ----------
        path : path_like
            The file; an existing one is replaced.
        """
        write_text(path, self.to_html())

    def __repr__(self) -> str:
        moving = "" if self._motion is None else f", in motion, {np.ptp(self._motion['t']):g} s"
        return f"<Laboratory of an arm of {self._arm.n} joints{moving}>"

    def _repr_html_(self) -> str:
        """Return the page in an HTML frame, which a kernel with anywidget speaks with."""
        channel = "" if self._bridge is None else self._bridge.channel
        style = "width: 100%; height: 52rem; border: 0"
        frame = f'title="laboratory" data-channel="{channel}" style="{style}"'
        return f'<iframe {frame} srcdoc="{escape(self._page(channel))}"></iframe>'

    def _page(self, channel: str = "") -> str:
        shown = self._shown()
        del shown["description"]
        state = None if self._state is None else shown
        motion = {name: rows.tolist() for name, rows in (self._motion or {}).items()} or None
        return page_of(self._description, state, motion=motion, channel=channel)

    @cached_property
    def _bridge(self) -> Any:
        """The widget that speaks with the page, from when it is first displayed; None without."""
        try:
            from .bridge import bridge
        except ImportError:
            return None
        return bridge(self._shown(), self._take)

    def _shown(self) -> dict[str, Any]:
        """Return what the page shows, as plain data."""
        state = self._state or {}
        lists = {name: state[name].tolist() if state else None for name in _STATE}
        return {"description": self._description, **lists}

    def _tell(self) -> None:
        """Have the page show what was set here, if it is displayed."""
        bridge = vars(self).get("_bridge")
        if bridge is not None:
            bridge.shown = self._shown()

    def _take(self, shown: Mapping[str, Any]) -> None:
        """Take what the page shows, whole or not at all, and call the listeners."""
        before = self._arm, self._description
        try:
            if shown == self._shown():
                return
            if shown["description"] != self._description:
                with warnings.catch_warnings():
                    # the page itself shows suspect data while the user types
                    warnings.simplefilter("ignore")
                    self._arm = _checked(self._arm.from_dict(shown["description"]))
                self._description = dict(shown["description"])
            self._state = self._checked_state({name: shown[name] for name in _STATE})
        except (KeyError, RecursionError, TypeError, ValueError):
            self._arm, self._description = before
            return
        for listener in tuple(self._listeners):
            listener(self)

    def _known(self, name: str) -> Mapping[str, FloatArray]:
        if self._state is None:
            raise TypeError(f"{name}: expected q first, got none yet")
        return self._state

    def _set(self, state: Mapping[str, ArrayLike]) -> None:
        self._state = self._checked_state(state)
        self._tell()

    def _checked_state(self, state: Mapping[str, ArrayLike]) -> dict[str, FloatArray]:
        shape = (self._arm.n,)
        return {
            name: frozen(real_array(name, state[name], shape, "one number for every joint"))
            for name in _STATE
        }


def _checked(arm: Arm) -> Arm:
    """Return an arm that the page can show."""
    if not isinstance(arm, _core.Arm):
        raise TypeError(f"arm: expected an Arm, got {type(arm).__name__}")
    # an arm without any masses is shown by its kinematics
    if not arm._without_bodies:
        arm._require_bodies("lab")
    if arm.n > MOST_JOINTS:
        raise ValueError(f"arm: expected 1 to {MOST_JOINTS} joints, got {arm.n}")
    return arm
