/// @file any_scalar.hpp
/// The kernels over any scalar that has +, - and *: extended precision, dual numbers, the scalar
/// that counts.
#pragma once

#include "equidyn/kernels/model.hpp"
#include "equidyn/scalar/counting.hpp"

// clang-format off
#define EQUIDYN_TARGET any_scalar
#define EQUIDYN_INLINE inline
#define EQUIDYN_INLINE_LAMBDA
#define EQUIDYN_STEP(T, name) Row<T>::begin(name)
#include "equidyn/kernels/text-inl.hpp"
#undef EQUIDYN_STEP
#undef EQUIDYN_INLINE_LAMBDA
#undef EQUIDYN_INLINE
#undef EQUIDYN_TARGET
// clang-format on
