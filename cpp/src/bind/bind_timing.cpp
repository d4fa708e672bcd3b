#include <pybind11/numpy.h>

#include <algorithm>
#include <memory>
#include <string>

#include "bind/bindings.hpp"
#include "call/compiled_arm.hpp"
#include "call/kernel_batch.hpp"
#include "call/processor_time.hpp"
#include "call/results.hpp"
#include "equidyn/evaluate_states.hpp"
#include "equidyn/registry.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::vector<Sample<double>> samples_from(int n, const Numbers& q, const Numbers& qd,
                                         const Numbers& qdd) {
  for (const Numbers* states : {&q, &qd, &qdd})
    if (states->ndim() != 2 || states->shape(0) < 1 || states->shape(0) != q.shape(0) ||
        states->shape(1) != n)
      throw py::value_error("q, qd, qdd: expected one shape (m, " + std::to_string(n) + ")");
  std::vector<Sample<double>> samples(static_cast<std::size_t>(q.shape(0)), Sample<double>(n));
  for (std::size_t row = 0; row < samples.size(); ++row) {
    const auto k = static_cast<py::ssize_t>(row);
    std::copy_n(q.data(k, 0), n, samples[row].q.begin());
    std::copy_n(qd.data(k, 0), n, samples[row].qd.begin());
    std::copy_n(qdd.data(k, 0), n, samples[row].qdd.begin());
  }
  return samples;
}

/// Nanoseconds of a call of `evaluate`, beside which others of Python's threads go on.
template <class Evaluate>
double timed(std::size_t count, double seconds, const Evaluate& evaluate) {
  double each = 0;
  without_lock([&] { each = nanoseconds(count, seconds, evaluate); });
  return each;
}

double time_formulation(const CompiledArm& arm, const std::string& formulation, const Numbers& q,
                        const Numbers& qd, const Numbers& qdd, double seconds) {
  const std::vector<Sample<double>> samples = samples_from(arm.n(), q, qd, qdd);
  std::vector<double> tau(static_cast<std::size_t>(arm.n()));
  if (formulation == DefaultFormulation::info.name) {
    return timed(samples.size(), seconds, [&](std::size_t k) {
      const Sample<double>& x = samples[k];
      kernels::States<double> state;
      state.q.data = x.q.data(), state.qd.data = x.qd.data(), state.qdd.data = x.qdd.data();
      evaluate_states<double>(Task::kInverseDynamics, arm.model<double>(), state, 1, tau.data(),
                              nullptr);
    });
  }
  const auto evaluator = make_evaluator<double>(formulation, arm.in_double);
  if (!evaluator) throw py::value_error("formulation: unknown name '" + formulation + "'");
  return timed(samples.size(), seconds,
               [&](std::size_t k) { evaluator->evaluate(samples[k], tau); });
}

std::unique_ptr<Evaluator<double>> evaluator_of(const std::string& quantity,
                                                const std::string& method,
                                                const ArmInBothFrames<double>& arm) {
  if (quantity == "mass_matrix") return make_mass_matrix_evaluator<double>(method, arm);
  if (quantity == "forward_dynamics") return make_forward_dynamics_evaluator<double>(method, arm);
  if (quantity == "coriolis_coefficients") return make_coriolis_evaluator<double>(method, arm);
  throw py::value_error("quantity: unknown name '" + quantity + "'");
}

double time_method(const CompiledArm& arm, const std::string& quantity, const std::string& method,
                   const Numbers& q, const Numbers& qd, const Numbers& tau, double seconds) {
  std::vector<Sample<double>> samples = samples_from(arm.n(), q, qd, tau);
  for (Sample<double>& sample : samples) sample.tau = sample.qdd;
  const auto evaluator = evaluator_of(quantity, method, arm.in_double);
  if (!evaluator) throw py::value_error("formulation: unknown name '" + method + "'");
  std::vector<double> result(static_cast<std::size_t>(evaluator->outputs()));
  return timed(samples.size(), seconds,
               [&](std::size_t k) { evaluator->evaluate(samples[k], result); });
}

}  // namespace

void bind_timing(py::module_& m) {
  m.def("time_formulation", &time_formulation, py::arg("arm"), py::arg("formulation"), py::arg("q"),
        py::arg("qd"), py::arg("qdd"), py::arg("seconds"),
        "Nanoseconds of processor time per evaluation inside C++, over the rows of q, qd, qdd of "
        "shape (m, n).");
  m.def("time_method", &time_method, py::arg("arm"), py::arg("quantity"), py::arg("method"),
        py::arg("q"), py::arg("qd"), py::arg("tau"), py::arg("seconds"),
        "The same of a method of a quantity, or of strobing a formulation for mass matrix and "
        "coefficients.");
}

}  // namespace equidyn
