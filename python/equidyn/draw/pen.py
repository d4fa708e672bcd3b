"""Lines and solids of a picture of matplotlib, drawn once and then moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..validation import FloatArray

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d.axes3d import Axes3D


class Pen:
    """Pen that draws the same parts in the same order again and again, moving those it has drawn.

    Parameters
    ----------
    ax : matplotlib axes in space
        Axes to draw on.
    """

    def __init__(self, ax: Axes3D) -> None:
        self.ax = ax
        self._drawn: list[Any] = []
        self._next = 0

    def restart(self) -> None:
        """Begin with the first part again."""
        self._next = 0

    def line(self, points: FloatArray, **style: Any) -> None:
        """Draw a line through points, shape (k, 3)."""
        from mpl_toolkits.mplot3d.art3d import Line3D

        before = self._before()
        if before is None:
            self._drawn.append(self.ax.add_line(Line3D(*points.T, **style)))
        else:
            before.set_data_3d(*points.T)

    def solid(self, faces: FloatArray, **style: Any) -> None:
        """Draw a shaded solid of faces, shape (k, m, 3)."""
        from mpl_toolkits.mplot3d.art3d import Poly3DCollection

        def made() -> Any:
            solid = Poly3DCollection(faces, shade=True, **style)
            return self.ax.add_collection(solid, autolim=False)

        self.anew(made)

    def anew(self, make: Callable[[], Any]) -> None:
        """Draw a part by a function that adds it to the axes, in place of the last one."""
        before = self._before()
        if before is None:
            self._drawn.append(make())
        else:
            before.remove()
            self._drawn[self._next - 1] = make()

    def _before(self) -> Any:
        """Return the next part as it was drawn before; None if it was not."""
        self._next += 1
        return self._drawn[self._next - 1] if self._next <= len(self._drawn) else None
