/// @file export_formulation.hpp
/// The table of a formulation that is compiled into a shared library of its own, as
/// `equidyn.compile_formulation` does. Included after the header of the formulation.
#pragma once

#include "equidyn/interface/formulation_evaluator.hpp"
#include "equidyn/interface/formulation_table.hpp"
#include "equidyn/interface/require_formulation.hpp"

#ifdef _WIN32
#define EQUIDYN_EXPORT __declspec(dllexport)
#else
#define EQUIDYN_EXPORT __attribute__((visibility("default")))
#endif

namespace equidyn {

/// Calls `visit` with the list of methods of a quantity, and the one that formulation F makes.
template <class F, class Visitor>
void visit_method_by(kernels::Task quantity, Visitor&& visit) {
  if (quantity == InverseDynamicsMethods::kTask) visit(InverseDynamicsMethods{}, F{});
  for_each_in<QuantitiesWithMethods>([&]<class Methods>(Methods methods) {
    if constexpr (TakesFormulations<Methods>)
      if (quantity == Methods::kTask) visit(methods, typename Methods::template OfFormulation<F>{});
  });
}

template <class F, Scalar T>
Evaluator<T>* new_evaluator(kernels::Task quantity, const Arm<T>& arm) {
  Evaluator<T>* made = nullptr;
  visit_method_by<F>(quantity, [&]<class Methods, class Method>(Methods, Method) {
    made = new MethodEvaluator<Methods, Method, T>(arm);
  });
  return made;
}

inline void connect(OfThread& (*of_core)() noexcept) noexcept { of_this_thread = of_core; }

template <class F>
void evaluate_traced_by(kernels::Task quantity, const Arm<Traced>& arm, MethodState<Traced>& state,
                        Traced* out) {
  visit_method_by<F>(quantity, [&]<class Methods, class Method>(Methods, Method) {
    typename Method::template Workspace<Traced> work(arm);
    Methods::template evaluate<Method>(arm, state, out, work);
  });
}

template <class F, Scalar T>
constexpr FunctionsOver<T> functions_over() {
  return {&refusal<F, T>, &new_evaluator<F, T>};
}

/// In lanes; defined in a file of its own, compiled for an instruction set (export_lanes.hpp).
LaneEvaluator* make_own_lane_evaluator(kernels::Task quantity, const Arm<double>& arm);

/// `lanes` and what makes their evaluators: 1 and null without them.
template <class F>
constexpr FormulationTable table_of(const char* version, int lanes,
                                    decltype(&make_own_lane_evaluator) make_lane_evaluator) {
  require_formulation<F, double>();
  require_formulation<F, DoubleDouble>();
  require_formulation<F, Traced>();
  return {version,
          kLayout,
          &F::info,
          functions_over<F, double>(),
          functions_over<F, DoubleDouble>(),
          lanes,
          make_lane_evaluator,
          &connect,
          &evaluate_traced_by<F>};
}

}  // namespace equidyn
