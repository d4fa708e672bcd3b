/// @file xla_interface.hpp
/// The needed part of the C interface by which XLA, the compiler of JAX, calls external functions:
/// plain structs, of versions 0.1 to 0.4. Where a struct of the interface has more members, those
/// at its end are left out here. tests/gradients compares sizes and offsets with the headers that
/// jaxlib installs.
///
/// OpenXLA, XLA FFI, xla/ffi/api/c_api.h; names in brackets are those there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace equidyn::xla {

/// The versions that have these structs.
constexpr int kMajor = 0, kOldestMinor = 1, kNewestMinor = 4;

/// Types of numbers [XLA_FFI_DataType].
constexpr int kInt64 = 5, kFloat32 = 11, kFloat64 = 12;

constexpr int kMetadata = 1;     ///< kind of an extension [XLA_FFI_Extension_Metadata]
constexpr int kBuffer = 1;       ///< kind of an argument or result [XLA_FFI_ArgType_BUFFER]
constexpr int kArray = 1;        ///< kinds of attributes [XLA_FFI_AttrType_ARRAY]
constexpr int kScalar = 3;       ///< [XLA_FFI_AttrType_SCALAR]
constexpr int kExecution = 3;    ///< stage [XLA_FFI_ExecutionStage_EXECUTE]
constexpr int kBadArgument = 3;  ///< errors [XLA_FFI_Error_Code_INVALID_ARGUMENT]
constexpr int kNoMemory = 8;     ///< [XLA_FFI_Error_Code_RESOURCE_EXHAUSTED]

/// The beginning of whatever is added to a struct [XLA_FFI_Extension_Base, from version 0.4 on
/// XLA_FFI_InternalExtension].
struct Extension {
  std::size_t size;
  int kind;
  Extension* next;
};

/// [XLA_FFI_Api_Version]
struct Version {
  std::size_t size;
  Extension* extensions;
  int major, minor;
};

/// [XLA_FFI_ByteSpan]
struct Text {
  const char* data;
  std::size_t size;
};

/// A scalar attribute [XLA_FFI_Scalar].
struct Scalar {
  int type;
  const void* value;
};

/// An array that is an attribute [XLA_FFI_Array].
struct Array {
  int type;
  std::size_t count;
  const void* data;
};

/// An array that is an argument or a result, row after row [XLA_FFI_Buffer].
struct Buffer {
  std::size_t size;
  Extension* extensions;
  int type;
  void* data;
  std::int64_t axes;
  const std::int64_t* extents;
};

/// The arguments of a call, or its results [XLA_FFI_Args, XLA_FFI_Rets].
struct Buffers {
  std::size_t size;
  Extension* extensions;
  std::int64_t count;
  const int* kinds;
  void* const* items;
};

/// Constants of a call, sorted by name [XLA_FFI_Attrs].
struct Attributes {
  std::size_t size;
  Extension* extensions;
  std::int64_t count;
  const int* kinds;
  const Text* const* names;
  void* const* items;
};

/// [XLA_FFI_Error], opaque
struct Error;

/// [XLA_FFI_Error_Create_Args]
struct NewError {
  std::size_t size;
  Extension* extensions;
  const char* message;
  int code;
};

/// Functions of XLA for the functions that it calls [XLA_FFI_Api].
struct Interface {
  std::size_t size;
  Extension* extensions;
  Version version;
  const void* internal;
  Error* (*make_error)(const NewError*);
};

/// A call [XLA_FFI_CallFrame].
struct Call {
  std::size_t size;
  Extension* extensions;
  const Interface* api;
  void* context;
  int stage;
  Buffers arguments, results;
  Attributes attributes;
};

/// Description of a function [XLA_FFI_Metadata].
struct Metadata {
  std::size_t size;
  Version version;
  std::uint32_t traits;
};

/// The question for it, which comes as the extension of a call [XLA_FFI_Metadata_Extension].
struct MetadataExtension {
  Extension base;
  Metadata* metadata;
};

/// A function that XLA calls [XLA_FFI_Handler]: null, or an error.
using Handler = Error*(Call*);

}  // namespace equidyn::xla
