"""Trees of links, as other programs describe robots, and the arms that the core makes of them."""

from .reading import Reading, Unsound

__all__ = ["Reading", "Unsound"]
