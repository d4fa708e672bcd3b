"""The C++ core of equidyn. Private: use the names of the package."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Array = NDArray[np.float64]
_Method = TypeVar("_Method", bound=Callable[..., Any])
_Class = TypeVar("_Class")
_Vectors = tuple[ArrayLike, ArrayLike, ArrayLike]
_Elements = Sequence[tuple[int, str, str, list[tuple[str, str]]]]
_Reading = tuple[dict[str, Any], list[str], dict[str, float], tuple[str, _Array] | None, str]

class Arm:
    def __init__(
        self,
        convention: str,
        joints: str,
        a: ArrayLike,
        a_y: ArrayLike,
        alpha: ArrayLike,
        d: ArrayLike,
        theta: ArrayLike,
        mass: ArrayLike,
        com: ArrayLike,
        inertia: ArrayLike,
        gravity: ArrayLike,
        base: ArrayLike,
        tool: ArrayLike,
        viscous: ArrayLike | None,
        coulomb: ArrayLike | None,
        motor_inertia: ArrayLike | None,
    ) -> None: ...
    @property
    def n(self) -> int: ...
    def _reframed(self, convention: str) -> dict[str, _Array]: ...
    def _error_in_float32(self) -> float: ...
    def _singular_joints(self, q: ArrayLike, motors: bool, *, held: bool) -> list[int]: ...

class DoubleDouble:
    def __init__(self, high: float, low: float = ..., /) -> None: ...
    @property
    def high(self) -> float: ...
    @property
    def low(self) -> float: ...
    def __float__(self) -> float: ...
    def __hash__(self) -> int: ...
    def __abs__(self) -> DoubleDouble: ...
    def __neg__(self) -> DoubleDouble: ...
    def __pos__(self) -> DoubleDouble: ...
    def __pow__(self, exponent: float, /) -> DoubleDouble: ...
    def __add__(self, other: DoubleDouble | float, /) -> DoubleDouble: ...
    def __sub__(self, other: DoubleDouble | float, /) -> DoubleDouble: ...
    def __mul__(self, other: DoubleDouble | float, /) -> DoubleDouble: ...
    def __truediv__(self, other: DoubleDouble | float, /) -> DoubleDouble: ...
    def __radd__(self, other: float, /) -> DoubleDouble: ...
    def __rsub__(self, other: float, /) -> DoubleDouble: ...
    def __rmul__(self, other: float, /) -> DoubleDouble: ...
    def __rtruediv__(self, other: float, /) -> DoubleDouble: ...
    def __lt__(self, other: DoubleDouble | float, /) -> bool: ...
    def __le__(self, other: DoubleDouble | float, /) -> bool: ...
    def __gt__(self, other: DoubleDouble | float, /) -> bool: ...
    def __ge__(self, other: DoubleDouble | float, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def sin(self) -> DoubleDouble: ...
    def cos(self) -> DoubleDouble: ...
    def tan(self) -> DoubleDouble: ...
    def sqrt(self) -> DoubleDouble: ...
    def exp(self) -> DoubleDouble: ...
    def sign(self) -> DoubleDouble: ...
    def deg2rad(self) -> DoubleDouble: ...
    def radians(self) -> DoubleDouble: ...
    def arctan(self) -> DoubleDouble: ...
    def arccos(self) -> DoubleDouble: ...

def build_info() -> dict[str, str]: ...
def release_memory() -> int: ...
def xla_functions() -> dict[str, tuple[object, tuple[tuple[int, ...], ...]]]: ...
def xla_layout() -> dict[str, int]: ...

xla_options: dict[str, int]
xla_versions: tuple[int, tuple[int, int]]

def quantities() -> dict[str, Any]: ...
def add_formulation(table: int, version: str) -> dict[str, Any]: ...
def refusal(arm: Arm, formulation: str) -> str: ...
def evaluate(
    arm: Arm, quantity: str, operands: tuple[ArrayLike, ...], /, **options: Any
) -> Any: ...
def inverse_dynamics_extended(
    arm: Arm,
    formulation: str,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    tip_wrench: ArrayLike | None,
    base_motion: _Vectors | None,
) -> NDArray[np.object_]: ...
def register_base_motion_type(type: type[_Class]) -> type[_Class]: ...
def register_link_motion_type(type: type[_Class]) -> type[_Class]: ...
def fast_path(method: _Method, parts: type[tuple[_Array, ...]] | None = None) -> _Method: ...
def trace_form_coefficients(arm: Arm, q: ArrayLike) -> tuple[_Array, _Array]: ...
def orthogonal_complement(arm: Arm, q: ArrayLike, qd: ArrayLike) -> dict[str, _Array]: ...
def link_motion(
    arm: Arm,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    tip_wrench: ArrayLike | None,
    base_motion: object,
) -> Any: ...
def time_method(
    arm: Arm,
    quantity: str,
    method: str,
    operands: tuple[ArrayLike, ...],
    seconds: float,
    together: bool = False,
) -> tuple[float, _Array]: ...
def time_production_kernel(
    arm: Arm,
    quantity: str,
    operands: tuple[ArrayLike, ...],
    seconds: float,
    together: bool = False,
) -> Any: ...
def timed_code(arm: Arm, quantity: str, method: str, states: int) -> dict[str, str]: ...
def instruction_sets() -> list[str]: ...
def evaluate_kernel(
    arm: Arm,
    quantity: str,
    operands: tuple[ArrayLike, ...],
    batch: int,
    instruction_set: str,
) -> list[_Array]: ...
def time_kernel(
    arm: Arm,
    quantity: str,
    operands: tuple[ArrayLike, ...],
    batch: int,
    seconds: float,
    instruction_set: str,
) -> float: ...
def measure_peak(instruction_set: str, seconds: float, threads: int = 1) -> float: ...
def trace(
    arm: Arm,
    quantity: str,
    method: str,
    operands: tuple[ArrayLike, ...],
    *,
    full_matrices: bool = False,
    moving_base: bool = False,
    tip_wrench: bool = False,
    rates_known: bool = False,
    accelerations_known: bool = False,
    friction: bool = False,
) -> dict[str, Any]: ...
def trace_arm(
    arm: Arm,
    quantity: str,
    method: str,
    *,
    at_rest: Sequence[str] = ...,
    parameters: Sequence[str] = ...,
    base_motion: bool = False,
    tip_wrench: bool = False,
    payload: bool = False,
    friction: bool = False,
    motors: bool = False,
    links: int = 0,
) -> dict[str, Any]: ...

class ControlOfDrives:
    def __init__(
        self,
        model: Arm,
        *,
        law: str,
        friction: bool,
        motors: bool,
        diagonal: bool,
        period: int,
        delay: int,
        times: int,
        pieces: int,
        powers: int,
        arrays: dict[str, NDArray[Any]],
    ) -> None: ...

def read_urdf(
    elements: _Elements,
    base: str | None,
    tip: str | None,
    locked: Sequence[tuple[str, float]],
    mimic: str | None,
    exact: bool,
) -> _Reading: ...
def read_tree(
    links: Sequence[dict[str, Any]],
    joints: Sequence[dict[str, Any]],
    base: str | None,
    tip: str | None,
    locked: Sequence[tuple[str, float]],
) -> _Reading: ...
def locked_placements(
    elements: _Elements, locked: Sequence[tuple[str, float]]
) -> dict[str, _Array]: ...
def link_frames(
    placements: ArrayLike,
    axes: ArrayLike,
    prismatic: Sequence[bool],
    tool: ArrayLike,
    on_normals: bool = False,
) -> dict[str, Any]: ...
def joint_range(arm: Arm, limits: _Array | None) -> tuple[_Array, _Array]: ...
def search_poses(
    arm: Arm,
    limits: _Array | None,
    pose: Any,
    start: Any,
    weight: _Array,
    tolerance: float,
    seed: int,
    path: int,
    checked: bool,
    threads: int | None,
) -> tuple[_Array, NDArray[np.bool_], _Array, NDArray[np.int64]] | None: ...

class SimulatedArms:
    def __init__(
        self,
        arm: Arm,
        *,
        method: str,
        step: float,
        steps: int,
        tolerance: float,
        friction: bool,
        motors: bool,
        stops: bool,
        every: int,
        times: int,
        rows: int,
        samples: int,
        control: ControlOfDrives | None,
        arrays: dict[str, NDArray[Any]],
        formulation: str | None,
    ) -> None: ...
    @property
    def work_of_step(self) -> int: ...
    def advance(
        self, begin: int, stop: int, instants: dict[str, NDArray[Any]], threads: int | None
    ) -> None: ...
    def approach(self, stop: int, most: int, threads: int | None) -> int: ...
