/// @file before_kernels.hpp
/// Common part of the files of the instruction sets. The kernels are compiled once for each set and
/// precision, in a namespace of its own, between pragmas that name the set. Their standard headers
/// are included here, before the pragmas, so that no shared code is compiled for instructions that
/// a machine may lack.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <type_traits>
#include <utility>

#include "equidyn/interface/interruption.hpp"
#include "equidyn/kernels/simd/sincos_constants.hpp"
#include "instruction_sets/instruction_sets.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#if defined(__clang__)
// clang inlines well by itself; forced to inline a whole task, it takes gigabytes
#define EQUIDYN_INLINE inline
#define EQUIDYN_INLINE_LAMBDA
#else
#define EQUIDYN_INLINE [[gnu::always_inline]] inline
#define EQUIDYN_INLINE_LAMBDA __attribute__((always_inline))
#endif
#define EQUIDYN_STEP(T, name)  // operations are counted in other scalars only

// the kinds of registers of registers-inl.hpp
#define EQUIDYN_BASELINE 1
#define EQUIDYN_NEON 2
#define EQUIDYN_AVX2 3
#define EQUIDYN_AVX512 4

#if defined(__clang__)
#define EQUIDYN_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define EQUIDYN_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, IntegerRegister{__VA_ARGS__})
#endif
