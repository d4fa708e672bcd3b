"""Compare the arms of published URDF files with Pinocchio and MuJoCo, which read them too.

Usage: python tools/urdf_judges [FILE OR FOLDER ...]

Every chain of every file; without any, those of the tests and, where it is installed, of
example-robot-data. Prints a row for each file, then each chain that differs or is refused, and why.
Exit status 1 where anything differs without reason.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    from urdf_judges.table import main

    sys.exit(main(sys.argv[1:]))
