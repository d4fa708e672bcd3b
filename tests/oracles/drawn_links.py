"""The links of an arm as `Arm.draw` shows them."""

import re
from itertools import pairwise

import numpy as np
from matplotlib.figure import Figure


def segments_drawn(arm, q):
    """Both ends of every segment of a link that `draw` shows, by the number of the link."""
    ax = Figure().add_subplot(projection="3d")
    lines = arm.draw(q, ax=ax).get_lines()
    found = {}
    for line in lines:
        if match := re.fullmatch(r"link (\d+)", str(line.get_label())):
            corners = np.array(line.get_data_3d()).T
            seen = [np.array(s) for s in pairwise(corners) if np.linalg.norm(s[1] - s[0]) > 1e-5]
            if seen:
                found[int(match[1])] = seen
    return found
