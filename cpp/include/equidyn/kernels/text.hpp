/// @file text.hpp
/// The text of the kernels, in order: included once for each instruction set, after its macros, and
/// once for all other scalars.

#include "equidyn/kernels/structural.hpp"
#include "equidyn/kernels/link_view.hpp"
#include "equidyn/kernels/minimal_newton_euler.hpp"
