/// @file in_registers.hpp
/// The kernels over registers of numbers of EQUIDYN_BITS bits, in order: included once for each
/// precision (vectorized.hpp).

// clang-format off
#include "equidyn/kernels/registers.hpp"
#include "equidyn/kernels/transpose.hpp"
#include "equidyn/kernels/lanes.hpp"
#include "equidyn/kernels/sincos.hpp"
#include "equidyn/kernels/text.hpp"
// text.hpp knows numbers only; from here on they are rows in memory
#include "equidyn/kernels/rows.hpp"
#include "equidyn/kernels/tasks.hpp"
// clang-format on
