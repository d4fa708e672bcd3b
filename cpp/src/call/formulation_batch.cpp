#include "call/formulation_batch.hpp"

#include <stdexcept>

#include "call/finite.hpp"
#include "call/operands.hpp"
#include "call/run_batch.hpp"
#include "equidyn/kernels/any_scalar.hpp"

namespace equidyn {
namespace {

/// Evaluates rows of one batch, on one thread.
template <Scalar T>
class FormulationWorker {
 public:
  FormulationWorker(std::unique_ptr<Evaluator<T>> evaluator, int n, const Drives& drives,
                    const Batch& batch, T* out)
      : evaluator_(std::move(evaluator)), sample_(n), drives_(drives), batch_(batch), out_(out) {}

  bool evaluate(std::ptrdiff_t first, std::ptrdiff_t end) {
    const auto outputs = static_cast<std::size_t>(evaluator_->outputs());
    std::span<T> results(out_ + first * evaluator_->outputs(), outputs);
    bool finite = true;
    for (std::ptrdiff_t row = first; row < end;
         ++row, results = {results.data() + outputs, outputs}) {
      read_sample(batch_, row, sample_);
      evaluate_with_drives(*evaluator_, drives_, batch_.friction, batch_.motors, sample_, results);
      finite &= all_finite<T>(results);
    }
    return finite;
  }

 private:
  std::unique_ptr<Evaluator<T>> evaluator_;
  Sample<T> sample_;
  const Drives& drives_;
  const Batch& batch_;
  T* out_;
};

/// Forward dynamics: friction is subtracted from the torques first.
template <Scalar T>
void evaluate_driven(Evaluator<T>& evaluator, const Drives& drives, bool friction, bool motors,
                     Sample<T>& sample, std::span<T> out) {
  for (std::size_t i = 0; friction && i < out.size(); ++i) {
    const any_scalar::Friction<T> joint{T(drives.viscous[i]), T(drives.forwards[i]),
                                        T(drives.backwards[i])};
    sample.tau[i] = any_scalar::less_friction(sample.tau[i], joint, sample.qd[i]);
  }
  sample.motors = {};
  if (motors) sample.motors = drives.motor_inertia;
  evaluator.evaluate(sample, out);
}

}  // namespace

template <Scalar T>
void evaluate_with_drives(Evaluator<T>& evaluator, const Drives& drives, bool friction, bool motors,
                          Sample<T>& sample, std::span<T> out) {
  if (!sample.tau.empty()) return evaluate_driven(evaluator, drives, friction, motors, sample, out);
  sample.viscous = {};
  if (friction) sample.viscous = drives.viscous;
  evaluator.evaluate(sample, out);
  const bool viscous = !evaluator.includes_viscous_friction();
  for (std::size_t i = 0; friction && i < out.size(); ++i) {
    const any_scalar::Friction<T> joint{viscous ? T(drives.viscous[i]) : T(0),
                                        T(drives.forwards[i]), T(drives.backwards[i])};
    out[i] = any_scalar::with_friction(out[i], joint, sample.qd[i]);
  }
  for (std::size_t i = 0; motors && i < out.size(); ++i)
    out[i] = any_scalar::with_motor(out[i], T(drives.motor_inertia[i]), sample.qdd[i]);
}

template <Scalar T>
void read_sample(const Batch& batch, std::ptrdiff_t row, Sample<T>& sample) {
  const auto read = [&](Given given, std::span<T> out) {
    if (batch[given].data != nullptr) read_row(batch[given], batch.shape, row, out);
  };
  read(Given::kQ, sample.q);
  read(Given::kQd, sample.qd);
  read(Given::kQdd, sample.qdd);
  if (batch[Given::kTau].data != nullptr) sample.tau.resize(sample.q.size());
  read(Given::kTau, sample.tau);
  if (batch[Given::kBaseW].data != nullptr) {
    BaseMotion<T>& base = sample.base.emplace();
    read(Given::kBaseW, {base.w.data(), 3});
    read(Given::kBaseAl, {base.al.data(), 3});
    read(Given::kBaseA, {base.a.data(), 3});
  }
  if (batch[Given::kTipWrench].data != nullptr) {
    T wrench[6];
    read(Given::kTipWrench, wrench);
    sample.tip = {Eigen::Map<const Vec3<T>>(wrench), Eigen::Map<const Vec3<T>>(wrench + 3)};
  }
}

Sample<double> only_sample(const Batch& batch, int n) {
  if (batch.rows() != 1) throw std::invalid_argument("q: expected one state, got several, or none");
  Sample<double> sample(n);
  read_sample(batch, 0, sample);
  return sample;
}

template <Scalar T>
bool evaluate_by_formulation(const EvaluatorMaker<T>& make, int n, const Drives& drives,
                             const Batch& batch, T* out, std::ptrdiff_t work, int threads,
                             const Interrupted& interrupted) {
  constexpr std::ptrdiff_t kMostRows = 16;
  const std::ptrdiff_t at_a_time =
      std::clamp<std::ptrdiff_t>(kWorkWorthAThread / work, 1, kMostRows);
  return run_batch(batch.rows(), {1, at_a_time}, threads, interrupted,
                   [&] { return FormulationWorker<T>(make(), n, drives, batch, out); });
}

template void evaluate_with_drives(Evaluator<double>&, const Drives&, bool, bool, Sample<double>&,
                                   std::span<double>);
template void read_sample(const Batch&, std::ptrdiff_t, Sample<double>&);
template bool evaluate_by_formulation(const EvaluatorMaker<double>&, int, const Drives&,
                                      const Batch&, double*, std::ptrdiff_t, int,
                                      const Interrupted&);
template bool evaluate_by_formulation(const EvaluatorMaker<long double>&, int, const Drives&,
                                      const Batch&, long double*, std::ptrdiff_t, int,
                                      const Interrupted&);

}  // namespace equidyn
