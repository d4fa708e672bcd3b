/// @file torque_sources-inl.hpp
/// The joint torques of a block of states in motion: constant, given over time, or commanded by a
/// controller. A source is called at each instant with the positions and velocities there, and a
/// sampled controller is told of those after each step:
///
///   source(instant, x, v, tau)
///   source.finish_step(step, x, v)
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::Instant;

/// Constant torques, zero if none are given.
EQUIDYN_INLINE void read_torques(const PackedRows& rows, const Operand& given, int n,
                                 Lanes<Register>* tau) {
  using T = Lanes<Register>;
  for (int j = 0; j < n; ++j) tau[j] = T(0.0);
  if (given.data == nullptr) return;
  rows.read(given, n, [&](int j, T torque) EQUIDYN_INLINE_LAMBDA { tau[j] = torque; });
}

struct ConstantTorque {
  int n;
  const Lanes<Register>* constant;
  EQUIDYN_INLINE ConstantTorque(int joints, const Lanes<Register>* torque)
      : n(joints), constant(torque) {}
  template <class T>
  EQUIDYN_INLINE void operator()(const Instant&, const T*, const T*, T* tau) const {
    for (int j = 0; j < n; ++j) tau[j] = constant[j];
  }
};

/// Linear interpolation between the samples of a series.
struct SeriesOfTorques {
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
    const Operand after{before.data + n, series.rows.stride};
    const T part(series.part[k]);
    rows.read(before, n, [&](int j, T torque) EQUIDYN_INLINE_LAMBDA { tau[j] = torque; });
    rows.read(after, n, [&](int j, T torque) EQUIDYN_INLINE_LAMBDA {
      tau[j] = tau[j] + part * (torque - tau[j]);
    });
  }
};

struct ControllerArrays : Scratch {
  using T = Lanes<Register>;
  ControlArrays law = part<ControlArrays>();
  T *const applied = per_joint(), *const pending = per_joint();
};

/// The torques that a controller commands: at every instant, or, of a sampled controller, every
/// period; applied after a delay, and held until the next ones are.
struct TorqueOfController {
  using T = Lanes<Register>;
  const Control& control;
  const int n;
  ControlLaw law;
  T *const applied, *const pending;

  EQUIDYN_INLINE TorqueOfController(const Control& controller, const ControllerArrays& arrays)
      : control(controller),
        n(controller.model->chain.n),
        law(controller, n, arrays.law),
        applied(arrays.applied),
        pending(arrays.pending) {}

  EQUIDYN_INLINE void operator()(const Instant& instant, const T* x, const T* v, T* tau) const {
    if (control.period == 0)
      law(kernels::kHalves * instant.step + instant.point, x, v, tau);
    else
      copy(applied, tau);
  }
  EQUIDYN_INLINE void finish_step(std::ptrdiff_t step, const T* x, const T* v) const {
    if (control.period == 0) return;
    if (control.delay != 0 && step % control.period == control.delay % control.period)
      copy(pending, applied);
    if (step % control.period == 0)
      law(step / control.period, x, v, control.delay != 0 ? pending : applied);
  }

 private:
  EQUIDYN_INLINE void copy(const T* from, T* to) const {
    for (int j = 0; j < n; ++j) to[j] = from[j];
  }
};

/// One of these, chosen at run time: cheap beside the accelerations, and steps are compiled once.
class TorqueSource {
 public:
  using T = Lanes<Register>;

  EQUIDYN_INLINE explicit TorqueSource(const ConstantTorque& source) : constant_(&source) {}
  EQUIDYN_INLINE explicit TorqueSource(const SeriesOfTorques& source) : series_(&source) {}
  EQUIDYN_INLINE explicit TorqueSource(const TorqueOfController& source)
      : applied(source.applied), pending(source.pending), controller_(&source) {}

  EQUIDYN_INLINE void operator()(const Instant& instant, const T* x, const T* v, T* tau) const {
    if (controller_ != nullptr)
      (*controller_)(instant, x, v, tau);
    else if (series_ != nullptr)
      (*series_)(instant, x, v, tau);
    else
      (*constant_)(instant, x, v, tau);
  }
  EQUIDYN_INLINE void finish_step(std::ptrdiff_t step, const T* x, const T* v) const {
    if (controller_ != nullptr) controller_->finish_step(step, x, v);
  }

  T *const applied = nullptr, *const pending = nullptr;  ///< of a controller, else null

 private:
  const ConstantTorque* const constant_ = nullptr;
  const SeriesOfTorques* const series_ = nullptr;
  const TorqueOfController* const controller_ = nullptr;
};

}  // namespace equidyn::EQUIDYN_TARGET
