/// @file compiled_arm.hpp
/// The core's arm behind Python's: parameters compiled once, immutably, for every scalar and
/// convention.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "equidyn/evaluator.hpp"
#include "equidyn/kernels/compile.hpp"

namespace equidyn {

/// Immutable, so that any number of threads may evaluate it at the same time.
struct CompiledArm {
  CompiledArm(const Arm<double>& arm, const Arm<long double>& extended_arm, Drives joint_drives);

  int n() const { return in_double.standard.n; }
  template <Scalar T>
  const ArmInBothFrames<T>& over() const;

  /// For the production kernels.
  template <class T>
  const kernels::Model<T>& model() const {
    if constexpr (std::is_same_v<T, float>)
      return in_float32.model();
    else
      return in_float64.model();
  }

  Frames frames;  ///< the convention of its parameters in Python
  ArmInBothFrames<double> in_double;
  ArmInBothFrames<long double> in_long_double;
  kernels::CompiledModel<double> in_float64;
  kernels::CompiledModel<float> in_float32;
  Drives drives;
  std::uint64_t serial = next_serial();  ///< unique in this process
  /// For float32_error.hpp; negative: not measured yet. Where it is, so that arms can be moved.
  std::unique_ptr<std::atomic<double>> known_float32_error =
      std::make_unique<std::atomic<double>>(-1.0);

 private:
  static std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> count = 0;
    return ++count;
  }
};

template <>
inline const ArmInBothFrames<double>& CompiledArm::over<double>() const {
  return in_double;
}
template <>
inline const ArmInBothFrames<long double>& CompiledArm::over<long double>() const {
  return in_long_double;
}

}  // namespace equidyn
