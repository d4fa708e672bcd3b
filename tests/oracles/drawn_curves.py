"""The curves of a plot, without the samples of lines beside their names."""


def drawn_curves(ax):
    """The lines of a plot by their names."""
    return {
        line.get_label(): line for line in ax.get_lines() if not line.get_label().startswith("_")
    }
