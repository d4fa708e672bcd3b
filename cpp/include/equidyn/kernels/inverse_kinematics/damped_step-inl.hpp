/// @file damped_step-inl.hpp
/// The damped least-squares step of the joints: J^T y with (J J^T + d E) y = e, as the minimum of
/// |e - J x|^2 + d |x|^2 is for any number of joints.
///
/// A joint at a limit that the descent J^T e would take beyond is held: its column counts as zero.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

constexpr int kErrors = kernels::kPoseErrors;

/// A symmetric matrix of the errors: the triangle below the diagonal, and the diagonal.
using ErrorMatrix = Lanes<Register>[kErrors][kErrors];

/// The damping that rounding needs, of the trace of J J^T; and what keeps it above zero.
constexpr Number kRoundingDamping = 1e-15, kLeastDamping = 1e-100;

/// Calls `step` with each index from kBegin up to kEnd, as a constant: arrays of registers that are
/// indexed by constants alone stay in registers.
template <int kBegin, int kEnd, class Step>
EQUIDYN_INLINE void unrolled(Step&& step) {
  if constexpr (kBegin < kEnd) {
    step(std::integral_constant<int, kBegin>{});
    unrolled<kBegin + 1, kEnd>(step);
  }
}

/// The solution y of A y = e, in place of e, by the factors L D L^T, in place of A. No pivot is
/// less than `least`.                                                                  6D 91M 85A
EQUIDYN_INLINE void solve_symmetric(ErrorMatrix& A, Lanes<Register> least,
                                    Lanes<Register> (&e)[kErrors]) {
  using T = Lanes<Register>;
  T inverse[kErrors];
  unrolled<0, kErrors>([&](auto column) EQUIDYN_INLINE_LAMBDA {
    constexpr int k = decltype(column)::value;
    inverse[k] = T(1.0) / larger(A[k][k], least);
    T factor[kErrors];
    unrolled<k + 1, kErrors>([&](auto i) EQUIDYN_INLINE_LAMBDA {
      factor[i] = A[i][k] * inverse[k];
      e[i] = e[i] - factor[i] * e[k];
      unrolled<k + 1, decltype(i)::value + 1>(
          [&](auto j) EQUIDYN_INLINE_LAMBDA { A[i][j] = A[i][j] - factor[i] * A[j][k]; });
    });
    unrolled<k + 1, kErrors>([&](auto i) EQUIDYN_INLINE_LAMBDA { A[i][k] = factor[i]; });
  });
  unrolled<0, kErrors>([&](auto from_last) EQUIDYN_INLINE_LAMBDA {
    constexpr int k = kErrors - 1 - decltype(from_last)::value;
    e[k] = e[k] * inverse[k];
    unrolled<k + 1, kErrors>([&](auto i) EQUIDYN_INLINE_LAMBDA { e[k] = e[k] - A[i][k] * e[i]; });
  });
}

/// Zeroes the columns of J (row by row) of the joints that are held.
EQUIDYN_INLINE void hold_joints(int n, const Number* lower, const Number* upper,
                                const Lanes<Register>* q, const Lanes<Register> (&e)[kErrors],
                                Lanes<Register>* J) {
  using T = Lanes<Register>;
  const T zero(0.0);
  IntegerRegister free = exceeds(T(1.0), zero);
  for (int j = 0; j < n; ++j) free &= exceeds(q[j], T(lower[j])) & exceeds(T(upper[j]), q[j]);
  if (all(free)) return;  // and the error is not waited for
  for (int j = 0; j < n; ++j) {
    T downhill = zero;
    unrolled<0, kErrors>([&](auto i)
                             EQUIDYN_INLINE_LAMBDA { downhill = downhill + J[i * n + j] * e[i]; });
    const IntegerRegister held = (~exceeds(q[j], T(lower[j])) & exceeds(zero, downhill)) |
                                 (~exceeds(T(upper[j]), q[j]) & exceeds(downhill, zero));
    unrolled<0, kErrors>([&](auto i) EQUIDYN_INLINE_LAMBDA { replace(held, J[i * n + j], zero); });
  }
}

/// Rows of J J^T from kFirst up to kEnd, as far as the diagonal: no more at a time than registers.
template <int kFirst, int kEnd>
EQUIDYN_INLINE void multiply_rows(int n, const Lanes<Register>* J, ErrorMatrix& A) {
  using T = Lanes<Register>;
  T sum[kErrors][kErrors];
  const auto for_entries = [](auto&& entry) EQUIDYN_INLINE_LAMBDA {
    unrolled<kFirst, kEnd>([&](auto i) EQUIDYN_INLINE_LAMBDA {
      unrolled<0, decltype(i)::value + 1>([&](auto k) EQUIDYN_INLINE_LAMBDA { entry(i, k); });
    });
  };
  for_entries([&](auto i, auto k) EQUIDYN_INLINE_LAMBDA { sum[i][k] = T(0.0); });
  for (int j = 0; j < n; ++j)
    for_entries([&](auto i, auto k)
                    EQUIDYN_INLINE_LAMBDA { sum[i][k] = sum[i][k] + J[i * n + j] * J[k * n + j]; });
  for_entries([&](auto i, auto k) EQUIDYN_INLINE_LAMBDA { A[i][k] = sum[i][k]; });
}

/// Moves the positions q by the step, in lanes that move, up to the limits; J is overwritten.
EQUIDYN_INLINE void move_by_step(int n, const Number* lower, const Number* upper,
                                 const Lanes<Register> (&error)[kErrors], Lanes<Register> damping,
                                 IntegerRegister moves, Lanes<Register>* J, Lanes<Register>* q) {
  using T = Lanes<Register>;
  ErrorMatrix A;
  hold_joints(n, lower, upper, q, error, J);
  multiply_rows<0, 4>(n, J, A);
  multiply_rows<4, kErrors>(n, J, A);
  T trace(0.0);
  unrolled<0, kErrors>([&](auto i) EQUIDYN_INLINE_LAMBDA { trace = trace + A[i][i]; });
  const T least = T(kRoundingDamping) * trace + T(kLeastDamping), added = damping + least;
  T y[kErrors];
  unrolled<0, kErrors>([&](auto i) EQUIDYN_INLINE_LAMBDA {
    A[i][i] = A[i][i] + added;
    y[i] = error[i];
  });
  solve_symmetric(A, least, y);
  for (int j = 0; j < n; ++j) {
    T to = q[j];
    unrolled<0, kErrors>([&](auto i) EQUIDYN_INLINE_LAMBDA { to = to + J[i * n + j] * y[i]; });
    const T below = T::of(choose(exceeds(T(lower[j]), to), T(lower[j]).v, to.v));
    const T within = T::of(choose(exceeds(below, T(upper[j])), T(upper[j]).v, below.v));
    q[j].v = choose(moves, within.v, q[j].v);
  }
}

}  // namespace equidyn::EQUIDYN_TARGET
