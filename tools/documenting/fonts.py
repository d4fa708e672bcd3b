"""The font for mathematics, as small as the pages allow."""

from importlib.metadata import distribution
from pathlib import Path

from fontTools import subset

# letters of Latin and Greek with accents, arrows, operators, brackets, italic and bold letters
_CHARACTERS = "20-7E A0-17F 2C6-2DD 300-32F 370-3FF 2010-2063 20D6-20DC 2190-21D7 2200-22FF"
_CHARACTERS += " 2308-230B 27E8-27E9 210E 1D400-1D49B 1D6A8-1D755"

# forms of letters in indices, below accents and above one another
_FEATURES = ("ssty", "dtls", "flac")


def write_mathematics(path: Path) -> None:
    """Write the parts of STIX Two Math that browsers without such a font need, as WOFF."""
    options = subset.Options(flavor="woff", layout_features=list(_FEATURES))
    source = distribution("ziamath").locate_file("ziamath/fonts/STIXTwoMath-Regular.ttf")
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(_CHARACTERS))
    with subset.load_font(str(source), options) as font:
        subsetter.subset(font)
        subset.save_font(font, str(path), options)
