/// @file torque_sources-inl.hpp
/// What gives the joints of a block of states in motion their torques. A source is called at each
/// instant with the positions and rates there; one that holds torques from step to step is told of
/// those behind each:
///
///   source(instant, x, v, tau)
///   source.arrive(step, x, v)
///
/// What it holds is kept with the states.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::Instant;
using Simulation = kernels::Simulation<Number>;

/// Torques that stay the same; zero where none are given.
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

/// Straight from one sample of a series to the next.
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
    const Operand behind{before.data + n, series.rows.stride};
    const T part(series.part[k]);
    rows.read(before, n, [&](int j, T torque) EQUIDYN_INLINE_LAMBDA { tau[j] = torque; });
    rows.read(behind, n, [&](int j, T torque) EQUIDYN_INLINE_LAMBDA {
      tau[j] = tau[j] + part * (torque - tau[j]);
    });
  }
};

/// The torques of any of these at the time of each lane, but of no controller that samples.
class TorqueAtTimes {
 public:
  using T = Lanes<Register>;

  /// `place` of each lane in what goes over time is kept from call to call.
  EQUIDYN_INLINE TorqueAtTimes(int joints, const Simulation& run, const PackedRows& block,
                               std::int64_t* place, Scratch& scratch)
      : n_(joints),
        series_(run.series),
        rows_(block),
        place_(place),
        before_(scratch.take<T>(n_)),
        behind_(scratch.take<T>(n_)),
        controlled_(run.control.model != nullptr),
        law_(run.control, n_, scratch) {
    read_torques(rows_, run.states.tau, n_, before_);
  }

  EQUIDYN_INLINE void operator()(T time, const T* x, const T* v, T* tau) const {
    if (controlled_) {
      law_(time, place_, x, v, tau);
      return;
    }
    T part(0.0);
    if (series_.rows.data != nullptr) find(time, part);
    for (int j = 0; j < n_; ++j) tau[j] = before_[j];
    if (series_.rows.data == nullptr) return;
    for (int j = 0; j < n_; ++j) tau[j] = tau[j] + part * (behind_[j] - tau[j]);
  }

  static constexpr std::size_t scratch_size(int n) {
    const auto joints = static_cast<std::size_t>(n);
    return 2 * joints * sizeof(T) + ControlLaw::scratch_size(joints);
  }

 private:
  /// The samples around the time of each lane, and the part of the way between them.
  [[gnu::noinline]] void find(T time, T& part) const {
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::ptrdiff_t sample = place_[lane] =
          last_before(series_.times, series_.samples, reached(time, lane), place_[lane]);
      part.v[lane] = part_of_way(sample, time, lane);
      const std::ptrdiff_t row = rows_.first() + (lane < rows_.count() ? lane : rows_.count() - 1);
      const Number* const from = series_.rows.data + row * series_.rows.stride + sample * n_;
      for (int j = 0; j < n_; ++j) before_[j].v[lane] = from[j], behind_[j].v[lane] = from[n_ + j];
    }
  }
  Number part_of_way(std::ptrdiff_t sample, T time, int lane) const {
    const Number start = series_.times[sample], way = series_.times[sample + 1] - start;
    if (!(way > 0)) return reached(time, lane) > start ? 1 : 0;
    return clamped((time.v[lane] - start) / way, 0, 1);
  }
  /// Four roundings later: what is reached but for them.
  static Number reached(T time, int lane) {
    const Number t = time.v[lane];
    return t + 4 * (__builtin_nextafter(t, __builtin_inf()) - t);
  }

  const int n_;
  const kernels::TorqueSeries<Number>& series_;
  const PackedRows& rows_;
  std::int64_t* const place_;
  T *const before_, *const behind_;
  const bool controlled_;
  ControlLaw law_;
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
        law(controller, n, scratch),
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

/// Any of these: motion has one text for all, since to tell them apart is nothing beside what
/// accelerations take.
class TorqueSource {
 public:
  using T = Lanes<Register>;

  EQUIDYN_INLINE explicit TorqueSource(const ConstantTorque& source) : constant_(&source) {}
  EQUIDYN_INLINE explicit TorqueSource(const SeriesOfTorques& source) : series_(&source) {}
  EQUIDYN_INLINE explicit TorqueSource(const TorqueOfController& source)
      : held(source.held), coming(source.coming), controller_(&source) {}

  EQUIDYN_INLINE void operator()(const Instant& instant, const T* x, const T* v, T* tau) const {
    if (controller_ != nullptr)
      (*controller_)(instant, x, v, tau);
    else if (series_ != nullptr)
      (*series_)(instant, x, v, tau);
    else
      (*constant_)(instant, x, v, tau);
  }
  EQUIDYN_INLINE void arrive(std::ptrdiff_t step, const T* x, const T* v) const {
    if (controller_ != nullptr) controller_->arrive(step, x, v);
  }

  T *const held = nullptr, *const coming = nullptr;

 private:
  const ConstantTorque* const constant_ = nullptr;
  const SeriesOfTorques* const series_ = nullptr;
  const TorqueOfController* const controller_ = nullptr;
};

}  // namespace equidyn::EQUIDYN_TARGET
