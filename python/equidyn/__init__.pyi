# the public names, one a line, which the module beside this stub reads, to load what is asked for

from . import jax as jax
from . import robots as robots
from . import studies as studies
from . import torch as torch
from ._core import build_info as build_info
from ._core import release_memory as release_memory
from .arm import Arm as Arm
from .arm import ArmWarning as ArmWarning
from .codegen import generate as generate
from .compilation import CompilationError as CompilationError
from .compilation import compile_formulation as compile_formulation
from .counting import count_operations as count_operations
from .counting import operation_polynomial as operation_polynomial
from .cpp import cmake_dir as cmake_dir
from .dynamics.base_and_link_motion import BaseMotion as BaseMotion
from .dynamics.registry import formulations as formulations
from .identification import exciting_trajectory as exciting_trajectory
from .identification import identify as identify
from .identification import identify_friction as identify_friction
from .identification import identify_payload as identify_payload
from .identification import read_log as read_log
from .identification import smooth as smooth
from .motion.control import PD as PD
from .motion.control import ComputedTorque as ComputedTorque
from .motion.control import GravityCompensation as GravityCompensation
from .motion.control import SlotineLi as SlotineLi
from .motion.control import momentum_observer as momentum_observer
from .motion.control import stability as stability
from .motion.simulation.simulated_motion import SimulationInterrupted as SimulationInterrupted
from .motion.trajectories import Trajectory as Trajectory
from .motion.trajectories import cubic as cubic
from .motion.trajectories import quintic as quintic
from .motion.trajectories.jerk_limited import jerk_limited as jerk_limited
from .motion.trajectories.straight_line import straight_line as straight_line
from .motion.trajectories.time_optimal import time_optimal as time_optimal
from .motion.trajectories.trapezoid import trapezoid as trapezoid
from .motion.trajectories.waypoints import waypoints as waypoints
from .studies.benchmark.bench import bench as bench
from .studies.grading import grade as grade
from .studies.reports import report as report
from .studies.rounding import rounding_error as rounding_error
from .studies.vectors import reference_vectors as reference_vectors
from .timing import time_formulations as time_formulations
from .verification.verifying import verify as verify

__version__: str
