"""What the core knows of XLA's C interface is what jaxlib has, and other versions are refused."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from equidyn import _core
from equidyn.jax.interface import HEADER, require_known, version_in

# what version 0.4 calls otherwise
RENAMED = """#if XLA_FFI_API_MINOR >= 4
typedef XLA_FFI_InternalExtension XLA_FFI_Extension_Base;
#endif
"""


def test_sizes_and_offsets_are_those_of_the_installed_headers(tmp_path):
    ffi = pytest.importorskip("jax.ffi")
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("needs a C compiler")
    known = _core.xla_layout()
    print_one = {
        name: f"offsetof({name.replace('.', ', ')})" if "." in name else f"sizeof({name})"
        for name in known
    }
    lines = "\n".join(f'  printf("{name} %zu\\n", {value});' for name, value in print_one.items())
    program = tmp_path / "sizes.c"
    program.write_text(
        f'#include <stdio.h>\n#include "{HEADER}"\n{RENAMED}'
        f"int main(void) {{\n{lines}\n  return 0;\n}}\n"
    )
    subprocess.run(
        [compiler, "-I", ffi.include_dir(), "-o", tmp_path / "sizes", program], check=True
    )
    out = subprocess.run([tmp_path / "sizes"], check=True, capture_output=True, text=True).stdout
    assert {name: int(value) for name, value in map(str.split, out.splitlines())} == known
    assert len(known) > 40


def test_the_installed_version_is_known():
    ffi = pytest.importorskip("jax.ffi")
    require_known(version_in(Path(ffi.include_dir()) / HEADER))


@pytest.mark.parametrize("version", [(0, 0), (0, 5), (1, 1), None])
def test_an_unknown_version_is_refused(version):
    pytest.importorskip("jaxlib")
    found = "an unknown one" if version is None else "{}.{}".format(*version)
    with pytest.raises(ImportError, match=rf"version 0.1 to 0.4 of XLA.*, got {found} of jaxlib"):
        require_known(version)


def test_a_version_is_read_where_it_is_stated(tmp_path):
    header = tmp_path / "c_api.h"
    assert version_in(header) is None
    header.write_text("#define XLA_FFI_API_MAJOR 2\n")
    assert version_in(header) is None
    header.write_text("#define XLA_FFI_API_MAJOR 2\n#define XLA_FFI_API_MINOR 17\n")
    assert version_in(header) == (2, 17)


def test_without_jax_the_module_is_there_and_says_what_is_missing():
    program = (
        "import sys; sys.modules['jax'] = None; import equidyn; from equidyn import jax, robots\n"
        "try:\n    jax.gravity_torque(robots.planar_2r(), [0, 0])\n"
        "except ImportError as error:\n    print(error)"
    )
    out = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert out.stdout == "jax is needed here: pip install 'equidyn[jax]'\n"


def test_importing_the_module_does_not_load_jax():
    program = "import sys; from equidyn import jax; print('jax' in sys.modules)"
    out = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert out.stdout == "False\n"
