/// @file dormand_prince-inl.hpp
/// Seven points of a step, of which the last is the first of the next one: a solution of order 5,
/// how far one of order 4 is from it, and a polynomial of degree 4 between both ends.
///
///   code        source
///   nodes       c_i     where in the step the points lie
///   weights     a_ij    what goes into point i; the last row is the solution of order 5
///   error       b_i of order 5 less b_i of order 4
///   between     powers 1 to 4 of the part of the step that is done, for each point
///
/// J. R. Dormand, P. J. Prince, A Family of Embedded Runge-Kutta Formulae, Journal of Computational
/// and Applied Mathematics 6, 1980; L. F. Shampine, Some Practical Runge-Kutta Formulas,
/// Mathematics of Computation 46, 1986, for what lies between; E. Hairer, S. P. Norsett, G. Wanner,
/// Solving Ordinary Differential Equations I, 1993, II.4, for the length of the next step.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

struct DormandPrince {
  using T = Lanes<Register>;

  static constexpr int kPoints = 7;
  static constexpr Number kNodes[kPoints] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
  static constexpr Number kWeights[kPoints][kPoints - 1] = {
      {},
      {1. / 5},
      {3. / 40, 9. / 40},
      {44. / 45, -56. / 15, 32. / 9},
      {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
      {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
      {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
  static constexpr Number kError[kPoints] = {71. / 57600,      0,         -71. / 16695, 71. / 1920,
                                             -17253. / 339200, 22. / 525, -1. / 40};
  static constexpr int kPowers = 4;
  static constexpr Number kBetween[kPoints][kPowers] = {
      {1, -8048581381. / 2820520608, 8663915743. / 2820520608, -12715105075. / 11282082432},
      {},
      {0, 131558114200. / 32700410799, -68118460800. / 10900136933, 87487479700. / 32700410799},
      {0, -1754552775. / 470086768, 14199869525. / 1410260304, -10690763975. / 1880347072},
      {0, 127303824393. / 49829197408, -318862633887. / 49829197408, 701980252875. / 199316789632},
      {0, -282668133. / 205662961, 2019193451. / 616988883, -1453857185. / 822651844},
      {0, 40617522. / 29380423, -110615467. / 29380423, 69997945. / 29380423}};

  /// Number i of the sum over the first `points` points of weights times rates.
  template <class Weight>
  EQUIDYN_INLINE static T sum(int points, const Weight* weights, const T* const* rates, int i) {
    T total = T(weights[0]) * rates[0][i];
    for (int p = 1; p < points; ++p) total = total + T(weights[p]) * rates[p][i];
    return total;
  }

  /// Weights of the rates at a part of the step.
  EQUIDYN_INLINE static void weigh(T part, T* weights) {
    for (int p = 0; p < kPoints; ++p) {
      T sum(kBetween[p][kPowers - 1]);
      for (int k = kPowers - 2; k >= 0; --k) sum = sum * part + T(kBetween[p][k]);
      weights[p] = sum * part;
    }
  }

  /// How many times as long the next step may be: 0.9 e^(-1/5), between 0.2 and 5, of an error e
  /// given as its square; 0.2 where that is no number. The tenth root of 1 / e^2 comes from a tenth
  /// of its exponent, 7 % too large at most, and from Newton's x (11 - e^2 x^10) / 10: shifts, sums
  /// and products, which every instruction set and every compiler rounds alike.
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
