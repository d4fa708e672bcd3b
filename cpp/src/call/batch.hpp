/// @file batch.hpp
/// Many samples at once: rows of strided arrays, broadcast against each other, shared by threads.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <vector>

#include "equidyn/evaluator.hpp"

namespace equidyn {

/// An array of float64, or where it says so float32, seen as rows along its last axis. Its leading
/// axes are those of the whole batch; an axis that is broadcast has stride 0.
struct Rows {
  const char* data = nullptr;           ///< null where the operand was not given
  std::vector<std::ptrdiff_t> strides;  ///< of the leading axes      bytes
  std::ptrdiff_t step = 0;              ///< along the last axis      bytes
};

/// The torques that every joint's drive adds to those of the links, joint side.
struct Drives {
  std::vector<double> viscous;        ///< G^2 B
  std::vector<double> forwards;       ///< |G| Tc for qd > 0
  std::vector<double> backwards;      ///< |G| Tc for qd < 0
  std::vector<double> motor_inertia;  ///< G^2 Jm

  /// Viscous friction, and Coulomb friction in the direction of motion.
  template <class T>
  T friction(std::size_t joint, T rate) const {
    return T(viscous[joint]) * rate + coulomb(joint, rate);
  }
  template <class T>
  T coulomb(std::size_t joint, T rate) const {
    if (rate > 0) return T(forwards[joint]);
    return rate < 0 ? T(backwards[joint]) : T(0);
  }
};

/// Everything that one call evaluates.
struct Batch {
  std::vector<std::ptrdiff_t> shape;  ///< of the leading axes
  Rows q, qd, qdd, tip_wrench, base_w, base_al, base_a;
  const Drives* friction = nullptr;  ///< null: left out
  const Drives* motors = nullptr;    ///< null: left out

  std::ptrdiff_t rows() const {
    std::ptrdiff_t count = 1;
    for (std::ptrdiff_t extent : shape) count *= extent;
    return count;
  }
};

/// Copies row number `row` of a batch of this shape to `out`, converted from Stored to T.
template <class Stored = double, class T, std::size_t N>
void read_row(const Rows& rows, const std::vector<std::ptrdiff_t>& shape, std::ptrdiff_t row,
              std::span<T, N> out) {
  const char* at = rows.data;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    at += (row % shape[axis]) * rows.strides[axis];
    row /= shape[axis];
  }
  for (T& value : out) {
    Stored number;
    std::memcpy(&number, at, sizeof number);  // the array need not be aligned
    value = T(number);
    at += rows.step;
  }
}

/// Copies row number `row` of every operand that was given.
template <Scalar T>
void read_sample(const Batch& batch, std::ptrdiff_t row, Sample<T>& sample) {
  const auto read = [&](const Rows& rows, std::span<T> out) {
    if (rows.data != nullptr) read_row(rows, batch.shape, row, out);
  };
  read(batch.q, sample.q);
  read(batch.qd, sample.qd);
  read(batch.qdd, sample.qdd);
  if (batch.friction != nullptr) sample.viscous = batch.friction->viscous;
  if (batch.base_w.data != nullptr) {
    BaseMotion<T>& base = sample.base.emplace();
    read(batch.base_w, {base.w.data(), 3});
    read(batch.base_al, {base.al.data(), 3});
    read(batch.base_a, {base.a.data(), 3});
  }
  if (batch.tip_wrench.data != nullptr) {
    T wrench[6];
    read(batch.tip_wrench, wrench);
    sample.tip = {Eigen::Map<const Vec3<T>>(wrench), Eigen::Map<const Vec3<T>>(wrench + 3)};
  }
}

/// Makes the evaluator that a thread needs for itself.
template <Scalar T>
using EvaluatorMaker = std::function<std::unique_ptr<Evaluator<T>>()>;

/// Evaluates every row into `out`, row after row without gaps. Rows are split between threads in
/// equal runs, so that no result depends on their number. `interrupted` is asked now and then on
/// the calling thread, and stops the work when it says yes.
template <Scalar T>
void evaluate_batch(const EvaluatorMaker<T>& make, int n, const Batch& batch, T* out, int threads,
                    const std::function<bool()>& interrupted);

}  // namespace equidyn
