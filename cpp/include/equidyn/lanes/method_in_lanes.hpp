/// @file method_in_lanes.hpp
/// A method over packs: rows of states are read into lanes, and results written from them. Included
/// only in files that are compiled for one instruction set.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "equidyn/arm/arm_over.hpp"
#include "equidyn/interface/method_evaluator.hpp"
#include "equidyn/lanes/lane_evaluator.hpp"
#include "equidyn/lanes/pack.hpp"

namespace equidyn {

/// Rows of states, and of results, by an evaluator over packs.
template <int kLanes>
class RowsInLanes : public LaneEvaluator {
 public:
  int lanes() const final { return kLanes; }

  bool evaluate(const kernels::States<double>& states, const DriveTerms& drives,
                std::ptrdiff_t first, std::ptrdiff_t end, double* out) noexcept final {
    for (int lane = 0; lane < kLanes; ++lane) row_[lane] = std::min(first + lane, end - 1);
    T sum = read(states.q, sample_.q) + read(states.qd, sample_.qd);
    sum += read(states.qdd, sample_.qdd) + read(states.tau, sample_.tau);
    sum += read_ends(states);
    sample_.viscous = drives.viscous, sample_.motors = drives.motors;
    evaluator_->evaluate(sample_, results_);
    for (const T& result : results_) sum += result;
    write(end - first, out + first * static_cast<std::ptrdiff_t>(results_.size()));
    return sum - sum == T(0);
  }

 protected:
  using T = Pack<kLanes>;

  explicit RowsInLanes(const Arm<double>& arm) : arm_(arm_over<T>(arm)), sample_(arm.n) {}

  const Arm<T>& arm() const { return arm_; }
  void set(Evaluator<T>& evaluator, kernels::Task quantity) {
    evaluator_ = &evaluator;
    results_.resize(static_cast<std::size_t>(evaluator.outputs()));
    if (quantity == kernels::Task::kForwardDynamics) sample_.tau.resize(sample_.q.size());
  }

 private:
  /// Returns the sum of the numbers.
  T read(const kernels::Operand<double>& operand, std::span<T> to) const {
    T sum(0);
    if (operand.data == nullptr) return sum;
    const double* rows[kLanes];
    for (int lane = 0; lane < kLanes; ++lane)
      rows[lane] = operand.data + row_[lane] * operand.stride;
    for (std::size_t k = 0; k < to.size(); ++k) {
      typename T::Numbers numbers;
      for (int lane = 0; lane < kLanes; ++lane) numbers[lane] = rows[lane][k];
      to[k] = numbers;
      sum += to[k];
    }
    return sum;
  }

  T read_ends(const kernels::States<double>& states) {
    T sum(0);
    sample_.base.reset();
    if (states.base_w.data != nullptr) {
      BaseMotion<T>& base = sample_.base.emplace();
      sum += read(states.base_w, {base.w.data(), 3});
      sum += read(states.base_al, {base.al.data(), 3});
      sum += read(states.base_a, {base.a.data(), 3});
    }
    sample_.tip.reset();
    if (states.tip_wrench.data != nullptr) {
      T wrench[6];
      sum += read(states.tip_wrench, wrench);
      sample_.tip = {{wrench[0], wrench[1], wrench[2]}, {wrench[3], wrench[4], wrench[5]}};
    }
    return sum;
  }

  void write(std::ptrdiff_t rows, double* out) const {
    for (int lane = 0; lane < rows; ++lane)
      for (const T& result : results_) *out++ = result.v[lane];
  }

  const Arm<T> arm_;
  Evaluator<T>* evaluator_ = nullptr;
  std::ptrdiff_t row_[kLanes]{};  ///< of each lane: the last one again where there are too few
  Sample<T> sample_;
  std::vector<T> results_;
};

template <class Methods, class Method, int kLanes>
class MethodInLanes final : public RowsInLanes<kLanes> {
 public:
  explicit MethodInLanes(const Arm<double>& arm) : RowsInLanes<kLanes>(arm), own_(this->arm()) {
    this->set(own_, Methods::kTask);
  }

 private:
  MethodEvaluator<Methods, Method, Pack<kLanes>> own_;
};

}  // namespace equidyn
