/// @file vectorized-inl.hpp
/// The kernels over the registers of one instruction set, whose macros are defined around it (see
/// the files of cpp/src/instruction_sets), in both precisions
/// (in WebAssembly in float64).

// clang-format off
#define EQUIDYN_TARGET EQUIDYN_INSTRUCTION_SET::float64
#define EQUIDYN_BITS 64
#include "equidyn/kernels/simd/in_registers-inl.hpp"
#include "equidyn/kernels/simd/peak-inl.hpp"
#undef EQUIDYN_BITS
#undef EQUIDYN_TARGET

#if !defined(__wasm__)
#define EQUIDYN_TARGET EQUIDYN_INSTRUCTION_SET::float32
#define EQUIDYN_BITS 32
#include "equidyn/kernels/simd/in_registers-inl.hpp"
#undef EQUIDYN_BITS
#undef EQUIDYN_TARGET
#endif
// clang-format on
