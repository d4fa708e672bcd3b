/// @file formulation_table.hpp
/// A formulation of another shared library, as a table of functions: all that the core needs of it.
///
/// Both sides are compiled from the same headers, perhaps by different compilers. What they hand
/// each other are types of these headers and of the standard library, whose layout is compared
/// before the first call (own_formulations.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "equidyn/interface/evaluator.hpp"
#include "equidyn/interface/formulation.hpp"
#include "equidyn/interface/of_this_thread.hpp"
#include "equidyn/lanes/lane_evaluator.hpp"
#include "equidyn/scalar/double_double.hpp"
#include "equidyn/scalar/traced.hpp"

namespace equidyn {

template <Scalar T>
struct MethodState;

/// The functions of a formulation over one scalar.
template <Scalar T>
struct FunctionsOver {
  /// Why it refuses an arm; empty if it takes it.
  std::string (*refusal)(const Arm<T>& arm);
  /// A new evaluator of a quantity; null where formulations make no method of it.
  Evaluator<T>* (*make_evaluator)(kernels::Task quantity, const Arm<T>& arm);
};

struct FormulationTable {
  const char* version;          ///< of the package with its headers
  std::span<const int> layout;  ///< kLayout of its library
  const FormulationInfo* info;
  FunctionsOver<double> in_double;
  FunctionsOver<DoubleDouble> in_double_double;
  /// Number of states that it evaluates at a time; 1 without lanes.
  int lanes;
  /// A new evaluator of that many states; null if formulations give no method of the quantity.
  LaneEvaluator* (*make_lane_evaluator)(kernels::Task quantity, const Arm<double>& arm);
  /// Connects the library with the core's data of each thread. Called first.
  void (*connect)(OfThread& (*of_core)() noexcept) noexcept;
  /// Evaluates a method of a quantity, recorded in the trace of this thread.
  void (*evaluate_traced)(kernels::Task quantity, const Arm<Traced>& arm,
                          MethodState<Traced>& state, Traced* out);
};

#if defined(_LIBCPP_ABI_VERSION)
inline constexpr int kStandardLibrary = 100 + _LIBCPP_ABI_VERSION;
#elif defined(_GLIBCXX_USE_CXX11_ABI)
inline constexpr int kStandardLibrary = 200 + _GLIBCXX_USE_CXX11_ABI;
#else
inline constexpr int kStandardLibrary = 300;
#endif

/// Equal in libraries that may call each other.
inline constexpr int kLayout[] = {
    kStandardLibrary,           sizeof(FormulationTable),
    sizeof(FormulationInfo),    sizeof(std::string),
    sizeof(Arm<double>),        sizeof(Link<double>),
    sizeof(Arm<DoubleDouble>),  sizeof(Link<DoubleDouble>),
    sizeof(Arm<Traced>),        sizeof(Link<Traced>),
    sizeof(Sample<double>),     sizeof(Sample<DoubleDouble>),
    sizeof(JointState<Traced>), sizeof(Trace),
};

}  // namespace equidyn
