"""Calls of libraries on JAX: compiled, for one state and for many at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

from .call import Call
from .one_core import on_one_core
from .tasks import TASKS

# threads for parts of one operation only cost time on one core: up to half of it
_OPTIONS = {"xla_cpu_multi_thread_eigen": False}


def start_jax() -> None:
    """Let JAX compute in float64, and on one core where it has not started before."""
    jax = import_module("jax")
    jax.config.update("jax_enable_x64", True)
    with on_one_core():
        # it makes its threads now, as many as there are cores
        jax.devices()


def compiled_calls(
    library: str, functions: Iterable[tuple[str, str, Callable[..., Any]]]
) -> Iterator[Call]:
    """Yield the calls of functions of one state, each with its name in tables and its task.

    Those of inverse and forward dynamics are differentiated by JAX, too.
    """
    jax = import_module("jax")
    for name, task, function in _with_products(functions):
        compute, batch = (
            jax.jit(each, compiler_options=_OPTIONS) for each in (function, jax.vmap(function))
        )
        names = {"ready": jax.block_until_ready, "compute": compute}
        result = f"ready(compute({', '.join(TASKS[task].arguments)}))"
        one = Call(library, name, task, result, names, rows="one", just_in_time=True)
        many = {**names, "compute": batch}
        yield from (one, replace(one, names=many, rows="all"))


def _with_products(
    functions: Iterable[tuple[str, str, Callable[..., Any]]],
) -> Iterator[tuple[str, str, Callable[..., Any]]]:
    """Yield functions, and after those of a task with vector-Jacobian products, these by JAX."""
    for name, task, function in functions:
        yield name, task, function
        if f"{task} vjp" in TASKS:
            yield name, f"{task} vjp", partial(_product, function)


def _product(function: Callable[..., Any], *given: Any) -> tuple[Any, ...]:
    """Return the products of a vector, given last, with the derivatives at the other arguments."""
    *state, cotangent = given
    products: tuple[Any, ...] = import_module("jax").vjp(function, *state)[1](cotangent)
    return products
