# the public names, one a line, which the module beside this stub reads, to load what is asked for

from .graph import Graph as Graph
from .graph import Operation as Operation
from .operations import Operations as Operations
from .quantity import Quantity as Quantity
from .retracing import retrace as retrace
from .tasks import Tasks as Tasks
from .tasks import is_task as is_task
from .trace import Trace as Trace
from .trace import traceable as traceable
from .trace import untraceable as untraceable
