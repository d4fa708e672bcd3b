"""Terms of Lagrange's equation of a model, with a coefficient before each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ...validation import FloatArray
from .model import Model
from .newton_euler import newton_euler

# terms that a program may weight otherwise, by joint
INERTIA = "M q̈"
COUPLING = "coupling"
UPPER = "upper triangle"
GRAVITY = "gravity torque"
PRODUCTS = "velocity products"
CENTRIFUGAL = "centrifugal"
CORIOLIS = "Coriolis"
MASS_RATE = "rate of the mass matrix"
ENERGY_SLOPE = "slope of the kinetic energy"
TERMS = (
    INERTIA,
    COUPLING,
    UPPER,
    GRAVITY,
    PRODUCTS,
    CENTRIFUGAL,
    CORIOLIS,
    MASS_RATE,
    ENERGY_SLOPE,
)

# coefficients of the velocities taken from torques at unit velocities, squares left in
STROBED = "strobed coefficients"

# torques of (q, qd, qdd), each of shape (m, n)
_Torque = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]


def torque(model: Model, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
    """Joint torques (m, n) that the program of the model returns."""
    for change in model.before:
        q, qd, qdd = change(q, qd, qdd)

    def recursion(q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        return newton_euler(model, q, qd, qdd).tau

    if STROBED in model.departures or any(term in model.coefficients for term in TERMS):
        tau = _weighted(model, recursion, q, qd, qdd)
    else:
        tau = recursion(q, qd, qdd)
    for result in model.after:
        tau = result(tau)
    return tau


def mass_matrix(model: Model, q: FloatArray) -> FloatArray:
    """Mass matrices (m, n, n) that the program of the model implies."""
    n = model.n
    unit = np.eye(n)
    rows, zero = np.repeat(q, n, axis=0), np.zeros((len(q) * n, n))
    columns = torque(model, rows, zero, np.tile(unit, (len(q), 1)))
    columns = columns - torque(model, rows, zero, zero)
    matrices: FloatArray = columns.reshape(len(q), n, n).swapaxes(1, 2)
    return matrices


def coefficients(model: Model, q: FloatArray) -> FloatArray:
    """Coefficients C_ijk (m, n, n, n) of velocity products that the program implies."""

    def program(q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        return torque(replace(model, departures=model.departures - {STROBED}), q, qd, qdd)

    zero = np.zeros_like(q)
    strobed = _strobed(program, q, program(q, zero, zero))
    kept = strobed if STROBED in model.departures else _symbols(strobed)
    found: FloatArray = kept.transpose(2, 3, 0, 1)
    return found


def _weighted(
    model: Model, torque: _Torque, q: FloatArray, qd: FloatArray, qdd: FloatArray
) -> FloatArray:
    """Weight the terms of Lagrange's equation, which differences of torques isolate."""
    zero = np.zeros_like(q)
    weight = model.factor
    gravity = torque(q, zero, zero)
    products = torque(q, qd, zero) - gravity
    if CENTRIFUGAL in model.coefficients or CORIOLIS in model.coefficients:
        squares = _at_each(torque, q, gravity, qd=_one_by_one(qd)).sum(axis=0)
        products = weight(CENTRIFUGAL) * squares + weight(CORIOLIS) * (products - squares)
    if MASS_RATE in model.coefficients or ENERGY_SLOPE in model.coefficients:
        slope = np.einsum("ikmj,mj,mk->mi", _symbols(_strobed(torque, q, gravity)), qd, qd)
        products = weight(MASS_RATE) * (products + slope) - weight(ENERGY_SLOPE) * slope
    if STROBED in model.departures:
        products = np.einsum("jkmi,mj,mk->mi", _strobed(torque, q, gravity), qd, qd)
    inertial = weight(INERTIA) * _inertial(model, torque, q, qdd, gravity)
    result: FloatArray = weight(GRAVITY) * gravity + inertial + weight(PRODUCTS) * products
    return result


def _inertial(
    model: Model, torque: _Torque, q: FloatArray, qdd: FloatArray, gravity: FloatArray
) -> FloatArray:
    """M q̈, its entries off the diagonal weighted."""
    if COUPLING not in model.coefficients and UPPER not in model.coefficients:
        return torque(q, np.zeros_like(q), qdd) - gravity
    columns = _at_each(torque, q, gravity, qdd=_one_by_one(qdd))
    row, column = np.ogrid[: model.n, : model.n]
    factors = np.where(row == column, 1.0, np.reshape(model.factor(COUPLING), (-1, 1)))
    factors = np.where(row > column, factors * np.reshape(model.factor(UPPER), (-1, 1)), factors)
    total: FloatArray = (columns * factors.T[:, np.newaxis]).sum(axis=0)
    return total


def _symbols(strobed: FloatArray) -> FloatArray:
    """Return Christoffel symbols [j, k, state, i]: strobed coefficients without the squares."""
    n = len(strobed)
    alone = strobed[range(n), range(n)]
    symbols: FloatArray = 0.5 * (strobed - alone - alone[:, np.newaxis])
    symbols[range(n), range(n)] = alone
    return symbols


def _strobed(torque: _Torque, q: FloatArray, gravity: FloatArray) -> FloatArray:
    """Return torques [j, k, state, i] of the velocities at unit velocity of joints j and k.

    Those of two joints hold the squares of both beside the product.
    """
    n = q.shape[1]
    both = np.minimum(np.eye(n)[:, np.newaxis] + np.eye(n), 1.0)
    rates = np.broadcast_to(both.reshape(n * n, 1, n), (n * n, *q.shape))
    return _at_each(torque, q, gravity, qd=rates).reshape(n, n, *q.shape)


def _at_each(
    torque: _Torque, q: FloatArray, gravity: FloatArray, **rates: FloatArray
) -> FloatArray:
    """Torques minus gravity (k, m, n) at rates (k, m, n), in one call."""
    ((name, given),) = rates.items()
    several = np.broadcast_to(q, given.shape).reshape(-1, q.shape[1])
    zero = np.zeros_like(several)
    operands = {"qd": zero, "qdd": zero, name: given.reshape(zero.shape)}
    return torque(several, operands["qd"], operands["qdd"]).reshape(given.shape) - gravity


def _one_by_one(rates: FloatArray) -> FloatArray:
    """Return the rates (n, m, n) of one joint each, zero at the others."""
    return rates * np.eye(rates.shape[1])[:, np.newaxis]
