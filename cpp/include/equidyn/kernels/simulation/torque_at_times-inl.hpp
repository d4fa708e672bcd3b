/// @file torque_at_times-inl.hpp
/// The joint torques of a block of states in motion, each lane at a time of its own.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

struct TorqueAtTimesArrays : Scratch {
  Lanes<Register>*const before = per_joint(), *const after = per_joint();
  ControlArrays law = part<ControlArrays>();
};

/// Those of any source (torque_sources-inl.hpp) but a sampled controller.
class TorqueAtTimes {
 public:
  using T = Lanes<Register>;

  /// `place` of each lane in series or motion, where a search starts, is kept from call to call.
  EQUIDYN_INLINE TorqueAtTimes(int joints, const Simulation& run, const PackedRows& block,
                               std::int64_t* place, const TorqueAtTimesArrays& arrays)
      : n_(joints),
        series_(run.series),
        rows_(block),
        place_(place),
        before_(arrays.before),
        after_(arrays.after),
        controlled_(run.control.model != nullptr),
        law_(run.control, n_, arrays.law) {
    read_torques(rows_, run.states.tau, n_, before_);
  }

  EQUIDYN_INLINE void operator()(T time, const T* x, const T* v, T* tau) const {
    if (controlled_) {
      law_(time, place_, x, v, tau);
      return;
    }
    T fraction(0.0);
    if (series_.rows.data != nullptr) find(time, fraction);
    for (int j = 0; j < n_; ++j) tau[j] = before_[j];
    if (series_.rows.data == nullptr) return;
    for (int j = 0; j < n_; ++j) tau[j] = tau[j] + fraction * (after_[j] - tau[j]);
  }

 private:
  /// The samples around the time of each lane, and the fraction of the interval between them.
  [[gnu::noinline]] void find(T time, T& fraction) const {
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::ptrdiff_t sample = place_[lane] =
          last_before(series_.times, series_.samples, reached(time, lane), place_[lane]);
      fraction.v[lane] = fraction_at(sample, time, lane);
      const std::ptrdiff_t row = rows_.row_of(lane);
      const Number* const from = series_.rows.data + row * series_.rows.stride + sample * n_;
      for (int j = 0; j < n_; ++j) before_[j].v[lane] = from[j], after_[j].v[lane] = from[n_ + j];
    }
  }
  Number fraction_at(std::ptrdiff_t sample, T time, int lane) const {
    const Number start = series_.times[sample], length = series_.times[sample + 1] - start;
    if (!(length > 0)) return reached(time, lane) > start ? 1 : 0;
    return clamped((time.v[lane] - start) / length, 0, 1);
  }
  /// Four roundings later, so that a sample at this time counts as reached.
  static Number reached(T time, int lane) {
    const Number t = time.v[lane];
    return t + 4 * (__builtin_nextafter(t, __builtin_inf()) - t);
  }

  const int n_;
  const kernels::TorqueSeries<Number>& series_;
  const PackedRows& rows_;
  std::int64_t* const place_;
  T *const before_, *const after_;
  const bool controlled_;
  ControlLaw law_;
};

}  // namespace equidyn::EQUIDYN_TARGET
