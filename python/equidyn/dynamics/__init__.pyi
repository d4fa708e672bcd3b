# the public names, one a line, which the module beside this stub reads, to load what is asked for

from .base_and_link_motion import BaseMotion as BaseMotion
from .base_and_link_motion import LinkMotion as LinkMotion
from .link_vectors import AXIAL as AXIAL
from .names import SYNONYMS as SYNONYMS
from .names import FormulationName as FormulationName
from .names import QuantityName as QuantityName
from .recursion import QUANTITIES as QUANTITIES
from .recursion import equations as equations
from .registry import Formulation as Formulation
from .registry import chosen_names as chosen_names
from .registry import entry as entry
from .registry import families as families
from .registry import formulations as formulations
from .registry import numbers as numbers
from .registry import of_quantity as of_quantity
from .registry import refusals as refusals
from .registry import resolve as resolve
from .rotations import rotation_vector as rotation_vector
from .text import Header as Header
