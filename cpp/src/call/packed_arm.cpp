#include "call/packed_arm.hpp"

#include <algorithm>
#include <cstring>
#include <list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "call/kept_by_thread.hpp"
#include "equidyn/model/arm_of.hpp"

namespace equidyn {
namespace {

/// Numbers beside those of each joint, and of each joint.
constexpr std::size_t kOfArm = 2 + 3 + 16 + 16, kOfJoint = 26;

/// Takes the numbers of an arm one after the other.
class Reader {
 public:
  explicit Reader(std::span<const double> numbers) : rest_(numbers) {}
  std::span<const double> take(std::size_t count) {
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }
  std::vector<double> copy(std::size_t count) {
    const auto taken = take(count);
    return {taken.begin(), taken.end()};
  }

 private:
  std::span<const double> rest_;
};

/// Replaces the data of links by those of their parameters, about the origins of the frames.
void set_links(Reader& parameters, model::ArmData& arm) {
  for (std::size_t i = 0; i < arm.n(); ++i) {
    const auto p = parameters.take(kernels::kInertialParameters);
    const double m = p[0];
    arm.mass[i] = m;
    double c[3];
    for (std::size_t k = 0; k < 3; ++k) c[k] = p[1 + k] == 0 ? 0.0 : p[1 + k] / m;
    // xx, xy, yy, xz, yz, zz
    const double about_origin[3][3] = {{p[4], p[5], p[7]}, {p[5], p[6], p[8]}, {p[7], p[8], p[9]}};
    const double square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    for (std::size_t row = 0; row < 3; ++row) {
      arm.com[3 * i + row] = c[row];
      for (std::size_t k = 0; k < 3; ++k) {
        const double shift = (row == k ? square : 0.0) - c[row] * c[k];
        arm.inertia[9 * i + 3 * row + k] = about_origin[row][k] - m * shift;
      }
    }
  }
}

CompiledArm compiled(std::span<const double> packed, std::span<const double> given) {
  Reader numbers(packed);
  const auto n = static_cast<std::size_t>(numbers.take(1)[0]);
  model::ArmData arm;
  arm.convention = numbers.take(1)[0] != 0 ? "standard" : "modified";
  for (const double revolute : numbers.take(n)) arm.joints += revolute != 0 ? 'R' : 'P';
  for (auto* const each : {&arm.a, &arm.a_y, &arm.alpha, &arm.d, &arm.theta, &arm.mass})
    *each = numbers.copy(n);
  arm.com = numbers.copy(3 * n);
  arm.inertia = numbers.copy(9 * n);
  arm.gravity = numbers.copy(3);
  arm.base = model::pose_of(numbers.take(16).first<16>());
  arm.tool = model::pose_of(numbers.take(16).first<16>());
  Drives drives;
  for (auto* const each :
       {&drives.viscous, &drives.forwards, &drives.backwards, &drives.motor_inertia,
        &drives.more_forwards, &drives.more_backwards, &drives.per_stribeck})
    *each = numbers.copy(n);
  if (drives.per_stribeck.front() == 0)
    for (auto* const each : {&drives.more_forwards, &drives.more_backwards, &drives.per_stribeck})
      each->clear();
  if (!given.empty()) {
    Reader parameters(given);
    set_links(parameters, arm);
    const std::size_t of_drives = given.size() / n - kernels::kInertialParameters;
    if (of_drives >= kernels::kFrictionParameters)
      for (auto* const each : {&drives.viscous, &drives.forwards, &drives.backwards})
        *each = parameters.copy(n);
    if (of_drives % kernels::kFrictionParameters != 0) drives.motor_inertia = parameters.copy(n);
  }
  return {model::arm_of<DoubleDouble>(arm), std::move(drives)};
}

/// Bit for bit, so that -0 and 0 are two numbers.
bool same(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// A compiled arm, and what it was compiled from.
struct Kept {
  std::vector<double> packed, parameters;
  std::shared_ptr<const CompiledArm> arm;

  bool is_of(std::span<const double> numbers, std::span<const double> given) const {
    return same(packed, numbers) && same(parameters, given);
  }
};

}  // namespace

int joints_of(std::span<const double> packed) {
  const double n = packed.empty() ? 0 : packed[0];
  const bool counts = n >= 1 && n <= static_cast<double>(packed.size());
  if (!counts || packed.size() != kOfArm + kOfJoint * static_cast<std::size_t>(n))
    throw std::invalid_argument("arm: expected the numbers of an arm, got others");
  return static_cast<int>(n);
}

std::shared_ptr<const CompiledArm> unpacked(std::span<const double> packed,
                                            std::span<const double> parameters) {
  constexpr std::size_t kMost = 16;
  // the arm of the last call first
  std::list<Kept>& kept = KeptByThread<std::list<Kept>>::get();
  const auto found =
      std::ranges::find_if(kept, [&](const Kept& each) { return each.is_of(packed, parameters); });
  if (found != kept.end()) {
    kept.splice(kept.begin(), kept, found);
    return kept.front().arm;
  }
  auto arm = std::make_shared<const CompiledArm>(compiled(packed, parameters));
  kept.push_front({{packed.begin(), packed.end()}, {parameters.begin(), parameters.end()}, arm});
  if (kept.size() > kMost) kept.pop_back();
  return arm;
}

}  // namespace equidyn
