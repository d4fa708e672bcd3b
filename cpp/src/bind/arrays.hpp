/// @file arrays.hpp
/// Arrays of numbers from Python and for it, and poses in them.
#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "equidyn/model/exact.hpp"

namespace equidyn {

using NumberArray =
    pybind11::array_t<double, pybind11::array::c_style | pybind11::array::forcecast>;

/// Raises ValueError if an array is not of this shape.
inline void require_shape(const char* name, const NumberArray& array,
                          std::initializer_list<pybind11::ssize_t> shape) {
  if (!std::equal(shape.begin(), shape.end(), array.shape(), array.shape() + array.ndim()))
    throw pybind11::value_error(std::string(name) +
                                ": another shape than arms of these joints have");
}

/// An array that cannot be made writeable: its memory is a bytes object.
inline pybind11::array frozen_array(std::initializer_list<pybind11::ssize_t> shape,
                                    const std::vector<double>& numbers) {
  const auto* const data = reinterpret_cast<const char*>(numbers.data());
  const pybind11::bytes memory(data, numbers.size() * sizeof(double));
  pybind11::array array(pybind11::dtype::of<double>(), shape, PyBytes_AS_STRING(memory.ptr()),
                        memory);
  pybind11::detail::array_proxy(array.ptr())->flags &=
      ~pybind11::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

using TensorByRows = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
using RowMajorPose = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;

inline void write(const Pose<double>& pose, double* H) {
  Eigen::Map<RowMajorPose> matrix(H);
  matrix.setIdentity();
  matrix.topLeftCorner<3, 3>() = pose.R;
  matrix.topRightCorner<3, 1>() = pose.p;
}

inline NumberArray array_from(const Pose<double>& pose) {
  NumberArray H({4, 4});
  write(pose, H.mutable_data());
  return H;
}
inline NumberArray array_from(const std::vector<Pose<double>>& poses) {
  NumberArray H(
      {static_cast<pybind11::ssize_t>(poses.size()), pybind11::ssize_t{4}, pybind11::ssize_t{4}});
  double* to = H.mutable_data();
  for (const Pose<double>& pose : poses) write(pose, to), to += 16;
  return H;
}

inline Pose<double> pose_from(const double* H) {
  return model::pose_of(std::span<const double, 16>(H, 16));
}

}  // namespace equidyn
