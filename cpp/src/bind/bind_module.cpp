#include "bind/bindings.hpp"

// all state is immutable after creation, so the module needs no global lock
PYBIND11_MODULE(core_of_main_interpreter, m, pybind11::mod_gil_not_used()) {
  m.doc() = "The C++ core of equidyn. Private: use the names of the package.";
  equidyn::bind_arm(m);
  equidyn::bind_arm_data(m);
  equidyn::bind_arms(m);
  equidyn::bind_double_double(m);
  equidyn::bind_formulations(m);
  equidyn::bind_dynamics(m);
  equidyn::bind_fast_path(m);
  equidyn::bind_link_motion(m);
  equidyn::bind_paper_matrices(m);
  equidyn::bind_timing(m);
  equidyn::bind_kernel_timing(m);
  equidyn::bind_trace(m);
  equidyn::bind_control(m);
  equidyn::bind_control_of_state(m);
  equidyn::bind_simulation(m);
  equidyn::bind_inverse_kinematics(m);
  equidyn::bind_model(m);
  equidyn::bind_xla(m);
  equidyn::bind_build_info(m);
}

/// The module that Python imports. Subinterpreters are refused first: pybind11 would deadlock
/// there.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): Python asks for it
extern "C" PYBIND11_EXPORT PyObject* PyInit__core() {
  if (PyInterpreterState_Get() == PyInterpreterState_Main())
    return PyInit_core_of_main_interpreter();
  PyErr_SetString(PyExc_ImportError, "equidyn: works in the main interpreter of a process only");
  return nullptr;
}
