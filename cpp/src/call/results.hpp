/// @file results.hpp
/// Evaluates a batch into new arrays, or into those that the caller gave.
#pragma once

#include <pybind11/numpy.h>

#include <functional>
#include <vector>

#include "call/operands.hpp"

namespace equidyn {

/// Calls `work` without the global lock. Where Ctrl-C ended it, raises KeyboardInterrupt.
void without_lock(const std::function<void(const Interrupted&)>& work);

/// The same of work on this thread alone: the evaluations in it ask (interruption.hpp).
void without_lock(const std::function<void()>& work);

/// An array that results are written to, row after row without gaps.
class Target {
 public:
  /// A new array of this shape and the precision of the operands, or `out`, checked: of both, and
  /// writeable. Raises TypeError or ValueError that names the argument.
  Target(const pybind11::object& out, const std::vector<pybind11::ssize_t>& shape,
         const Operands& operands);

  /// T is the type that the precision stands for.
  template <class T>
  T* data() {
    return static_cast<T*>(results_.mutable_data());
  }

  /// The array that the caller gets, `out` itself where it was given.
  pybind11::object finished();

 private:
  pybind11::object out_;
  pybind11::array results_;
};

/// The arrays of `out` where a call has several results; None stands for new ones. Raises TypeError
/// or ValueError where they are not that many arrays that share no memory.
std::vector<pybind11::object> outputs_of(const pybind11::object& out, int results);

}  // namespace equidyn
