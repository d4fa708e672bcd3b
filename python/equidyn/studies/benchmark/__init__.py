"""The benchmark: equidyn against other libraries on one arm."""

from ...peers import Call
from .bench import bench
from .benchmark import Benchmark
from .rows import Row

__all__ = ["Benchmark", "Call", "Row", "bench"]


def __dir__() -> list[str]:
    return sorted(__all__)
