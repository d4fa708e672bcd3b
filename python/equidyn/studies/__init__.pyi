# the public names, one a line, which the module beside this stub reads, to load what is asked for

from .benchmark.benchmark import Benchmark as Benchmark
from .grading import Marking as Marking
from .papers.angeles.orthogonal_complement import OrthogonalComplement as OrthogonalComplement
from .papers.angeles.orthogonal_complement import orthogonal_complement as orthogonal_complement
from .papers.derivation import DerivationCheck as DerivationCheck
from .papers.equivalence import check_derivation as check_derivation
from .papers.printed_counts.comparison import PublishedCounts as PublishedCounts
from .papers.published_counts import published_counts as published_counts
from .papers.reproduce import reproduce as reproduce
from .papers.reproduction.reproduction import Reproduction as Reproduction
from .papers.rodriguez_1991.spatial_operators import SpatialOperators as SpatialOperators
from .papers.rodriguez_1991.spatial_operators import spatial_operators as spatial_operators
from .papers.saha_1997.decoupled_complement import DecoupledComplement as DecoupledComplement
from .papers.saha_1997.decoupled_complement import decoupled_complement as decoupled_complement
from .parallelism import ParallelSteps as ParallelSteps
from .parallelism import ParallelStepsList as ParallelStepsList
from .parallelism import parallel_steps as parallel_steps
from .reach import Workspace as Workspace
from .reach import workspace as workspace
from .reports import Report as Report
from .rounding import RoundingErrors as RoundingErrors
from .term_contributions import Significance as Significance
from .term_contributions import significance as significance
from .vectors import JudgedResults as JudgedResults
from .vectors import ReferenceVectors as ReferenceVectors
from .vectors import judge_results as judge_results
