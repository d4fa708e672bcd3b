/// @file before_kernels.hpp
/// What the files of the instruction sets have in common. The text of the kernels is compiled
/// once for each of them and each precision, in a namespace of its own, between pragmas that name
/// the set. Whatever of the standard library it uses is included here, before them, so that nothing
/// which other code shares is compiled for a machine that may not be there.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "equidyn/interruption.hpp"
#include "equidyn/kernels/simd/sincos_constants.hpp"
#include "instruction_sets/instruction_sets.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#if defined(__clang__)
// it inlines well by itself; to be made to put a whole task into one function costs it gigabytes
#define EQUIDYN_INLINE inline
#define EQUIDYN_INLINE_LAMBDA
#else
#define EQUIDYN_INLINE [[gnu::always_inline]] inline
#define EQUIDYN_INLINE_LAMBDA __attribute__((always_inline))
#endif
#define EQUIDYN_STEP(T, name)  // only operations of other scalars are counted

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
