"""URDF texts damaged anywhere: an arm whose torques survive a URDF, or one error."""

import re
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equidyn import Arm, robots

from .test_reading import ROBOT

pytestmark = pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")

TEXTS = [ROBOT, robots.random_arm(3, 1, "RPR").with_gravity((0, 0, -9.81)).to_urdf()]

# of attributes
VALUES = (
    *("", " ", "nan", "inf", "1e999", "1e308", "-1e308", "1e-320", "0", "-1", "0x1", "1_0", "1,5"),
    *("1 2", "1 2 3 4", "0 0 0", "1e308 1e308 1e308", "1e-320 0 0", "0 0 1e300", "٣", "%s"),
    *("1.57 1.57 1.57", "9" * 400, "x" * 4000, "\x7f", "&amp;", "&lt;b&gt;", "&#55296;", "&x;"),
    *("ground", "mast", "boom", "hook", "base", "link_1", "tool", "fixed", "floating", "planar"),
    *("spherical", "prismatic", "${x}", "$(find x)", "\N{RIGHT-TO-LEFT OVERRIDE}"),
)
# put in anywhere
PIECES = (
    *("<", ">", "/>", '"', "&", "]]>", "<!--", "\x00", "\ufeff", "<a/>" * 300, "<a>" * 20_000),
    *("<mimic/>", '<mimic joint="slew"/>', "<inertial/>", '<link name="mast"/>', "<axis/>"),
    *("<robot>", "<?xml version='1.1'?>", "<!DOCTYPE x>", "<![CDATA[", 'xmlns="urn:x"', "<x:y/>"),
)


def places(pattern):
    """Pieces of a text to be replaced."""
    return lambda text: [match.span() for match in re.finditer(pattern, text)]


# where a text is changed, and what comes there; a text that begins otherwise is a path
DAMAGES = (
    (places(r'"[^"<>]*"'), lambda old: st.sampled_from(VALUES).map('"{}"'.format)),
    (places(r"<\w[^<>]*/>"), lambda old: st.sampled_from(("", 2 * old))),
    (lambda text: [(k, len(text)) for k in range(len(text))], lambda old: st.just("")),
    (lambda text: [(k, k) for k in range(1, len(text))], lambda old: st.sampled_from(PIECES)),
)


@st.composite
def damaged(draw):
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(0, 4))):
        where, what = draw(st.sampled_from(DAMAGES))
        if spans := where(text):
            start, end = draw(st.sampled_from(spans))
            text = text[:start] + draw(what(text[start:end])) + text[end:]
    return text


LINKS = st.sampled_from((None, "mast", "hook", "ground", "link_1", "", "x", "\ud800"))
ENDS = st.just({}) | st.fixed_dictionaries({"base": LINKS, "tip": LINKS})


@given(damaged(), ENDS, st.booleans())
def test_a_damaged_text_is_an_arm_that_survives_a_urdf_or_one_error(text, ends, exact):
    with suppress(ValueError):
        arm = Arm.from_urdf(text, **ends, exact=exact)
        state = np.linspace(0.3, 0.7, 3 * arm.n).reshape(3, arm.n)
        tau = arm.inverse_dynamics(*state)
        assert np.isfinite(tau).all()
        again = Arm.from_urdf(arm.to_urdf(), exact=True).inverse_dynamics(*state)
        values = (tau, arm.a, arm.d, arm.mass, arm.com, arm.inertia)
        size = max(np.abs(each).max() for each in values)
        if size < 1e6:
            np.testing.assert_allclose(again, tau, rtol=1e-6, atol=1e-6 * max(size, 1e-9))
