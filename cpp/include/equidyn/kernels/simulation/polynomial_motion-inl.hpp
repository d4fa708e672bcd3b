/// @file polynomial_motion-inl.hpp
/// A piecewise polynomial motion at any time of each lane. By Horner's rule in u, the fraction of
/// the piece that is done:
///
///   code            meaning
///   q, qd, half_qdd a polynomial in u, its first derivative, and half of the second one
///   duration        of the piece; infinite if it takes no time: such a motion rests
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

using PolynomialMotion = kernels::PolynomialMotion<Number>;

/// The index of the last of `times`, in order, that is not later than `time`, searched from `near`
/// on; never the last index of all.
inline std::ptrdiff_t last_before(const Number* times, std::ptrdiff_t count, Number time,
                                  std::ptrdiff_t near) {
  while (near < count - 2 && times[near + 1] <= time) ++near;
  while (near > 0 && times[near] > time) --near;
  return near;
}

inline Number clamped(Number x, Number least, Number largest) {
  if (x < least) return least;
  return x > largest ? largest : x;
}

/// A motion at the time of each lane; outside of its time it rests.
class InstantsOfMotion {
 public:
  using T = Lanes<Register>;

  /// `piece` of each lane, where the search starts, is kept from call to call.
  EQUIDYN_INLINE InstantsOfMotion(const PolynomialMotion& motion, int joints, T time,
                                  std::int64_t* piece)
      : motion_(motion), n_(joints) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const Number start = motion.breaks[0], end = motion.breaks[motion.pieces];
      const Number t = time.v[lane], within = clamped(t, start, end);
      const std::ptrdiff_t at = piece[lane] =
          last_before(motion.breaks, motion.pieces + 1, within, piece[lane]);
      const Number length = motion.breaks[at + 1] - motion.breaks[at];
      duration_.v[lane] = length > 0 ? length : __builtin_inf();
      u_.v[lane] = (within - motion.breaks[at]) / duration_.v[lane];
      moves_.v[lane] = t == within ? 1 : 0;
      first_[lane] = motion.coefficients + at * joints;
    }
  }
  EQUIDYN_INLINE void operator()(int j, T& q, T& qd, T& qdd) const {
    q = qd = T(0.0);
    T half_qdd(0.0);
    for (std::ptrdiff_t power = motion_.powers - 1; power >= 0; --power) {
      T coefficient;
      for (int lane = 0; lane < kLanes; ++lane)
        coefficient.v[lane] = first_[lane][power * motion_.pieces * n_ + j];
      half_qdd = half_qdd * u_ + qd;
      qd = qd * u_ + q;
      q = q * u_ + coefficient;
    }
    qd = moves_ * (qd / duration_);
    qdd = moves_ * (T(2.0) * half_qdd / T(duration_ * duration_));
  }

 private:
  const PolynomialMotion& motion_;
  const int n_;
  T u_, duration_, moves_;
  const Number* first_[kLanes];
};

}  // namespace equidyn::EQUIDYN_TARGET
