#include "call/packed_arm.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <list>
#include <mutex>
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

/// The data that parameters replace, as rows of many arms or of one.
struct ParameterColumns {
  std::vector<double> mass, com, inertia, viscous, coulomb, motor_inertia;

  /// Of `count` rows of `width` parameters, about the origins of the frames, for n links.
  ParameterColumns(std::span<const double> rows, std::size_t count, std::size_t n) {
    const std::size_t width = rows.size() / count;
    const std::size_t of_drives = width / n - kernels::kInertialParameters;
    const bool friction = of_drives >= kernels::kFrictionParameters;
    const bool motors = of_drives % kernels::kFrictionParameters != 0;
    mass.reserve(count * n), com.reserve(count * 3 * n), inertia.reserve(count * 9 * n);
    for (std::size_t k = 0; k < count; ++k) {
      Reader parameters(rows.subspan(k * width, width));
      for (std::size_t i = 0; i < n; ++i)
        add_link(parameters.take(kernels::kInertialParameters).first<10>());
      if (friction) {
        append(viscous, parameters.take(n));
        const auto forwards = parameters.take(n), backwards = parameters.take(n);
        for (std::size_t i = 0; i < n; ++i) append(coulomb, std::array{forwards[i], backwards[i]});
      }
      if (motors) append(motor_inertia, parameters.take(n));
    }
  }

  /// Those that there are.
  VariedData varied() const {
    VariedData data;
    for (const auto& [datum, numbers] : {std::pair{Datum::kMass, &mass},
                                         {Datum::kCom, &com},
                                         {Datum::kInertia, &inertia},
                                         {Datum::kViscous, &viscous},
                                         {Datum::kCoulomb, &coulomb},
                                         {Datum::kMotorInertia, &motor_inertia}})
      if (!numbers->empty()) data.rows[static_cast<std::size_t>(datum)] = numbers->data();
    return data;
  }

 private:
  static void append(std::vector<double>& to, std::span<const double> numbers) {
    to.insert(to.end(), numbers.begin(), numbers.end());
  }
  void add_link(std::span<const double, 10> p) {
    const double m = p[0];
    mass.push_back(m);
    double c[3];
    for (std::size_t k = 0; k < 3; ++k) c[k] = p[1 + k] == 0 ? 0.0 : p[1 + k] / m;
    append(com, c);
    // xx, xy, yy, xz, yz, zz
    const double about_origin[3][3] = {{p[4], p[5], p[7]}, {p[5], p[6], p[8]}, {p[7], p[8], p[9]}};
    const double square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t k = 0; k < 3; ++k) {
        const double shift = (row == k ? square : 0.0) - c[row] * c[k];
        inertia.push_back(about_origin[row][k] - m * shift);
      }
  }
};

/// The data of a packed arm; its drives are as seen from the joints, so that it has no gears.
model::ArmData data_of(std::span<const double> packed) {
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
  arm.viscous = numbers.copy(n);
  arm.coulomb = numbers.copy(2 * n);
  arm.motor_inertia = numbers.copy(n);
  arm.breakaway = numbers.copy(2 * n);
  arm.stribeck = numbers.copy(n);
  if (arm.stribeck.front() == 0) arm.breakaway.clear(), arm.stribeck.clear();
  return arm;
}

CompiledArm compiled(std::span<const double> packed, std::span<const double> given) {
  model::ArmData arm = data_of(packed);
  if (!given.empty()) set_varied(ParameterColumns(given, 1, arm.n()).varied(), 0, arm);
  return {model::arm_of<DoubleDouble>(arm), model::drives_of(arm)};
}

/// Arms of rows of parameters, which keep the memory of their data.
std::shared_ptr<const ManyArms> arms_of(model::ArmData arm, std::span<const double> rows,
                                        std::size_t count) {
  const auto columns = std::make_shared<const ParameterColumns>(rows, count, arm.n());
  std::vector shape{static_cast<std::ptrdiff_t>(count)};
  return std::make_shared<const ManyArms>(std::move(arm), std::move(shape), columns->varied(),
                                          columns);
}

/// Bit for bit, so that -0 and 0 are two numbers.
bool same(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// What was made of an arm and parameters, and these.
template <class Made>
struct Kept {
  std::vector<double> packed, parameters;
  std::shared_ptr<const Made> made;

  bool is_of(std::span<const double> numbers, std::span<const double> given) const {
    return same(packed, numbers) && same(parameters, given);
  }
};

/// The last used first.
template <class Made>
using AllKept = std::list<Kept<Made>>;

/// What was made of these, or null.
template <class Made>
std::shared_ptr<const Made> find(AllKept<Made>& kept, std::span<const double> packed,
                                 std::span<const double> parameters) {
  const auto found = std::ranges::find_if(
      kept, [&](const Kept<Made>& each) { return each.is_of(packed, parameters); });
  if (found == kept.end()) return nullptr;
  kept.splice(kept.begin(), kept, found);
  return kept.front().made;
}

template <class Made>
void keep(AllKept<Made>& kept, std::span<const double> packed, std::span<const double> parameters,
          std::shared_ptr<const Made> made, std::size_t most) {
  kept.push_front(
      {{packed.begin(), packed.end()}, {parameters.begin(), parameters.end()}, std::move(made)});
  if (kept.size() > most) kept.pop_back();
}

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
  AllKept<CompiledArm>& kept = KeptByThread<AllKept<CompiledArm>>::get();
  if (auto found = find(kept, packed, parameters)) return found;
  auto arm = std::make_shared<const CompiledArm>(compiled(packed, parameters));
  keep<CompiledArm>(kept, packed, parameters, arm, kMost);
  return arm;
}

std::shared_ptr<const ManyArms> unpacked_each(std::span<const double> packed,
                                              std::span<const double> parameters,
                                              std::size_t count) {
  // of a step the value and the derivative, which XLA may ask for on different threads
  constexpr std::size_t kMost = 2, kMostNumbers = std::size_t{1} << 21;
  static std::mutex access;
  static auto& kept = *new AllKept<ManyArms>;  // never deleted: threads may outlive the end
  if (parameters.size() <= kMostNumbers) {
    const std::scoped_lock lock(access);
    if (auto found = find(kept, packed, parameters)) return found;
  }
  auto arms = arms_of(data_of(packed), parameters, count);
  if (parameters.size() <= kMostNumbers) {
    const std::scoped_lock lock(access);
    keep<ManyArms>(kept, packed, parameters, arms, kMost);
  }
  return arms;
}

}  // namespace equidyn
