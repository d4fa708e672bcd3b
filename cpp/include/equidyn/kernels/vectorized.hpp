/// @file vectorized.hpp
/// The kernels over the registers of one instruction set, whose macros are defined around it
/// (instruction_sets.cpp).

#include "equidyn/kernels/lanes.hpp"
#include "equidyn/kernels/registers.hpp"
#include "equidyn/kernels/sincos.hpp"
#include "equidyn/kernels/text.hpp"
// text.hpp knows numbers only; from here on they are rows in memory
#include "equidyn/kernels/rows.hpp"
#include "equidyn/kernels/tasks.hpp"
