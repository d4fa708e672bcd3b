/// @file control_of_state.hpp
/// A controller called with one state.
#pragma once

#include <pybind11/numpy.h>

#include <string>

#include "bind/named_arrays.hpp"
#include "call/compiled_arm.hpp"
#include "call/polynomial_motion.hpp"
#include "equidyn/kernels/simulation.hpp"

namespace equidyn {

/// Owns the data of a controller that the kernels read, except its model.
class ControlOfState {
 public:
  /// With `feed_forward`, the torques of the model along its motion are fed forward.
  ControlOfState(const CompiledArm& model, const std::string& law, bool friction, bool motors,
                 bool feed_forward, const pybind11::dict& arrays);

  /// The torques at a time and a state; None if they have to take the general path, which also
  /// raises for bad input. `desired` gives the desired motion, and what is fed forward, of a
  /// controller whose motion is not polynomial.
  pybind11::object torques(const pybind11::object& t, const pybind11::object& q,
                           const pybind11::object& qd, const pybind11::object& desired) const;

 private:
  bool look_up(double t, double* wanted) const;
  bool ask(double t, const pybind11::object& desired, double* wanted) const;

  int n_;
  NamedArrays arrays_;
  kernels::Control<double> control_;
  PolynomialMotion motion_;
  bool feed_forward_;
  const double *least_, *largest_;  ///< null: without limits
  const kernels::Simulator<double>& simulator_;
};

}  // namespace equidyn
