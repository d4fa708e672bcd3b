#include <pybind11/numpy.h>

#include <algorithm>
#include <string>

#include "bind/bindings.hpp"
#include "call/compiled_arm.hpp"
#include "call/global_lock.hpp"
#include "call/kernel_batch.hpp"
#include "call/processor_time.hpp"
#include "equidyn/registry.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using States = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::vector<Sample<double>> samples_from(int n, const States& q, const States& qd,
                                         const States& qdd) {
  for (const States* states : {&q, &qd, &qdd})
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

double time_formulation(const CompiledArm& arm, const std::string& formulation, const States& q,
                        const States& qd, const States& qdd, double seconds) {
  const std::vector<Sample<double>> samples = samples_from(arm.n(), q, qd, qdd);
  std::vector<double> tau(static_cast<std::size_t>(arm.n()));
  if (formulation == DefaultFormulation::info.name) {
    const WithoutLock released;
    return nanoseconds(samples.size(), seconds, [&](std::size_t k) {
      const Sample<double>& x = samples[k];
      kernels::States<double> state;
      state.q.data = x.q.data(), state.qd.data = x.qd.data(), state.qdd.data = x.qdd.data();
      evaluate_states<double>(Task::kInverseDynamics, arm.model<double>(), state, 1, tau.data(),
                              nullptr);
    });
  }
  const auto evaluator = make_evaluator<double>(formulation, arm.in_double);
  if (!evaluator) throw py::value_error("formulation: unknown name '" + formulation + "'");
  const WithoutLock released;
  return nanoseconds(samples.size(), seconds,
                     [&](std::size_t k) { evaluator->evaluate(samples[k], tau); });
}

}  // namespace

void bind_timing(py::module_& m) {
  m.def("time_formulation", &time_formulation, py::arg("arm"), py::arg("formulation"), py::arg("q"),
        py::arg("qd"), py::arg("qdd"), py::arg("seconds"),
        "Nanoseconds of processor time per evaluation inside C++, over the rows of q, qd, qdd of "
        "shape (m, n).");
}

}  // namespace equidyn
