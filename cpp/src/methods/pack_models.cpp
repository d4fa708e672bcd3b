// Compiled once for each instruction set that has EQUIDYN_LANES in a register.
#include "methods/pack_models.hpp"

#include <algorithm>
#include <array>

#include "equidyn/arm/arm_over.hpp"
#include "equidyn/arm/reframe.hpp"
#include "equidyn/lanes/double_double_pack.hpp"
#include "equidyn/model/arm_of.hpp"

namespace equidyn {
namespace {

/// Drives of several arms.
template <int kLanes>
struct DrivesInLanes {
  std::vector<Pack<kLanes>> viscous, forwards, backwards, motor_inertia;
  std::vector<Pack<kLanes>> more_forwards, more_backwards, per_stribeck;

  void set(int lane, const Drives& drives) {
    const auto copy = [lane](const std::vector<double>& from, std::vector<Pack<kLanes>>& to) {
      to.resize(from.size());
      for (std::size_t j = 0; j < from.size(); ++j) to[j].v[lane] = from[j];
    };
    copy(drives.viscous, viscous), copy(drives.motor_inertia, motor_inertia);
    copy(drives.forwards, forwards), copy(drives.backwards, backwards);
    copy(drives.more_forwards, more_forwards), copy(drives.more_backwards, more_backwards);
    copy(drives.per_stribeck, per_stribeck);
  }
};

/// The arm in one lane, rounded, as far as least pivots depend on it.
template <int kLanes>
void take_lane(const Arm<DoubleDoublePack<kLanes>>& arms, int lane, Arm<double>& arm) {
  for (int i = 1; i <= arm.n; ++i) {
    const auto& from = arms.link[i];
    Link<double>& to = arm.link[i];
    to.a = from.a.high[lane], to.a_y = from.a_y.high[lane], to.d = from.d.high[lane];
    to.body.m = from.body.m.high[lane];
    for (int k = 0; k < 3; ++k) to.body.c(k) = from.body.c(k).high[lane];
    for (int k = 0; k < 9; ++k) to.body.I(k) = from.body.I(k).high[lane];
  }
  for (int k = 0; k < 3; ++k) arm.tool.p(k) = arms.tool.p(k).high[lane];
}

}  // namespace

template <int kLanes>
void pack_models(const ArmsToPack& arms, std::ptrdiff_t first, std::ptrdiff_t end,
                 PackedModels<double>& models) {
  using T = DoubleDoublePack<kLanes>;
  const auto n = static_cast<std::size_t>(arms.arm.n);
  auto given = arm_over<T>(arms.arm), converted = given;
  Arm<double> rounded = arm_over<double>(reframed(arms.arm, Frames::kModifiedDh));
  std::vector<kernels::LinkConstants<double>> pivots(n);
  model::ArmData data = arms.data;
  DrivesInLanes<kLanes> drives;
  for (int lane = 0; lane < kLanes; ++lane) drives.set(lane, arms.drives);
  for (; first < end; first += kLanes) {
    std::array<std::ptrdiff_t, kLanes> row{};
    for (int lane = 0; lane < kLanes; ++lane)
      row[static_cast<std::size_t>(lane)] = std::min(first + lane, end - 1);
    set_varied(arms.varied, [&](Datum datum, std::size_t index) {
      T number;
      for (int lane = 0; lane < kLanes; ++lane)
        number.high[lane] = arms.varied.row(datum, row[static_cast<std::size_t>(lane)], n)[index];
      return number;
    }, given);
    for (int lane = 0; arms.varied.has_drives() && lane < kLanes; ++lane) {
      set_varied(arms.varied, row[static_cast<std::size_t>(lane)], data);
      drives.set(lane, model::drives_of(data));
    }
    if (given.frames == Frames::kStandardDh) converted = to_modified(given);
    const Arm<T>& modified = given.frames == Frames::kStandardDh ? converted : given;
    kernels::CompiledModel<Pack<kLanes>> compiled(modified, drives, kernels::at_far_end(given),
                                                  arms.structure);
    for (int lane = 0; lane < kLanes; ++lane) {
      take_lane(modified, lane, rounded);
      kernels::set_least_pivots(rounded, pivots);
      for (std::size_t k = 0; k < n; ++k) {
        compiled.links()[k].least_pivot.v[lane] = pivots[k].least_pivot;
        compiled.links()[k].least_pivot_per_square.v[lane] = pivots[k].least_pivot_per_square;
      }
    }
    models.set_block(first, &compiled.model());
  }
}

template void pack_models<EQUIDYN_LANES>(const ArmsToPack&, std::ptrdiff_t, std::ptrdiff_t,
                                         PackedModels<double>&);

}  // namespace equidyn
