/// @file vectorized.hpp
/// The kernels over the registers of one instruction set, whose macros are defined around it: see
/// the files of cpp/src/instruction_sets.

// clang-format off
#include "equidyn/kernels/registers.hpp"
#include "equidyn/kernels/lanes.hpp"
#include "equidyn/kernels/peak.hpp"
#include "equidyn/kernels/sincos.hpp"
#include "equidyn/kernels/text.hpp"
// text.hpp knows numbers only; from here on they are rows in memory
#include "equidyn/kernels/rows.hpp"
#include "equidyn/kernels/tasks.hpp"
// clang-format on
