# the public names, one a line, which the module beside this stub reads, to load what is asked for

from .control import ComputedTorque as ComputedTorque
from .control import MomentumObserver as MomentumObserver
from .control import Stability as Stability
from .sampled import MotionLike as MotionLike
from .simulation.simulated_motion import Motion as Motion
from .simulation.simulated_motion import SimulationInterrupted as SimulationInterrupted
from .step_choice import ChosenStep as ChosenStep
from .step_choice import choose_step as choose_step
from .trajectories import Trajectory as Trajectory
from .trajectories import quintic as quintic
from .trajectories.straight_line import straight_line as straight_line
from .trajectories.trajectory import MotionArrays as MotionArrays
from .trajectories.trapezoid import trapezoid as trapezoid
