"""The laboratory: whether formulations are right, what they cost, and a report of both.

One folder a question: `verify` (do they agree?), `count` (how many operations?), `schedule` (how
many at once?), `time` (how long?), `rounding` (how many digits?), `bench` (against others?),
`prove` (step by step?), `significance` (which terms matter?), and `report` (all of it as one page).
"""

# the function, which takes the place of the folder of its name
from .significance import significance

__all__ = ["significance"]
