"""Names and synonyms of formulations and methods, as literal types for editors."""

from __future__ import annotations

from typing import Literal

# quantities with several methods
QuantityName = Literal[
    "inverse_dynamics",
    "mass_matrix",
    "forward_dynamics",
    "coriolis_coefficients",
]

# for editors and type checkers; written by tools/update.py from the registry
FormulationName = Literal[
    "newton_euler",
    "newton_euler_base_frame",
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
    "lie_group",
    "parallel_prefix",
    "recursive_lagrangian_3x3",
    "recursive_lagrangian_4x4",
    "kane",
    "kane_link_frames",
    "gibbs_appell",
    "natural_orthogonal_complement",
    "generalized_dalembert",
    "waters",
    "lagrange_euler",
    "lagrange_euler_literal",
]

MassMatrixName = Literal[
    "unit_accelerations",
    "trace_form",
    "composite_rigid_bodies",
    "orthogonal_complement",
    "symmetric_unit_accelerations",
    "decoupled_orthogonal_complement",
    "spatial_operators",
]

ForwardDynamicsName = Literal[
    "unit_accelerations",
    "composite_rigid_bodies",
    "articulated_bodies",
    "orthogonal_complement",
    "symmetric_unit_accelerations",
    "conjugate_gradients",
    "decoupled_orthogonal_complement",
    "spatial_operators",
    "maximal_coordinates",
    "divide_and_conquer",
    "boltzmann_hamel",
]

CoriolisCoefficientsName = Literal[
    "unit_accelerations",
    "trace_form",
]

# synonyms, for proposals in error messages
SYNONYMS = {
    "rne": "newton_euler",
    "rnea": "newton_euler",
    "recursive_newton_euler": "newton_euler",
    "luh": "newton_euler_sasaki",
    "luh_walker_paul": "newton_euler_sasaki",
    "craig": "newton_euler_modified_dh",
    "khalil": "link_newton_euler",
    "balafoutis": "tensor_newton_euler",
    "balafoutis_patel": "tensor_newton_euler",
    "featherstone": "spatial_newton_euler",
    "product_of_exponentials": "lie_group",
    "lynch_park": "lie_group",
    "park": "lie_group",
    "brockett": "lie_group",
    "lathrop": "parallel_prefix",
    "recursive_doubling": "parallel_prefix",
    "hollerbach": "recursive_lagrangian_3x3",
    "kane_levinson": "kane_link_frames",
    "gibbs": "gibbs_appell",
    "appell": "gibbs_appell",
    "noc": "natural_orthogonal_complement",
    "dalembert": "generalized_dalembert",
    "lee_lee_nigam": "generalized_dalembert",
    "euler_lagrange": "lagrange_euler",
    "lagrangian": "lagrange_euler",
    "uicker": "lagrange_euler_literal",
    "uicker_kahn": "lagrange_euler_literal",
    "kahn": "lagrange_euler_literal",
}

SYNONYMS_OF_METHODS = {
    "aba": "articulated_bodies",
    "articulated_body": "articulated_bodies",
    "featherstone": "articulated_bodies",
    "crb": "composite_rigid_bodies",
    "crba": "composite_rigid_bodies",
    "composite_rigid_body": "composite_rigid_bodies",
    "walker_orin": "composite_rigid_bodies",
    "walker_orin_1": "unit_accelerations",
    "walker_orin_2": "symmetric_unit_accelerations",
    "walker_orin_3": "composite_rigid_bodies",
    "walker_orin_4": "conjugate_gradients",
    "cg": "conjugate_gradients",
    "noc": "orthogonal_complement",
    "angeles": "orthogonal_complement",
    "denoc": "decoupled_orthogonal_complement",
    "saha": "decoupled_orthogonal_complement",
    "soa": "spatial_operators",
    "rodriguez": "spatial_operators",
    "kalman_filter": "spatial_operators",
    "lagrange": "trace_form",
    "dca": "divide_and_conquer",
    "featherstone_1999": "divide_and_conquer",
    "gauss": "maximal_coordinates",
    "lagrange_multipliers": "maximal_coordinates",
    "udwadia": "maximal_coordinates",
    "udwadia_kalaba": "maximal_coordinates",
    "hamel": "boltzmann_hamel",
    "boltzmann": "boltzmann_hamel",
    "quasi_velocities": "boltzmann_hamel",
    "diagonalized_lagrangian": "boltzmann_hamel",
    "strobed": "unit_accelerations",
    "strobing": "unit_accelerations",
}

# algorithms of other quantities, not formulations of inverse dynamics
METHODS = {
    "aba": "forward_dynamics",
    "crb": "mass_matrix",
    "crba": "mass_matrix",
    "composite_rigid_body": "mass_matrix",
    "articulated_body": "forward_dynamics",
}
