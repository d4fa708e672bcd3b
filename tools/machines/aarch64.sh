#!/usr/bin/env bash
# Builds the wheel of aarch64 Linux from a source distribution, by Debian's cross compiler, and runs it under emulation:
#   tools/machines/aarch64.sh SDIST FOLDER
# Puts into FOLDER the wheel and the program `python`, which emulates a Python with that wheel installed. Then it verifies an
# arm and compares the bits of every quantity. Needs root, Python 3.11 as Debian 12 has it, debootstrap,
# g++-aarch64-linux-gnu and qemu-user.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
sdist=$(realpath "$1")
mkdir -p "$2"
cd "$2"

# packages are unpacked, not installed: nothing of them has to run
debootstrap --arch=arm64 --foreign --variant=minbase --include=libpython3-dev,libstdc++6,python3 bookworm packages > log ||
  { tail log; exit 1; }
for package in packages/var/cache/apt/archives/*.deb; do dpkg-deb -x "$package" system; done
rm -r packages log
headers=$PWD/system/usr/include/python3.11
ln -s ../aarch64-linux-gnu "$headers/"

# an isolated build would fetch tools for aarch64, too
python3 -m venv --upgrade-deps build
python3 - "$root/pyproject.toml" > requires <<'END'
import sys, tomllib
with open(sys.argv[1], "rb") as file:
    print(*tomllib.load(file)["build-system"]["requires"], sep="\n")
END
build/bin/pip install --quiet cmake ninja --requirement requires

# pybind11 would name the module as Python does on the machine that compiles it
cross=(CMAKE_SYSTEM_NAME=Linux CMAKE_SYSTEM_PROCESSOR=aarch64 CMAKE_CXX_COMPILER=aarch64-linux-gnu-g++
  Python_INCLUDE_DIR="$headers" PYTHON_MODULE_EXTENSION=.cpython-311-aarch64-linux-gnu.so)
PATH=$PWD/build/bin:$PATH _PYTHON_HOST_PLATFORM=linux-aarch64 pip wheel --quiet --no-deps --no-build-isolation --wheel-dir . \
  "${cross[@]/#/--config-settings=cmake.define.}" "$sdist"
rm -r build requires

platforms=(linux_aarch64 manylinux2014_aarch64 manylinux_2_17_aarch64 manylinux_2_28_aarch64)
pip install --quiet --target site --only-binary :all: --python-version 3.11 "${platforms[@]/#/--platform=}" ./*.whl
cat > python <<END
#!/bin/sh
PYTHONPATH="$PWD/site\${PYTHONPATH:+:\$PYTHONPATH}" exec qemu-aarch64 -L "$PWD/system" "$PWD/system/usr/bin/python3.11" "\$@"
END
chmod +x python

./python -m equidyn verify puma560
PYTHONPATH=$root/tools ./python - "$root" <<'END'
import sys
from pathlib import Path

from updating import bits

found, pinned = bits.digests(), bits.read((Path(sys.argv[1]) / bits.FILE).read_text())["fused"]
assert found == pinned, [key for key in found.keys() | pinned if found.get(key) != pinned.get(key)]
print(f"{len(found)} digests are those of x86-64")
END
