/// @file rigid.hpp
/// Refusal of poses that are not rigid transformations.
#pragma once

#include <cmath>
#include <span>
#include <string>

#include "equidyn/model/body.hpp"

namespace equidyn::model {

/// Refuses a pose that is not a rigid transformation; `where` follows the numbers in messages.
inline void require_rigid(const std::string& name, const Frame& pose,
                          const std::string& where = "") {
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) {
      const double entry = column < 3 ? pose.R(row, column) : pose.p(row);
      if (!std::isfinite(entry))
        refuse(name + ": must be finite, got " + shown(entry) + " at index (" +
               std::to_string(row) + ", " + std::to_string(column) + ")");
    }
  const Matrix error = product(pose.R, Matrix(pose.R.transpose())) - Matrix::Identity();
  if (!(largest_entry(error) <= kRoundingOfData))
    refuse(name + ": rotation must be orthonormal (largest entry of |R R^T - E| = 0), got " +
           shown(largest_entry(error)) + where);
  const double determinant = std::round(pose.R.determinant());
  if (determinant < 0)
    refuse(name + ": rotation must have determinant +1, and be no reflection, got " +
           shown(determinant) + where);
}

/// The pose that is written as a matrix, row after row; refuses one that is not rigid.
inline Frame rigid(const std::string& name, std::span<const double, 16> H,
                   const std::string& where = "") {
  const auto last = H.last<4>();
  bool holds = true;
  for (std::size_t k = 0; k < 4; ++k)
    holds = holds && std::abs(last[k] - (k == 3 ? 1 : 0)) <= kRoundingOfData;
  if (!holds) refuse(name + ": last row must be (0, 0, 0, 1), got " + shown(last) + where);
  const Frame pose = pose_of(H);
  require_rigid(name, pose, where);
  return pose;
}

}  // namespace equidyn::model
