/// @file dormand_prince-inl.hpp
/// The Runge-Kutta pair of orders 5 and 4 by Dormand and Prince, with dense output of degree 4. It
/// has seven stages, of which the last is the first of the next step.
///
///   code        source
///   nodes       c_i     times of the stages, as fractions of the step
///   weights     a_ij    of stages j in stage i; the last row is the solution of order 5
///   error       b_i of order 5 minus b_i of order 4
///   dense       coefficients of powers 1 to 4 of the fraction of the step, for each stage
///
/// J. R. Dormand, P. J. Prince, A Family of Embedded Runge-Kutta Formulae, Journal of Computational
/// and Applied Mathematics 6, 1980; L. F. Shampine, Some Practical Runge-Kutta Formulas,
/// Mathematics of Computation 46, 1986, for the dense output; E. Hairer, S. P. Norsett, G. Wanner,
/// Solving Ordinary Differential Equations I, 1993, II.4, for the length of the next step.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

struct DormandPrince {
  using T = Lanes<Register>;

  static constexpr int kStages = 7;
  static constexpr Number kNodes[kStages] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
  static constexpr Number kWeights[kStages][kStages - 1] = {
      {},
      {1. / 5},
      {3. / 40, 9. / 40},
      {44. / 45, -56. / 15, 32. / 9},
      {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
      {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
      {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
  static constexpr Number kError[kStages] = {71. / 57600,      0,         -71. / 16695, 71. / 1920,
                                             -17253. / 339200, 22. / 525, -1. / 40};
  static constexpr int kPowers = 4;
  static constexpr Number kDense[kStages][kPowers] = {
      {1, -8048581381. / 2820520608, 8663915743. / 2820520608, -12715105075. / 11282082432},
      {},
      {0, 131558114200. / 32700410799, -68118460800. / 10900136933, 87487479700. / 32700410799},
      {0, -1754552775. / 470086768, 14199869525. / 1410260304, -10690763975. / 1880347072},
      {0, 127303824393. / 49829197408, -318862633887. / 49829197408, 701980252875. / 199316789632},
      {0, -282668133. / 205662961, 2019193451. / 616988883, -1453857185. / 822651844},
      {0, 40617522. / 29380423, -110615467. / 29380423, 69997945. / 29380423}};

  /// Number i of the sum over the first `stages` stages of weights times derivatives.
  template <class Weight>
  EQUIDYN_INLINE static T sum(int stages, const Weight* weights, const T* const* derivatives,
                              int i) {
    T total = T(weights[0]) * derivatives[0][i];
    for (int p = 1; p < stages; ++p) total = total + T(weights[p]) * derivatives[p][i];
    return total;
  }

  /// Weights of the stages at a fraction of the step.
  EQUIDYN_INLINE static void dense_weights(T fraction, T* weights) {
    for (int p = 0; p < kStages; ++p) {
      T sum(kDense[p][kPowers - 1]);
      for (int k = kPowers - 2; k >= 0; --k) sum = sum * fraction + T(kDense[p][k]);
      weights[p] = sum * fraction;
    }
  }

  /// Ratio of the next step length to this one: 0.9 e^(-1/5), between 0.2 and 5, of an error e
  /// given as its square; 0.2 if that is NaN. The tenth root of 1 / e^2 starts at a tenth of its
  /// exponent, 7 % too large at most, and is refined by Newton's x (11 - e^2 x^10) / 10: shifts,
  /// sums and products, which every instruction set and every compiler rounds alike.
  EQUIDYN_INLINE static T stretch(T squared_error) {
    constexpr Number kLeast = 3.570467226624e-8, kMost = 3405062.8916015625;  // 0.18^10, 4.5^10
    const T above = T::of(choose(exceeds(T(kMost), squared_error), squared_error.v, T(kMost).v));
    const T e = T::of(choose(exceeds(above, T(kLeast)), above.v, T(kLeast).v));
    const auto one = reinterpret_cast<IntegerRegister>(T(1.0).v);
    T x = T::of(
        reinterpret_cast<Register>(one - (reinterpret_cast<IntegerRegister>(e.v) - one) / 10));
    for (int round = 0; round < 5; ++round) {
      const T square = x * x, fourth = square * square;
      const T tenth = rounded(fourth * fourth) * square;
      x = T(0.1) * rounded(x * (T(11.0) - e * tenth));
    }
    return T(0.9) * x;
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
