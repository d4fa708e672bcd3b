// Arms in memory, and their torques by each formulation.
#include "wasm/lab_arm.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

#include "equidyn/interface/formulation_evaluator.hpp"
#include "equidyn/model/arm_of.hpp"

namespace equidyn {
namespace {

constexpr std::align_val_t kAlignment{64};

std::string& last_error() {
  static std::string reason;
  return reason;
}

}  // namespace

int fail(std::string_view reason) {
  last_error() = reason;
  return 0;
}

bool takes(const EquidynArm& arm, int formulation) {
  const auto k = static_cast<std::size_t>(formulation);
  if (formulation < 0 || k >= arm.refusals.size()) {
    fail("formulation: there is none of this number");
    return false;
  }
  if (!arm.refusals[k].empty()) fail("formulation: " + arm.refusals[k]);
  return arm.refusals[k].empty();
}

}  // namespace equidyn

using namespace equidyn;

EquidynArm::EquidynArm(model::ArmData given)
    : data(std::move(given)),
      compiled(model::arm_of<DoubleDouble>(data), model::drives_of(data)),
      sample(n()) {
  for_each_formulation([&]<class F>(F) {
    const Arm<double>& in_its_frames = compiled.in_double.in(F::info.frames);
    refusals.push_back(refusal<F>(in_its_frames));
    evaluators.push_back(refusals.back().empty()
                             ? std::make_unique<FormulationEvaluator<F, double>>(in_its_frames)
                             : nullptr);
  });
}

const char* equidyn_error() { return last_error().c_str(); }

double* equidyn_allocate(uint32_t numbers) {
  constexpr uint32_t kMost = uint32_t{1} << 28;
  if (numbers >= kMost) return nullptr;
  return static_cast<double*>(::operator new((numbers + 1) * sizeof(double), kAlignment));
}
void equidyn_free(void* memory) { ::operator delete(memory, kAlignment); }

void equidyn_arm_delete(EquidynArm* arm) { delete arm; }

const char* equidyn_refusal(EquidynArm* arm, int formulation) {
  return arm->refusals[static_cast<std::size_t>(formulation)].c_str();
}

int equidyn_evaluate(EquidynArm* arm, int formulation, int rows, const double* q, const double* qd,
                     const double* qdd, double* tau) {
  if (!takes(*arm, formulation)) return 0;
  Evaluator<double>& evaluator = *arm->evaluators[static_cast<std::size_t>(formulation)];
  const auto n = static_cast<std::size_t>(arm->n());
  for (int row = 0; row < rows; ++row, q += n, qd += n, qdd += n, tau += n) {
    std::copy_n(q, n, arm->sample.q.begin());
    std::copy_n(qd, n, arm->sample.qd.begin());
    std::copy_n(qdd, n, arm->sample.qdd.begin());
    evaluator.evaluate(arm->sample, {tau, n});
    for (std::size_t k = 0; k < n; ++k)
      if (!std::isfinite(tau[k]))
        return fail("inverse_dynamics: overflow at joint " + std::to_string(k + 1) +
                    ": the numbers of the state, or of the arm, are too large");
  }
  return 1;
}
