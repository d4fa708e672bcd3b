/// @file host_numbers.hpp
/// Numbers as text, and texts as numbers, by the host of a module of WebAssembly: the C library goes
/// over numbers of 113 digits there, in a text that is longer than all that calls it.
#pragma once

#if defined(__wasm__)
#define EQUIDYN_HOST(name) __attribute__((import_module("equidyn"), import_name(name))) extern "C"
#else
#define EQUIDYN_HOST(name) extern "C"
#endif

namespace equidyn::model {

/// Writes six digits, as "%.6g" does, or all that tell the number from others, and a zero byte: 32
/// characters at most.
EQUIDYN_HOST("write_number") void host_write_number(double number, bool all_digits, char* text);

/// The number that a text is.
EQUIDYN_HOST("read_number") double host_read_number(const char* text);

}  // namespace equidyn::model
