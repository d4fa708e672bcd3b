/// @file bindings.hpp
/// Registration of the parts of the extension, one function for each concept.
#pragma once

#include <pybind11/pybind11.h>

// included by every part: the conversion of arm arguments
#include "bind/arm_argument.hpp"

namespace equidyn {

void bind_arm(pybind11::module_& m);
void bind_arm_data(pybind11::module_& m);
void bind_arms(pybind11::module_& m);
void bind_formulations(pybind11::module_& m);
void bind_double_double(pybind11::module_& m);
void bind_dynamics(pybind11::module_& m);
void bind_fast_path(pybind11::module_& m);
void bind_link_motion(pybind11::module_& m);
void bind_paper_matrices(pybind11::module_& m);
void bind_timing(pybind11::module_& m);
void bind_kernel_timing(pybind11::module_& m);
void bind_trace(pybind11::module_& m);
void bind_control(pybind11::module_& m);
void bind_control_of_state(pybind11::module_& m);
void bind_simulation(pybind11::module_& m);
void bind_inverse_kinematics(pybind11::module_& m);
void bind_model(pybind11::module_& m);
void bind_xla(pybind11::module_& m);
void bind_build_info(pybind11::module_& m);

}  // namespace equidyn
