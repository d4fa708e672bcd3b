#!/usr/bin/env bash
# Builds the extension and the C++ tests by clang with the address and undefined-behaviour
# sanitizers, in a virtual environment and a build folder of their own (below build-sanitize/), and
# runs the tests on them. CXX names another clang than clang++-19. Arguments go to pytest; without
# any, all tests run but the notebooks. Kernels and lanes for avx512 are the text of those for avx2.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$PWD/build-sanitize
export CXX=${CXX:-clang++-19}
python3 -m venv --upgrade-deps "$build/venv"
"$build/venv/bin/pip" install --quiet . --group test \
  --config-settings=build-dir="$build/cmake" \
  --config-settings=cmake.build-type=Debug \
  --config-settings=cmake.define.EQUIDYN_SANITIZE=ON \
  --config-settings=cmake.define.EQUIDYN_INSTRUCTION_SETS=avx2 \
  --config-settings=cmake.define.EQUIDYN_BUILD_TESTS=ON \
  --config-settings=wheel.exclude='*.wasm' # no browser runs under the sanitizers

# the run-time library of the sanitizers, and where the tests find it
sanitizer=$("$CXX" -print-file-name=libclang_rt.asan-x86_64.so)
export LD_LIBRARY_PATH=$(dirname "$sanitizer")
for test in allocation interruption scalars own_formulation kernels thread_pool; do
  "$build/cmake/tests/cpp/test_$test"
done

# CPython itself is not built with the sanitizers, so their run-time library has to be loaded before
# it, and with it the C++ library whose exceptions it watches; what CPython leaks is not ours
# (--capture=sys leaves them the standard error, where they say what they found). More memory than
# there is ends in a MemoryError there too
export LD_PRELOAD="$sanitizer $("$CXX" -print-file-name=libstdc++.so)"
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
exec "$build/venv/bin/python" -m pytest --capture=sys "${@:-tests}"
