/// @file control_of_drives.hpp
/// A controller passed from Python.
#pragma once

#include <pybind11/numpy.h>

#include <string>

#include "bind/named_arrays.hpp"
#include "call/compiled_arm.hpp"
#include "equidyn/kernels/control.hpp"

namespace equidyn {

/// What all controllers have: law, gains, limits of torques, and resolution of encoders.
kernels::Control<double> control_of(const CompiledArm& model, const std::string& law, bool friction,
                                    bool motors, const NamedArrays& arrays);

/// Owns the data of a controller that the kernels read, except its model.
class ControlOfDrives {
 public:
  ControlOfDrives(const CompiledArm& model, const std::string& law, bool friction, bool motors,
                  bool diagonal, pybind11::ssize_t period, pybind11::ssize_t delay,
                  pybind11::ssize_t times, pybind11::ssize_t pieces, pybind11::ssize_t powers,
                  pybind11::dict arrays);

  const kernels::Control<double>& plain() const { return control_; }
  /// True if the reference is known up to the end of a step.
  bool knows(pybind11::ssize_t step) const;
  /// True if it is at all times.
  bool knows_all() const { return control_.period == 0 && control_.motion.breaks != nullptr; }

 private:
  NamedArrays arrays_;
  pybind11::ssize_t times_;
  kernels::Control<double> control_;
};

}  // namespace equidyn
