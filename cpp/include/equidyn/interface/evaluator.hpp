/// @file evaluator.hpp
/// A method chosen by name, ready to evaluate one sample after another without allocating.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "equidyn/arm/arm.hpp"
#include "equidyn/arm/ends.hpp"
#include "equidyn/arm/reframe.hpp"
#include "equidyn/kernels/quantities.hpp"

namespace equidyn {

/// One sample as users give it: joints, motion of the arm's base in base axes (gravity not in it),
/// and the wrench at the tool in tool axes.
template <Scalar T>
struct Sample {
  explicit Sample(int n)
      : q(static_cast<std::size_t>(n)),
        qd(static_cast<std::size_t>(n)),
        qdd(static_cast<std::size_t>(n)) {}
  std::vector<T> q, qd, qdd;
  std::vector<T> tau;                 ///< for forward dynamics; else empty
  std::span<const double> viscous;    ///< friction, seen from the joints; empty: left out
  std::span<const double> motors;     ///< inertia of the rotors, similarly, for forward dynamics
  std::optional<BaseMotion<T>> base;  ///< nothing: at rest
  std::optional<Wrench<T>> tip;       ///< nothing: free
};

/// An arm in the frames of either convention.
template <Scalar T>
struct ArmInBothFrames {
  explicit ArmInBothFrames(const Arm<T>& arm)
      : standard(reframed(arm, Frames::kStandardDh)),
        modified(reframed(arm, Frames::kModifiedDh)) {}
  /// The arm in both frames, where these are known.
  ArmInBothFrames(Arm<T> in_standard, Arm<T> in_modified)
      : standard(std::move(in_standard)), modified(std::move(in_modified)) {}
  const Arm<T>& in(Frames frames) const {
    return frames == Frames::kStandardDh ? standard : modified;
  }
  Arm<T> standard, modified;
};

/// Evaluates one quantity of one arm. It owns a workspace: do not share it between threads.
template <Scalar T>
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  /// How many numbers a sample yields.
  virtual int outputs() const = 0;
  /// The exponent with which its cost grows with the number of links.
  virtual int exponent() const = 0;
  /// True if results include the viscous friction of a sample; else it has to be added.
  virtual bool includes_viscous_friction() const { return false; }
  /// If the evaluation is interrupted (interruption.hpp), `out` is unspecified.
  virtual void evaluate(const Sample<T>& sample, std::span<T> out) noexcept = 0;
};

/// The evaluator of a method of a quantity (methods.hpp, reference_methods.hpp), whose outputs are
/// those of the quantity, row after row, one result after the other; null where there is none of
/// this name. The arm must outlive it. Throws std::invalid_argument where the method refuses the
/// arm.
template <Scalar T>
std::unique_ptr<Evaluator<T>> make_evaluator(kernels::Task quantity, std::string_view method,
                                             const ArmInBothFrames<T>& arm);

/// The same of inverse dynamics, by a formulation of the registry.
template <Scalar T>
std::unique_ptr<Evaluator<T>> make_evaluator(std::string_view formulation,
                                             const ArmInBothFrames<T>& arm);

}  // namespace equidyn
