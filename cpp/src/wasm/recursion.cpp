// The Newton-Euler recursion, link by link.
#include "call/link_follower.hpp"
#include "wasm/lab_arm.hpp"

namespace equidyn {
namespace {

constexpr std::size_t kWidth = 25;  ///< of a link: eight vectors and a torque

using Vector = Vec3<double>;

}  // namespace
}  // namespace equidyn

using namespace equidyn;

int equidyn_recursion(EquidynArm* arm, const double* q, const double* qd, const double* qdd,
                      double* values) {
  const auto n = static_cast<std::size_t>(arm->n());
  const std::unique_ptr<LinkFollower> follower =
      make_link_follower(arm->compiled.in_double, arm->compiled.frames);
  Sample<double>& sample = follower->sample();
  sample.q.assign(q, q + n), sample.qd.assign(qd, qd + n), sample.qdd.assign(qdd, qdd + n);
  std::vector<double> room(kLinkFields * n * 3);
  LinkFields fields;
  for (std::size_t k = 0; k < kLinkFields; ++k) fields[k] = room.data() + k * n * 3;
  if (!follower->evaluate(0, fields))
    return fail("recursion: overflow: the numbers of the state, or of the arm, are too large");

  const Arm<double>& links = arm->compiled.in_double.in(arm->compiled.frames);
  for (std::size_t i = 0; i < n; ++i) {
    const auto field = [&](std::size_t k) { return Vector(fields[k] + 3 * i); };
    const Vector w = field(0), al = field(1), a = field(2), abar = field(3), f = field(4),
                 moment = field(5);
    const Link<double>& link = links.link[static_cast<int>(i) + 1];
    const auto& [m, c, I] = link.body;
    const Vector F = m * abar, N = I * al + w.cross(I * w);
    // z of the frame before, in standard DH, seen from that of the link
    const Vector axis = links.frames == Frames::kStandardDh
                            ? Vector(0, link.sin_twist, link.cos_twist)
                            : Vector(0, 0, 1);
    double* to = values + kWidth * i;
    for (const Vector& value : {w, al, a, abar, F, N, f, moment})
      for (int k = 0; k < 3; ++k) *to++ = value[k];
    *to = axis.dot(link.revolute ? moment : f);
  }
  return 1;
}
