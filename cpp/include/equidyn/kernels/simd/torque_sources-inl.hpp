/// @file torque_sources-inl.hpp
/// What gives the joints of a block of states in motion their torques. A source is called at each
/// instant with the positions and rates there:
///
///   source(instant, x, v, tau)
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::Instant;
using Simulation = kernels::Simulation<Number>;

template <class Source>
concept TorqueSource =
    requires(const Source& source, const Instant& instant, const Lanes<Register>* state,
             Lanes<Register>* tau) { source(instant, state, state, tau); };

struct NoTorque {
  int n;
  template <class T>
  EQUIDYN_INLINE void operator()(const Instant&, const T*, const T*, T* tau) const {
    for (int j = 0; j < n; ++j) tau[j] = T(0.0);
  }
};

struct ConstantTorque {
  int n;
  const Lanes<Register>* constant;
  template <class T>
  EQUIDYN_INLINE void operator()(const Instant&, const T*, const T*, T* tau) const {
    for (int j = 0; j < n; ++j) tau[j] = constant[j];
  }
};

/// Straight from one sample of a series to the next.
struct SeriesOfTorques {
  int n;
  const kernels::TorqueSeries<Number>& series;
  const PackedRows& rows;

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

}  // namespace equidyn::EQUIDYN_TARGET
