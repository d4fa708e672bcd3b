/// @file pose_error-inl.hpp
/// The error of a block of poses: the translation and the rotation vector (axis times angle) from
/// each to the desired one, in axes of the world.
///
///   code   meaning
///   v      sine of the angle times its axis: half the sum of x x x_d, y x y_d and z x z_d
///   c      cosine of the angle
///   h, f   cosine of half the angle, and of a quarter of it
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Coefficients of a/sin(a) as a polynomial of 1 - cos(a), 0 <= a <= pi/4: within 2^-56.
inline Spread angle_coefficients({0x1.446c6720303eap-12, 0x1.a06bc873649fep-14,
                                  0x1.4bcf3472085ecp-11, 0x1.2cabeafd496acp-10,
                                  0x1.4679f041b0ecdp-9, 0x1.5d23bdaefdb4ap-8, 0x1.7a46930475decp-7,
                                  0x1.a019ff0acd054p-6, 0x1.d41d41de437b0p-5, 0x1.1111111106caep-3,
                                  0x1.55555555555d7p-2, 1.0});

/// Cosine of an angle near half a turn; beyond it, v and c are too short to give the angle.
constexpr Number kNearHalfTurn = -0.9999;

/// The rotation vector of a rotation near half a turn: R/2 + R^T/2 - c E is (1 - c) u u^T.
inline void near_half_turn(const Frame<Lanes<Register>>& now, const Frame<Lanes<Register>>& desired,
                           const Vector<Lanes<Register>>& v, Lanes<Register> c, int lane,
                           Vector<Lanes<Register>>& turn) {
  const auto entries = [lane](const Vector<Lanes<Register>>& vector) {
    return std::array<Number, 3>{vector.x.v[lane], vector.y.v[lane], vector.z.v[lane]};
  };
  const std::array<std::array<Number, 3>, 3> from{entries(now.x), entries(now.y), entries(now.z)};
  const std::array<std::array<Number, 3>, 3> to{entries(desired.x), entries(desired.y),
                                                entries(desired.z)};
  Number outer[3][3];
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      Number sum = i == k ? -2 * c.v[lane] : 0;
      for (int axis = 0; axis < 3; ++axis)
        sum += to[axis][i] * from[axis][k] + to[axis][k] * from[axis][i];
      outer[i][k] = sum;
    }
  int longest = 0;
  for (int k = 1; k < 3; ++k)
    if (outer[k][k] > outer[longest][longest]) longest = k;
  const Number* const u = outer[longest];
  const std::array<Number, 3> sines = entries(v);
  const Number length = __builtin_sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  const Number along = u[0] * sines[0] + u[1] * sines[1] + u[2] * sines[2];
  const Number s = __builtin_fabs(along) / length, t = s * s;
  // half a turn minus the arc sine of s
  const Number angle =
      std::numbers::pi - s * (1 + t * (1.0 / 6 + t * (3.0 / 40 + t * (15.0 / 336))));
  const Number factor = (along < 0 ? -angle : angle) / length;
  turn.x.v[lane] = factor * u[0], turn.y.v[lane] = factor * u[1], turn.z.v[lane] = factor * u[2];
}

/// Replaces the rotation vectors near half a turn.
[[gnu::noinline]] inline void replace_half_turns(IntegerRegister where,
                                                 const Frame<Lanes<Register>>& now,
                                                 const Frame<Lanes<Register>>& desired,
                                                 const Vector<Lanes<Register>>& v,
                                                 Lanes<Register> c, Vector<Lanes<Register>>& turn) {
  for (int lane = 0; lane < kLanes; ++lane)
    if (where[lane] != 0) near_half_turn(now, desired, v, c, lane, turn);
}

/// The rotation vector from one frame to another.
EQUIDYN_INLINE void rotation_between(const Frame<Lanes<Register>>& now,
                                     const Frame<Lanes<Register>>& desired,
                                     Vector<Lanes<Register>>& turn) {
  using T = Lanes<Register>;
  const auto dot = [](const Vector<T>& a, const Vector<T>& b)
                       EQUIDYN_INLINE_LAMBDA -> T { return a.x * b.x + a.y * b.y + a.z * b.z; };
  Vector<T> v;
  copy_all(v, cross(now.x, desired.x));
  add_cross(v, now.y, desired.y);
  add_cross(v, now.z, desired.z);
  v = {T(0.5) * v.x, T(0.5) * v.y, T(0.5) * v.z};
  const T twice = dot(now.x, desired.x) + dot(now.y, desired.y) + dot(now.z, desired.z) - T(1.0);
  const T c = T(0.5) * twice;
  const T h = square_root(T(0.5) * c + T(0.5)), f = square_root(T(0.5) * h + T(0.5));
  const T factor = polynomial(T(1.0) - f, angle_coefficients.value) / (h * f);  // angle / sine
  turn = {factor * v.x, factor * v.y, factor * v.z};
  const IntegerRegister hidden = exceeds(T(kNearHalfTurn), c);
  if (!all(~hidden)) replace_half_turns(hidden, now, desired, v, c, turn);
}

}  // namespace equidyn::EQUIDYN_TARGET
