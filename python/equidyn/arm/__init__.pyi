# the public names, one a line, which the module beside this stub reads, to load what is asked for

from .arm import Arm as Arm
from .arms import Arms as Arms
from .body import steiner as steiner
from .checks.findings import ArmWarning as ArmWarning
from .checks.findings import Finding as Finding
from .checks.findings import Findings as Findings
from .data import joint_side_drives as joint_side_drives
from .formats.tree.frames import denavit_hartenberg as denavit_hartenberg
from .formats.tree.frames import screw as screw
from .states import States as States
from .states import random_motion as random_motion
from .without_dh import require_dh as require_dh
