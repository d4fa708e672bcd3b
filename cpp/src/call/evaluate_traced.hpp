/// @file evaluate_traced.hpp
/// Methods evaluated with the recording scalar, compiled apart from code that includes Python.
#pragma once

#include <string_view>

#include "equidyn/interface/methods.hpp"
#include "equidyn/scalar/traced.hpp"

namespace equidyn {

/// Evaluates the method or reference of this name; joint torques with the viscous friction of the
/// state. Does nothing for an unknown name.
void evaluate_traced(kernels::Task quantity, std::string_view method, const Arm<Traced>& arm,
                     MethodState<Traced>& state, Traced* out);

}  // namespace equidyn
