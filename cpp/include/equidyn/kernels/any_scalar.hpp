/// @file any_scalar.hpp
/// The kernel of inverse dynamics over any scalar with +, - and *, as a formulation like the others
/// (formulations/minimal_newton_euler.hpp), and the torques of the motors.
#pragma once

#include "equidyn/interface/interruption.hpp"
#include "equidyn/kernels/model.hpp"
#include "equidyn/kernels/quantities.hpp"
#include "equidyn/scalar/counting.hpp"

namespace equidyn::any_scalar {

/// `forwards` at a positive velocity, `backwards` at a negative one, else zero.
template <class T>
T by_sign(T velocity, T forwards, T backwards) {
  if (velocity > 0) return forwards;
  return velocity < 0 ? backwards : T(0);
}

}  // namespace equidyn::any_scalar

// clang-format off
#define EQUIDYN_TARGET any_scalar
#define EQUIDYN_INLINE inline
#define EQUIDYN_INLINE_LAMBDA
#define EQUIDYN_STEP(T, name) Row<T>::begin(name)
#include "equidyn/kernels/algebra/structural-inl.hpp"
#include "equidyn/kernels/algebra/link_view-inl.hpp"
#include "equidyn/kernels/algebra/matrices-inl.hpp"
#include "equidyn/kernels/algebra/turns-inl.hpp"
#include "equidyn/kernels/algorithms/evaluation-inl.hpp"
#include "equidyn/kernels/algorithms/link_equations-inl.hpp"
#include "equidyn/kernels/algorithms/minimal_newton_euler-inl.hpp"
#include "equidyn/kernels/algorithms/drives-inl.hpp"
#undef EQUIDYN_STEP
#undef EQUIDYN_INLINE_LAMBDA
#undef EQUIDYN_INLINE
#undef EQUIDYN_TARGET
// clang-format on
