"""Answers of a call of another library, as the benchmark asks for them."""

from equidyn.peers.loops import answers
from equidyn.studies.benchmark.contestants import CallContestant, Memory

STATES = 16


def answers_of(call, task, inputs):
    """Yield the answers of a call, with each number of threads that it takes."""
    if call.rows == "one":
        yield answers(call, task, inputs)
    else:
        for threads in (1, 2) if call.takes_threads else (1,):
            yield CallContestant(call, task, inputs, STATES, threads, Memory()).answer()
