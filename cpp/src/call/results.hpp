/// @file results.hpp
/// Evaluation of a batch into new arrays, or into the caller's.
#pragma once

#include <pybind11/numpy.h>

#include <functional>
#include <vector>

#include "call/operands.hpp"

namespace equidyn {

/// Calls `work` without the global lock. Raises KeyboardInterrupt if Ctrl-C interrupted it.
void without_lock(const std::function<void(const Interrupted&)>& work);

/// The same for work on this thread alone; its evaluations check for interruption
/// (interruption.hpp).
void without_lock(const std::function<void()>& work);

/// A contiguous array for results.
class Target {
 public:
  /// A new array of this shape and the precision of the operands, or `out`, checked for both and
  /// for being writeable. Raises TypeError or ValueError that names the argument.
  Target(const pybind11::object& out, const std::vector<pybind11::ssize_t>& shape,
         const Operands& operands);

  /// T is the type of the precision.
  template <class T>
  T* data() {
    return static_cast<T*>(results_.mutable_data());
  }

  /// The array for the caller, `out` itself if given.
  pybind11::object finished();

 private:
  pybind11::object out_;
  pybind11::array results_;
};

/// The arrays of `out` of a call with several results; None for new ones. Raises TypeError or
/// ValueError unless they are that many arrays that share no memory.
std::vector<pybind11::object> outputs_of(const pybind11::object& out, int results);

}  // namespace equidyn
