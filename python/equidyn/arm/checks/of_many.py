"""Findings on the data in which many arms differ: all arms at once, and one finding for all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ... import _core
from ...validation import ROUNDING, BoolArray
from ..varying import in_words
from .findings import Finding, Findings, find_doubtful

if TYPE_CHECKING:
    from ..arms import Arms


def find_doubtful_of_many(arms: Arms) -> Findings:
    """Return the findings on the data that differ, each with the first arm and the number of arms.

    What depends on all links of an arm together, such as a singular mass matrix, is not looked for.
    """
    findings = []
    for what, suspect in _suspect(arms):
        for link in np.flatnonzero(suspect.any(axis=0)).tolist():
            indices = np.flatnonzero(suspect[:, link])
            found = _of_arm(arms, int(indices[0]), what, link + 1)
            if found is not None:
                findings.append(_of_all(arms, found, int(indices[0]), len(indices)))
    return Findings(sorted(findings, key=lambda finding: finding.link))


def _suspect(arms: Arms) -> Iterator[tuple[str, BoolArray]]:
    """Yield kinds of findings, and which links (N, n) of which arms have them."""
    rows = arms._found().data
    if "inertia" in rows:
        moments = np.linalg.eigvalsh(rows["inertia"])
        excess = moments[..., 2] - moments[..., 0] - moments[..., 1]
        yield "triangle inequality", excess > ROUNDING * moments[..., 2]
    if "mass" in rows:
        yield "zero mass", rows["mass"] == 0
    if "coulomb" in rows:
        yield "driving friction", np.any(rows["coulomb"] * (1, -1) < 0, axis=-1)
    for kind, names, largest in (
        ("large angle", ("alpha", "theta"), _core.LARGEST_ANGLE),
        ("large length", ("a", "a_y"), _core.LARGEST_LENGTH),
    ):
        large = [np.abs(rows[name]) > largest * (1 + ROUNDING) for name in names if name in rows]
        if large:
            yield kind, np.logical_or.reduce(large)


def _of_arm(arms: Arms, index: int, what: str, link: int) -> Finding | None:
    """Return the finding of this kind on a link of one arm."""
    arm = arms[np.unravel_index(index, arms.shape)]
    return next((f for f in find_doubtful(arm) if (f.what, f.link) == (what, link)), None)


def _of_all(arms: Arms, found: Finding, index: int, count: int) -> Finding:
    """Return the finding on an arm as that of all arms with the like."""
    others = f" and {count - 1:,} other{'s' * (count > 2)}" if count > 1 else ""
    message = f"{found.message}: {in_words(arms.shape, index)}{others}"
    place = tuple(int(k) for k in np.unravel_index(index, arms.shape))
    return replace(found, message=message, arm=place, arms=count)
