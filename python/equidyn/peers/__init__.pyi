# the public names, one a line, which the module beside this stub reads, to load what is asked for

from .call import Call as Call
from .equidyn import LIBRARY as LIBRARY
from .equidyn import NEW_ARRAY as NEW_ARRAY
from .equidyn import OUT as OUT
from .equidyn import OUT_FLOAT32 as OUT_FLOAT32
from .equidyn import calls_for as calls_for
from .equidyn_jax import THROUGH_JAX as THROUGH_JAX
from .loops import at_once as at_once
from .loops import in_a_loop as in_a_loop
from .loops import joined as joined
from .loops import one_by_one as one_by_one
from .one_core import chosen_core as chosen_core
from .one_core import on_one_core as on_one_core
from .taking_part import ON_JAX as ON_JAX
from .taking_part import PEERS as PEERS
from .taking_part import participants as participants
from .tasks import TASKS as TASKS
from .tasks import Inputs as Inputs
from .tasks import Task as Task
from .tasks import as_parts as as_parts
from .tasks import random_inputs as random_inputs
from .tasks import tool_directions as tool_directions
