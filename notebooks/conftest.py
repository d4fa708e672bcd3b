"""Which notebooks are left out where what they show is not installed, and how they are executed."""

from documenting.kernels import look_for_replies
from documenting.needs import files_that_lack_a_library

look_for_replies()
collect_ignore = files_that_lack_a_library()
