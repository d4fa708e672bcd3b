#include "call/many_arms.hpp"

#include "call/batch.hpp"
#include "call/operands.hpp"
#include "call/run_batch.hpp"
#include "equidyn/model/arm_of.hpp"
#include "instruction_sets/instruction_sets.hpp"
#include "methods/pack_models.hpp"

namespace equidyn {
namespace {

/// Of a joint, in evaluations of one joint by the fastest kernel.
constexpr std::ptrdiff_t kWorkOfPacking = 20;

CompiledArm compiled(const model::ArmData& data) {
  return {model::arm_of<DoubleDouble>(data), model::drives_of(data)};
}

model::ArmData varied_data(model::ArmData data, const VariedData& varied, std::ptrdiff_t k) {
  set_varied(varied, k, data);
  return data;
}

/// Packs arms by the instructions of the machine. Returns false without a way.
bool pack_in_lanes(const ArmsToPack& arms, PackedModels<double>& models, int threads) {
  const PackModels pack = pack_models_in(models.lanes());
  if (pack == nullptr) return false;
  struct Worker {
    PackModels by;
    const ArmsToPack& arms;
    PackedModels<double>& models;
    bool evaluate(std::ptrdiff_t first, std::ptrdiff_t end) {
      by(arms, models.first() + first, models.first() + end, models);
      return true;
    }
  };
  constexpr Portion kArms{8, 256};
  const auto never = [] { return false; };
  run_batch(models.end() - models.first(), kArms, threads, never,
            [&] { return Worker{pack, arms, models}; });
  return true;
}
bool pack_in_lanes(const ArmsToPack&, PackedModels<float>&, int) { return false; }

}  // namespace

ManyArms::ManyArms(model::ArmData data, std::vector<std::ptrdiff_t> shape, const VariedData& varied,
                   std::shared_ptr<const void> kept)
    : data_(std::move(data)),
      shape_(std::move(shape)),
      count_(rows_along(shape_)),
      varied_(varied),
      kept_(std::move(kept)),
      first_(compiled(count_ == 0 ? data_ : varied_data(data_, varied_, 0))) {}

CompiledArm ManyArms::arm(std::ptrdiff_t k) const {
  return compiled(varied_data(data_, varied_, k));
}

std::vector<kernels::LinkStructure> ManyArms::common_structure() const {
  Arm<DoubleDouble> given = first_.in_double_double.in(first_.frames);
  auto common = kernels::structure_of(first_.in_double_double.modified, kernels::at_far_end(given));
  for (std::ptrdiff_t k = 1; varied_.has_geometry() && k < count_; ++k) {
    set_arm(k, given);
    const auto own =
        kernels::structure_of(reframed(given, Frames::kModifiedDh), kernels::at_far_end(given));
    for (std::size_t i = 0; i < own.size(); ++i) common[i] = common[i].common(own[i]);
  }
  return common;
}

void ManyArms::set_arm(std::ptrdiff_t k, Arm<DoubleDouble>& arm) const {
  set_varied(varied_, [&](Datum datum, std::size_t index) -> DoubleDouble {
    return varied_.row(datum, k, data_.n())[index];
  }, arm);
}

template <class T>
void ManyArms::pack(PackedModels<T>& models, int threads) const {
  std::call_once(structure_known_, [this] { structure_ = common_structure(); });
  Arm<DoubleDouble> given = first_.in_double_double.in(first_.frames);
  if (pack_in_lanes({given, data_, first_.drives, varied_, structure_}, models, threads)) return;
  Drives drives = first_.drives;
  model::ArmData data = data_;
  for (std::ptrdiff_t k = models.first(); k < models.end(); ++k) {
    set_arm(k, given);
    if (varied_.has_drives()) {
      set_varied(varied_, k, data);
      drives = model::drives_of(data);
    }
    const kernels::CompiledModel<T> compiled(reframed(given, Frames::kModifiedDh), drives,
                                             kernels::at_far_end(given), structure_);
    models.set(k, compiled.model());
  }
}

template <class T>
bool ManyArms::keeps_models() const {
  constexpr std::ptrdiff_t kMostBytes = 1 << 28;
  return count_ <= kMostBytes / PackedModels<T>::size_of_arm(n());
}

template <class T>
const PackedModels<T>& ManyArms::packed(Lazily<T>& kept) const {
  std::call_once(kept.once, [&] {
    auto models = std::make_unique<PackedModels<T>>(n(), 0, count_);
    pack(*models, thread_count(std::nullopt, count_ * n() * kWorkOfPacking));
    kept.models = std::move(models);
  });
  return *kept.models;
}

template void ManyArms::pack(PackedModels<double>&, int) const;
template void ManyArms::pack(PackedModels<float>&, int) const;
template bool ManyArms::keeps_models<double>() const;
template bool ManyArms::keeps_models<float>() const;
template const PackedModels<double>& ManyArms::packed(Lazily<double>&) const;
template const PackedModels<float>& ManyArms::packed(Lazily<float>&) const;

}  // namespace equidyn
