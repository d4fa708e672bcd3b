// Binding of the functions that XLA calls.
#include <pybind11/stl.h>

#include <cstddef>
#include <map>
#include <string>

#include "bind/bindings.hpp"
#include "call/xla_handlers.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

/// The shape of a result, as kernels::Shape states it.
py::tuple stated(const kernels::Shape& shape) {
  py::list extents;
  for (int axis = 0; axis < shape.axes(); ++axis) extents.append(shape.stated[axis]);
  return py::tuple(extents);
}

/// For each quantity the function, in a capsule as JAX takes it, and the shapes of the results.
py::dict functions() {
  py::dict all;
  for (const XlaHandler& each : xla_handlers()) {
    const kernels::Quantity& quantity = *kernels::quantity(each.quantity);
    py::tuple shapes(quantity.results);
    for (int k = 0; k < quantity.results; ++k)
      shapes[static_cast<std::size_t>(k)] = stated(quantity.shape_of(k));
    all[py::str(each.quantity.data(), each.quantity.size())] =
        py::make_tuple(py::capsule(reinterpret_cast<void*>(each.function)), shapes);
  }
  return all;
}

/// Sizes and offsets of what this extension knows of the interface, by the names there.
std::map<std::string, std::size_t> layout() {
  return {
      {"XLA_FFI_Extension_Base", sizeof(xla::Extension)},
      {"XLA_FFI_Extension_Base.type", offsetof(xla::Extension, kind)},
      {"XLA_FFI_Extension_Base.next", offsetof(xla::Extension, next)},
      {"XLA_FFI_Api_Version", sizeof(xla::Version)},
      {"XLA_FFI_Api_Version.major_version", offsetof(xla::Version, major)},
      {"XLA_FFI_Api_Version.minor_version", offsetof(xla::Version, minor)},
      {"XLA_FFI_ByteSpan", sizeof(xla::Text)},
      {"XLA_FFI_ByteSpan.len", offsetof(xla::Text, size)},
      {"XLA_FFI_Scalar", sizeof(xla::Scalar)},
      {"XLA_FFI_Scalar.value", offsetof(xla::Scalar, value)},
      {"XLA_FFI_Array", sizeof(xla::Array)},
      {"XLA_FFI_Array.size", offsetof(xla::Array, count)},
      {"XLA_FFI_Array.data", offsetof(xla::Array, data)},
      {"XLA_FFI_Buffer", sizeof(xla::Buffer)},
      {"XLA_FFI_Buffer.dtype", offsetof(xla::Buffer, type)},
      {"XLA_FFI_Buffer.data", offsetof(xla::Buffer, data)},
      {"XLA_FFI_Buffer.rank", offsetof(xla::Buffer, axes)},
      {"XLA_FFI_Buffer.dims", offsetof(xla::Buffer, extents)},
      {"XLA_FFI_Args", sizeof(xla::Buffers)},
      {"XLA_FFI_Args.size", offsetof(xla::Buffers, count)},
      {"XLA_FFI_Args.types", offsetof(xla::Buffers, kinds)},
      {"XLA_FFI_Args.args", offsetof(xla::Buffers, items)},
      {"XLA_FFI_Rets", sizeof(xla::Buffers)},
      {"XLA_FFI_Rets.size", offsetof(xla::Buffers, count)},
      {"XLA_FFI_Rets.types", offsetof(xla::Buffers, kinds)},
      {"XLA_FFI_Rets.rets", offsetof(xla::Buffers, items)},
      {"XLA_FFI_Attrs", sizeof(xla::Attributes)},
      {"XLA_FFI_Attrs.size", offsetof(xla::Attributes, count)},
      {"XLA_FFI_Attrs.types", offsetof(xla::Attributes, kinds)},
      {"XLA_FFI_Attrs.names", offsetof(xla::Attributes, names)},
      {"XLA_FFI_Attrs.attrs", offsetof(xla::Attributes, items)},
      {"XLA_FFI_Error_Create_Args", sizeof(xla::NewError)},
      {"XLA_FFI_Error_Create_Args.message", offsetof(xla::NewError, message)},
      {"XLA_FFI_Error_Create_Args.errc", offsetof(xla::NewError, code)},
      {"XLA_FFI_Api.api_version", offsetof(xla::Interface, version)},
      {"XLA_FFI_Api.XLA_FFI_Error_Create", offsetof(xla::Interface, make_error)},
      {"XLA_FFI_CallFrame.extension_start", offsetof(xla::Call, extensions)},
      {"XLA_FFI_CallFrame.api", offsetof(xla::Call, api)},
      {"XLA_FFI_CallFrame.stage", offsetof(xla::Call, stage)},
      {"XLA_FFI_CallFrame.args", offsetof(xla::Call, arguments)},
      {"XLA_FFI_CallFrame.rets", offsetof(xla::Call, results)},
      {"XLA_FFI_CallFrame.attrs", offsetof(xla::Call, attributes)},
      {"XLA_FFI_Metadata.api_version", offsetof(xla::Metadata, version)},
      {"XLA_FFI_Metadata.traits", offsetof(xla::Metadata, traits)},
      {"XLA_FFI_Metadata_Extension.metadata", offsetof(xla::MetadataExtension, metadata)},
  };
}

}  // namespace

void bind_xla(py::module_& m) {
  m.def("xla_functions", &functions,
        "The quantities as functions that XLA calls: pointers in capsules, and the axes of each "
        "result, -1 for one of joints and -2 for one of parameters.");
  m.def("xla_layout", &layout, "Sizes and offsets of the structs of that interface.");
  m.attr("xla_options") =
      py::dict(py::arg("friction") = kernels::kFriction, py::arg("motors") = kernels::kMotors,
               py::arg("in_tool") = kernels::kFrame, py::arg("tip_wrench") = kernels::kTip,
               py::arg("base_motion") = kernels::kBase);
  m.attr("xla_versions") =
      py::make_tuple(xla::kMajor, py::make_tuple(xla::kOldestMinor, xla::kNewestMinor));
}

}  // namespace equidyn
