"""The registry alone lists formulations: one more is shown beside the others."""

import os
import subprocess
import sys
from pathlib import Path

import one_more_formulation


def test_one_more_formulation_is_verified_counted_timed_and_shown(tmp_path):
    tests = Path(one_more_formulation.__file__).parent
    paths = os.pathsep.join(
        (str(tests), str(tests.parent / "tools"), os.environ.get("PYTHONPATH", ""))
    )
    ran = subprocess.run(
        [sys.executable, one_more_formulation.__file__, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
