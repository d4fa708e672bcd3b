/// @file evaluate_states.hpp
/// States evaluated by the kernels of this machine.
#pragma once

#include <cstddef>

#include "equidyn/kernels/states.hpp"

namespace equidyn {

/// States as the kernels read them, evaluated on the calling thread by the widest registers that
/// this machine has. Returns what the kernel returns (kernels/states.hpp). Does not allocate for
/// short arms.
template <class T>
bool evaluate_states(kernels::Task task, const kernels::Model<T>& arm,
                     const kernels::States<T>& states, std::ptrdiff_t rows,
                     const kernels::Results<T>& out);

}  // namespace equidyn
