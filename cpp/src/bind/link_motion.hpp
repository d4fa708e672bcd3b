/// @file link_motion.hpp
/// The way of link_motion through the fast path.
#pragma once

#include <pybind11/pybind11.h>

#include "call/compiled_arm.hpp"
#include "call/options.hpp"

namespace equidyn {

/// What it reads, as a kernel does that computes torques; ten results of shape (..., n, 3).
constexpr kernels::Quantity kLinkMotion{
    .name = "link_motion",
    .task = kernels::Task::kInverseDynamics,
    .operands = 3,
    .given = {kernels::Given::kQ, kernels::Given::kQd, kernels::Given::kQdd},
    .shape = {kernels::kJoints, 3},
    .results = 10,
    .choices = kernels::kEnds,
};

/// Null where the call has to take the other way. The arm's own object stands before the operands.
pybind11::object direct_link_motion(const kernels::Quantity& quantity, const CompiledArm& arm,
                                    const Options& options, PyObject* const* operands);

}  // namespace equidyn
