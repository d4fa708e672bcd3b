/// @file fixed_steps-inl.hpp
/// Advances arms in motion by steps of equal length.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

struct FixedStepArrays : Scratch {
  Lanes<Register>* const constant_torque = per_joint();
  ControllerArrays controller = part<ControllerArrays>();
  StageArrays stages = part<StageArrays>();
  SimulationArrays block = part<SimulationArrays>();
};

template <class C>
[[gnu::noinline]] void integrate(const Model<C>& arm, const Simulation& run, const PackedRows& rows,
                                 const Loads& loads, const TorqueSource& source,
                                 std::ptrdiff_t begin, std::ptrdiff_t stop,
                                 const FixedStepArrays& arrays) {
  SimulationBlock block(arm, run, rows, loads, source, arrays.block);
  for (std::ptrdiff_t step = begin; step < stop; ++step) {
    switch (run.integrator) {
      case kernels::Integrator::kRungeKutta4:
        runge_kutta_step(block, step, run.step, arrays.stages);
        break;
      case kernels::Integrator::kSemiImplicitEuler:
        semi_implicit_euler_step(block, step, run.step, arrays.stages.qdd);
        break;
      case kernels::Integrator::kDormandPrince:  // adaptive_steps-inl.hpp
        break;
    }
    block.finish_step(step + 1);
  }
  block.store();
}

/// Advances one block.
template <class C>
EQUIDYN_INLINE void advance_block(const Model<C>& arm, const Simulation& run,
                                  const PackedRows& rows, std::ptrdiff_t begin, std::ptrdiff_t stop,
                                  const FixedStepArrays& arrays) {
  using T = Lanes<Register>;
  const int n = arm.chain.n;
  const States& states = run.states;
  Ends<T> ends;
  T sum(0.0);
  read_ends(arm, states, rows, ends, sum);
  const Loads loads{ends.base, ends.tip, states.friction, states.motors, run.method, &rows};
  if (run.control.model != nullptr) {
    const TorqueOfController source(run.control, arrays.controller);
    integrate(arm, run, rows, loads, TorqueSource(source), begin, stop, arrays);
  } else if (run.series.rows.data != nullptr) {
    const SeriesOfTorques source(n, run.series, rows);
    integrate(arm, run, rows, loads, TorqueSource(source), begin, stop, arrays);
  } else {
    read_torques(rows, states.tau, n, arrays.constant_torque);
    const ConstantTorque source(n, arrays.constant_torque);
    integrate(arm, run, rows, loads, TorqueSource(source), begin, stop, arrays);
  }
}

/// The rows from `first` up to `end`, through steps from `begin` up to `stop`.
template <class Models>
EQUIDYN_INLINE void advance_rows(Models&& models, const Simulation& run, std::ptrdiff_t first,
                                 std::ptrdiff_t end, std::ptrdiff_t begin, std::ptrdiff_t stop,
                                 const FixedStepArrays& arrays) {
  for (; first < end; first += kLanes)
    advance_block(models.of_rows(first, end), run, PackedRows(first, end), begin, stop, arrays);
}

inline void advance(const Model<Number>& arm, const Simulation& run, std::ptrdiff_t first,
                    std::ptrdiff_t end, std::ptrdiff_t begin, std::ptrdiff_t stop, void* scratch) {
  advance_rows(SameModel{arm}, run, first, end, begin, stop,
               FixedStepArrays{Scratch(scratch, arm.chain.n)});
}
#if !defined(__wasm__)
/// The same for many arms.
inline void advance_each(const ModelsOfRows& arms, const Simulation& run, std::ptrdiff_t first,
                         std::ptrdiff_t end, std::ptrdiff_t begin, std::ptrdiff_t stop,
                         void* scratch) {
  void* const rest = static_cast<std::byte*>(scratch) + model_size(arms.n);
  advance_rows(ModelsInLanes(arms, scratch), run, first, end, begin, stop,
               FixedStepArrays{Scratch(rest, arms.n)});
}
#endif
inline std::size_t advance_scratch_size(int n) { return FixedStepArrays{Scratch(n)}.size(); }

}  // namespace equidyn::EQUIDYN_TARGET
