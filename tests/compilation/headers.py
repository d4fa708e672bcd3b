"""Headers of users: a formulation by one of equidyn's, with changes."""

import sys

TEMPLATE = """#pragma once
#include "equidyn/formulations/newton_euler.hpp"

namespace mine {{

struct Mine {{
  static constexpr equidyn::FormulationInfo info{{
      .name = "{name}",
      .title = "Mine",
      .reference = "me",
      .order = 1,
      .frames = equidyn::Frames::kStandardDh,
  }};
  template <equidyn::Scalar T>
  using Workspace = equidyn::NewtonEuler::Workspace<T>;

  template <equidyn::Scalar T>
  static void inverse_dynamics(const equidyn::Arm<T>& arm, const equidyn::JointState<T>& x,
                               const equidyn::BaseMotion<T>& base, const equidyn::Wrench<T>& tip,
                               equidyn::PerLink<T>& tau, Workspace<T>& work) noexcept {{
    equidyn::NewtonEuler::inverse_dynamics(arm, x, base, tip, tau, work);
    {end}
  }}
}};

}}  // namespace mine
"""


def header(path, name="mine", end="", **changes):
    """Write a header, with some of its text changed, and return its path."""
    text = TEMPLATE.format(name=name, end=end)
    for old, new in changes.values():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return path


def compiled_apart(path):
    """Return the command of a process that compiles a header without lanes, and prints its name."""
    return [
        sys.executable,
        "-c",
        "import equidyn\n"
        "from equidyn.compilation import library\n"
        "library.lanes_in_use = lambda: (1, ())\n"
        f"print(equidyn.compile_formulation({str(path)!r}, flags=['-O0']).name)",
    ]
