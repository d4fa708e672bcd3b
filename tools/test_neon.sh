#!/usr/bin/env bash
# Compiles the production kernels for aarch64, where they use NEON, and runs their C++ test under
# emulation. Needs Debian's g++-aarch64-linux-gnu and qemu-user, and the Eigen headers: those of the
# system, or the folder named by EIGEN_INCLUDE.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
eigen=${EIGEN_INCLUDE:-/usr/include/eigen3}

aarch64-linux-gnu-g++ -std=c++20 -O2 -ffp-contract=off -static \
  -I cpp/include -I cpp/src -I "$eigen" \
  tests/cpp/test_kernels.cpp cpp/src/instruction_sets/instruction_sets.cpp \
  cpp/src/instruction_sets/baseline.cpp \
  -o "$build/test_kernels"
qemu-aarch64 "$build/test_kernels"
