#include <pybind11/stl.h>

#include <limits>
#include <map>
#include <string>

#include "bind/bindings.hpp"
#include "call/result_memory.hpp"
#include "call/thread_pool.hpp"
#include "equidyn/math/spatial.hpp"
#include "instruction_sets/instruction_sets.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#elif defined(_MSC_VER)
  return "MSVC " + std::to_string(_MSC_VER);
#else
  return "unknown";
#endif
}

std::string available() {
  std::string names;
  for (const InstructionSet& set : available_instruction_sets())
    names += (names.empty() ? "" : ", ") + std::string(set.name);
  return names;
}

std::map<std::string, std::string> build_info() {
  return {
      {"instruction_set", chosen_instruction_set().name},
      {"instruction_sets", available()},
      {"threads", std::to_string(default_threads())},
      {"compiler", compiler()},
      {"flags", EQUIDYN_FLAGS},
      {"build_type", EQUIDYN_BUILD_TYPE},
      {"eigen", std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) +
                    "." + std::to_string(EIGEN_MINOR_VERSION)},
  };
}

}  // namespace

void bind_build_info(py::module_& m) {
  m.def("build_info", &build_info, "Compiler, flags and libraries that made the extension.");
  m.def("release_memory", &release_memory,
        R"(Return the memory that is kept for large results to the system.

Returns
-------
int
    Its size in bytes.

Notes
-----
The memory of results from 128 KiB on is kept for later results when their arrays are gone, at most
256 MiB: the pages of new memory cost more than the numbers in them.)");
}

}  // namespace equidyn
