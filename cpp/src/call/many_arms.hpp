/// @file many_arms.hpp
/// Many arms of one kind, behind Python's Arms: the data of each are those of one arm, but for some.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "call/compiled_arm.hpp"
#include "call/packed_models.hpp"
#include "call/varied_data.hpp"

namespace equidyn {

/// Immutable to those who see it, like CompiledArm.
class ManyArms {
 public:
  /// Checked data of one arm, and those that vary, in memory that `kept` owns; as many as the leading
  /// axes `shape` have.
  ManyArms(model::ArmData data, std::vector<std::ptrdiff_t> shape, const VariedData& varied,
           std::shared_ptr<const void> kept);

  int n() const { return first_.n(); }
  std::ptrdiff_t count() const { return count_; }
  /// The leading axes.
  const std::vector<std::ptrdiff_t>& shape() const { return shape_; }
  /// The first of them; without any, the arm that they vary.
  const CompiledArm& first() const { return first_; }
  /// One of them, compiled anew.
  CompiledArm arm(std::ptrdiff_t k) const;

  /// Compiles a range of them.
  template <class T>
  void pack(PackedModels<T>& models, int threads) const;

  /// True if there is memory for the models of all.
  template <class T>
  bool keeps_models() const;
  /// All of them, packed when they are asked for.
  template <class T>
  const PackedModels<T>& models() const {
    if constexpr (std::is_same_v<T, float>)
      return packed(in_float32_);
    else
      return packed(in_float64_);
  }
  /// The largest of all, for float32_error.hpp; negative: not measured yet.
  std::atomic<double>& known_float32_error() const { return known_float32_error_; }

 private:
  template <class T>
  struct Lazily {
    std::once_flag once;
    std::unique_ptr<const PackedModels<T>> models;
  };
  template <class T>
  const PackedModels<T>& packed(Lazily<T>& kept) const;

  /// The zeros and ones of all.
  std::vector<kernels::LinkStructure> common_structure() const;
  /// Replaces what varies by that of arm k.
  void set_arm(std::ptrdiff_t k, Arm<DoubleDouble>& arm) const;

  model::ArmData data_;
  std::vector<std::ptrdiff_t> shape_;
  std::ptrdiff_t count_;
  VariedData varied_;
  std::shared_ptr<const void> kept_;
  CompiledArm first_;
  mutable std::once_flag structure_known_;
  mutable std::vector<kernels::LinkStructure> structure_;
  mutable Lazily<double> in_float64_;
  mutable Lazily<float> in_float32_;
  mutable std::atomic<double> known_float32_error_ = -1;
};

}  // namespace equidyn
