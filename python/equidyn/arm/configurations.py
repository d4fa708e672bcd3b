"""Named joint positions of an arm, with their sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..validation import FloatArray, real_array, unknown, writable

if TYPE_CHECKING:
    from ..output.tables import Table


class Configurations(Mapping[str, FloatArray]):
    """Named joint positions, such as ``arm.configurations["ready"]``; prints as a table.

    Parameters
    ----------
    given : mapping
        By name, positions of shape (n,), or a mapping with the keys ``"q"`` and ``"source"``.
    n : int
        Number of joints.
    """

    def __init__(self, given: Any, n: int) -> None:
        if not isinstance(given, Mapping):
            raise TypeError(
                f"configurations: expected positions by name, got {type(given).__name__}"
            )
        self._positions: dict[str, FloatArray] = {}
        self._sources: dict[str, str] = {}
        for key, value in given.items():
            name = writable("configurations", key)
            entry = value if isinstance(value, Mapping) else {"q": value}
            if not name or not {"q"} <= set(entry) <= {"q", "source"}:
                raise ValueError(
                    "configurations: expected a name, and positions or a mapping of 'q' and "
                    f"'source', got {name!r}: {value!r}"
                )
            self._positions[name] = real_array(
                f"configurations: {name}", entry["q"], (n,), "a position of each joint"
            )
            self._sources[name] = writable("configurations: source", entry.get("source", ""))

    def __getitem__(self, name: str) -> FloatArray:
        if name not in self._positions:
            raise KeyError(unknown(name, list(self._positions)))
        return self._positions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._positions)

    def __len__(self) -> int:
        return len(self._positions)

    def source(self, name: str) -> str:
        """Return the source of the positions of a name; empty if unknown."""
        self[name]
        return self._sources[name]

    def to_plain(self) -> dict[str, Any]:
        """Return positions and sources by name, as lists and strings."""
        return {
            name: {"q": q.tolist(), **({"source": source} if source else {})}
            for (name, q), source in zip(
                self._positions.items(), self._sources.values(), strict=True
            )
        }

    def table(self) -> Table:
        """Return a row for each configuration."""
        from ..output.tables import Table

        return Table(
            title="Configurations",
            columns=("name", "joint positions, rad or m", "source"),
            align="lll",
            rows=tuple(
                (name, ", ".join(f"{x:.4g}" for x in q.tolist()), self._sources[name])
                for name, q in self._positions.items()
            ),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Configurations) and self.to_plain() == other.to_plain()

    def __hash__(self) -> int:
        return hash(tuple((name, q.tobytes()) for name, q in self._positions.items()))

    def __repr__(self) -> str:
        return str(self.table()) if self else "no configurations"
