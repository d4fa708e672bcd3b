/// @file link_motion.hpp
/// Fast path of link_motion.
#pragma once

#include <pybind11/pybind11.h>

#include "call/compiled_arm.hpp"
#include "call/options.hpp"

namespace equidyn {

/// Operands as of a torque kernel; ten results of shape (..., n, 3).
constexpr kernels::Quantity kLinkMotion{
    .name = "link_motion",
    .task = kernels::Task::kInverseDynamics,
    .operands = 3,
    .given = {kernels::Given::kQ, kernels::Given::kQd, kernels::Given::kQdd},
    .shape = {kernels::kJoints, 3},
    .results = 10,
    .choices = kernels::kEnds,
};

/// Null if the call has to take the general path. The arm's object precedes the operands.
pybind11::object direct_link_motion(const kernels::Quantity& quantity, const CompiledArm& arm,
                                    const Options& options, PyObject* const* operands);

}  // namespace equidyn
