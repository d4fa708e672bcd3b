"""The benchmark: equidyn against other libraries on one arm."""

from ..peers.call import Call
from .contest import bench
from .result import Benchmark
from .rows import Row

__all__ = ["Benchmark", "Call", "Row", "bench"]
