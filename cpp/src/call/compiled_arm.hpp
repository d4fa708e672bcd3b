/// @file compiled_arm.hpp
/// The core's arm behind Python's: parameters compiled once, immutably, for every scalar and
/// convention.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <type_traits>

#include "equidyn/interface/evaluator.hpp"
#include "equidyn/kernels/compile.hpp"
#include "equidyn/scalar/double_double.hpp"

namespace equidyn {

/// Immutable to those who see it, so that any number of threads may evaluate it at the same time.
struct CompiledArm {
  CompiledArm(const Arm<DoubleDouble>& arm, Drives joint_drives);
  /// The arm with another body of its last link, in the frame that it has in Python.
  CompiledArm(const CompiledArm& arm, const Body<double>& last);

  int n() const { return in_double.standard.n; }
  template <Scalar T>
  const ArmInBothFrames<T>& over() const;

  /// For the production kernels.
  template <class T>
  const kernels::Model<T>& model() const {
    if constexpr (std::is_same_v<T, float>)
      return in_float32();
    else
      return in_float64.model();
  }

  Frames frames;  ///< the convention of its parameters in Python
  ArmInBothFrames<DoubleDouble> in_double_double;
  ArmInBothFrames<double> in_double;  ///< the same, rounded
  kernels::CompiledModel<double> in_float64;
  Drives drives;
  std::uint64_t serial = next_serial();  ///< unique in this process
  /// For float32_error.hpp; negative: not measured yet. Where it is, so that arms can be moved.
  std::unique_ptr<std::atomic<double>> known_float32_error =
      std::make_unique<std::atomic<double>>(-1.0);

 private:
  CompiledArm(Frames given, ArmInBothFrames<DoubleDouble> arm, Drives joint_drives);

  /// Compiled when it is asked for: most arms never are.
  struct InFloat32 {
    std::once_flag once;
    std::unique_ptr<const kernels::CompiledModel<float>> compiled;
  };
  const kernels::Model<float>& in_float32() const;
  std::unique_ptr<InFloat32> in_float32_ = std::make_unique<InFloat32>();

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
inline const ArmInBothFrames<DoubleDouble>& CompiledArm::over<DoubleDouble>() const {
  return in_double_double;
}

}  // namespace equidyn
