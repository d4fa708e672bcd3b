"""Names of formulations: for completion in editors, and what others call them."""

from __future__ import annotations

from typing import Literal

# what editors and type checkers propose; written by tools/update.py from the registry
FormulationName = Literal[
    "newton_euler",
    "newton_euler_lee",
    "newton_euler_modified_dh",
    "modified_newton_euler",
    "newton_euler_sasaki",
    "newton_euler_sasaki_scalar",
    "newton_euler_angeles",
    "link_newton_euler",
    "tensor_newton_euler",
    "minimal_newton_euler",
    "spatial_newton_euler",
    "recursive_lagrangian_3x3",
    "recursive_lagrangian_4x4",
    "kane",
    "gibbs_appell",
    "natural_orthogonal_complement",
    "lagrange_euler",
    "lagrange_euler_literal",
]

# common names of the same, by which they are proposed
SYNONYMS = {
    "rne": "newton_euler",
    "rnea": "newton_euler",
    "recursive_newton_euler": "newton_euler",
    "luh": "newton_euler",
    "luh_walker_paul": "newton_euler",
    "craig": "newton_euler_modified_dh",
    "khalil": "link_newton_euler",
    "balafoutis": "tensor_newton_euler",
    "balafoutis_patel": "tensor_newton_euler",
    "featherstone": "spatial_newton_euler",
    "hollerbach": "recursive_lagrangian_3x3",
    "gibbs": "gibbs_appell",
    "appell": "gibbs_appell",
    "noc": "natural_orthogonal_complement",
    "euler_lagrange": "lagrange_euler",
    "lagrangian": "lagrange_euler",
    "uicker": "lagrange_euler_literal",
    "uicker_kahn": "lagrange_euler_literal",
}

# algorithms of other quantities, which no formulation of inverse dynamics is
METHODS = {
    "aba": "forward_dynamics",
    "crb": "mass_matrix",
    "crba": "mass_matrix",
    "composite_rigid_body": "mass_matrix",
    "articulated_body": "forward_dynamics",
}
