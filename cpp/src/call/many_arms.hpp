/// @file many_arms.hpp
/// Many arms of one kind, behind Python's Arms: the data of each are those of one arm, but for some.
#pragma once

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
  /// Checked data of one arm, and those that vary, which outlive this; as many as the leading axes
  /// `shape` have.
  ManyArms(model::ArmData data, std::vector<std::ptrdiff_t> shape, const VariedData& varied);

  int n() const { return first_.n(); }
  /// The leading axes.
  const std::vector<std::ptrdiff_t>& shape() const { return shape_; }
  /// The first of them; without any, the arm that they vary.
  const CompiledArm& first() const { return first_; }
  /// One of them, compiled anew.
  CompiledArm arm(std::ptrdiff_t k) const;

  /// Packed when they are asked for.
  template <class T>
  const PackedModels<T>& models() const {
    if constexpr (std::is_same_v<T, float>)
      return packed(in_float32_);
    else
      return packed(in_float64_);
  }

 private:
  template <class T>
  struct Lazily {
    std::once_flag once;
    std::unique_ptr<const PackedModels<T>> models;
  };
  template <class T>
  const PackedModels<T>& packed(Lazily<T>& kept) const;

  model::ArmData data_;
  std::vector<std::ptrdiff_t> shape_;
  std::ptrdiff_t count_;
  VariedData varied_;
  CompiledArm first_;
  mutable Lazily<double> in_float64_;
  mutable Lazily<float> in_float32_;
};

}  // namespace equidyn
