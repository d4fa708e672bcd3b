/// @file torque_sources-inl.hpp
/// What gives the joints of a block of states in motion their torques. A source is called at each
/// instant with the positions and rates there, and told of those behind each step:
///
///   source(instant, x, v, tau)
///   source.arrive(step, x, v)
///
/// What it holds from step to step is kept with the states.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::Instant;
using Simulation = kernels::Simulation<Number>;

template <class Source>
concept TorqueSource = requires(const Source& source, const Instant& instant,
                                const Lanes<Register>* state, Lanes<Register>* tau) {
  source(instant, state, state, tau);
  source.arrive(instant.step, state, state);
  { source.held } -> std::convertible_to<Lanes<Register>*>;
  { source.coming } -> std::convertible_to<Lanes<Register>*>;
};

/// What does not depend on the state.
struct Known {
  static constexpr Lanes<Register>*held = nullptr, *coming = nullptr;
  template <class T>
  EQUIDYN_INLINE static void arrive(std::ptrdiff_t, const T*, const T*) {}
};

struct NoTorque : Known {
  int n;
  EQUIDYN_INLINE explicit NoTorque(int joints) : n(joints) {}
  template <class T>
  EQUIDYN_INLINE void operator()(const Instant&, const T*, const T*, T* tau) const {
    for (int j = 0; j < n; ++j) tau[j] = T(0.0);
  }
};

struct ConstantTorque : Known {
  int n;
  const Lanes<Register>* constant;
  EQUIDYN_INLINE ConstantTorque(int joints, const Lanes<Register>* torque)
      : n(joints), constant(torque) {}
  template <class T>
  EQUIDYN_INLINE void operator()(const Instant&, const T*, const T*, T* tau) const {
    for (int j = 0; j < n; ++j) tau[j] = constant[j];
  }
};

/// Straight from one sample of a series to the next.
struct SeriesOfTorques : Known {
  int n;
  const kernels::TorqueSeries<Number>& series;
  const PackedRows& rows;
  EQUIDYN_INLINE SeriesOfTorques(int joints, const kernels::TorqueSeries<Number>& samples,
                                 const PackedRows& block)
      : n(joints), series(samples), rows(block) {}

  template <class T>
  EQUIDYN_INLINE void operator()(const Instant& instant, const T*, const T*, T* tau) const {
    const std::ptrdiff_t k = (instant.step - series.begin) * kernels::kPoints + instant.point;
    const Operand before{series.rows.data + series.sample[k] * n, series.rows.stride};
    const Operand behind{before.data + n, series.rows.stride};
    const T part(series.part[k]);
    rows.read(before, n, [&](int j, T torque) EQUIDYN_INLINE_LAMBDA { tau[j] = torque; });
    rows.read(behind, n, [&](int j, T torque) EQUIDYN_INLINE_LAMBDA {
      tau[j] = tau[j] + part * (torque - tau[j]);
    });
  }
};

/// What a controller asks for: at every instant, or, of one that samples, every period; in force a
/// delay later, and held.
struct TorqueOfController {
  using T = Lanes<Register>;
  const Control& control;
  const int n;
  ControlLaw law;
  T *const held, *const coming;

  EQUIDYN_INLINE TorqueOfController(const Control& controller, Scratch& scratch)
      : control(controller),
        n(controller.model->chain.n),
        law(controller, scratch),
        held(scratch.take<T>(n)),
        coming(scratch.take<T>(n)) {}

  EQUIDYN_INLINE void operator()(const Instant& instant, const T* x, const T* v, T* tau) const {
    if (control.period == 0)
      law(kernels::kHalves * instant.step + instant.point, x, v, tau);
    else
      copy(held, tau);
  }
  EQUIDYN_INLINE void arrive(std::ptrdiff_t step, const T* x, const T* v) const {
    if (control.period == 0) return;
    if (control.delay != 0 && step % control.period == control.delay % control.period)
      copy(coming, held);
    if (step % control.period == 0)
      law(step / control.period, x, v, control.delay != 0 ? coming : held);
  }
  static constexpr std::size_t scratch_size(std::size_t n) {
    return ControlLaw::scratch_size(n) + 2 * n * sizeof(T);
  }

 private:
  EQUIDYN_INLINE void copy(const T* from, T* to) const {
    for (int j = 0; j < n; ++j) to[j] = from[j];
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
