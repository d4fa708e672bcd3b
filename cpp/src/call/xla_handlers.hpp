/// @file xla_handlers.hpp
/// The quantities as functions that XLA calls (xla_interface.hpp), on any thread and without
/// Python: `equidyn.jax`.
#pragma once

#include <span>
#include <string_view>

#include "call/xla_interface.hpp"

namespace equidyn {

/// A function that XLA calls, and the quantity that it computes.
struct XlaHandler {
  std::string_view quantity;
  xla::Handler* function;
};

/// One for each quantity. Arguments are its operands, of float64 or of float32, whose leading axes
/// are as many as those of the results, each of the same extent or 1; then the wrench at the tip and
/// the motion of the base, if the options say so; then, where given, parameters of the arm
/// (packed_arm.hpp). Attributes are `arm`, a packed arm as the bits of its numbers, and
/// `options`, a sum of Choices (kernels/quantities.hpp).
///
/// A state with operands that are not finite, or with a joint without acceleration, has NaN for
/// results: what is computed of other states beside it is not lost.
std::span<const XlaHandler> xla_handlers();

}  // namespace equidyn
