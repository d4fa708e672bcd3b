/// @file body.hpp
/// Rigid bodies: moved, joined, checked, and those that would be wider than the arm.
#pragma once

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "equidyn/model/exact.hpp"
#include "equidyn/model/words.hpp"

namespace equidyn::model {

/// Tolerance for rounding of data meant to be exact, relative to their largest entry.
inline constexpr double kRoundingOfData = 1e-9;

/// Mass, centre of mass, and inertia tensor about it, in the axes of one frame.
struct Body {
  double mass = 0;
  Vector com = Vector::Zero();
  Matrix inertia = Matrix::Zero();

  /// True if it has any mass or inertia.
  bool there() const { return mass != 0 || !inertia.isZero(0); }

  /// In the frame in which its own frame has this pose.
  Body moved(const Frame& frame) const {
    const Matrix turned = product(frame.R, inertia);
    return {mass, product(frame.R, com) + frame.p, product(turned, Matrix(frame.R.transpose()))};
  }

  /// The composite of two bodies.
  Body joined(const Body& other) const {
    const double total = mass + other.mass;
    const double share = total != 0 ? other.mass / total : 0.0;
    const Vector between = other.com - com;
    return {total, com + share * between,
            (inertia + other.inertia) + steiner(mass * share, between)};
  }

  /// The term of an inertia tensor about a point at `shift` from the centre of mass.
  static Matrix steiner(double mass, const Vector& shift) {
    return mass * (product(shift, shift) * Matrix::Identity() - shift * shift.transpose());
  }
};

/// Not a number where an entry is none.
inline double largest_entry(const Matrix& tensor) {
  return tensor.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

/// Principal values in ascending order, of a tensor of any unit.
inline Vector principal_values(const Matrix& tensor) {
  const double largest = largest_entry(tensor);
  const double unit = largest > 0 ? largest : 1.0;
  const Eigen::SelfAdjointEigenSolver<Matrix> solved(tensor / unit, Eigen::EigenvaluesOnly);
  return solved.eigenvalues() * unit;
}

/// A tensor made exactly symmetric, because formulations read different halves of it.
inline Matrix symmetric(const Matrix& tensor) {
  Matrix found = tensor;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (tensor(i, j) != tensor(j, i)) found(i, j) = 0.5 * tensor(i, j) + 0.5 * tensor(j, i);
  return found;
}

/// Reason why an inertia tensor is impossible, if it is.
inline std::optional<std::string> wrong_inertia(const Matrix& tensor) {
  const double largest = largest_entry(tensor);
  const double skewness = largest_entry(tensor - tensor.transpose());
  if (!(skewness <= kRoundingOfData * largest))
    return "must be symmetric (largest entry of |I - I^T| = 0), got " + shown(skewness);
  const double smallest = principal_values(symmetric(tensor))(0);
  if (!(smallest >= -kRoundingOfData * largest))
    return "principal moments must not be negative, got " + shown(smallest);
  return std::nullopt;
}

/// A tensor, exactly symmetric; refuses an impossible one. `where` follows in messages.
inline Matrix checked_inertia(const std::string& name, const Matrix& tensor,
                              const std::string& where = "") {
  if (const auto wrong = wrong_inertia(tensor)) refuse(name + ": " + *wrong + where);
  return symmetric(tensor);
}

/// The nearest possible inertia tensor. The second moments Tr(I)/2 E - I of a body have no negative
/// principal values; negative ones become 0. Possible tensors do not change.
inline Matrix nearest_tensor(const Matrix& tensor) {
  const double largest = largest_entry(tensor);
  const double unit = largest > 0 ? largest : 1.0;  // the sum of huge moments would overflow
  const Matrix scaled = tensor / unit;
  const Eigen::SelfAdjointEigenSolver<Matrix> solved(scaled.trace() / 2 * Matrix::Identity() -
                                                     scaled);
  if (solved.eigenvalues()(0) >= -kRoundingOfData) return tensor;
  const Matrix& axes = solved.eigenvectors();
  const Matrix moments = axes * solved.eigenvalues().cwiseMax(0.0).asDiagonal() * axes.transpose();
  return unit * (moments.trace() * Matrix::Identity() - moments);
}

/// A bound of the reach of an arm, m: its links and the load of its last joint. At least 1 m if
/// prismatic joints, or a single joint, leave it unknown.
inline double known_reach(std::string_view joints, double lengths, double further) {
  constexpr double kUsual = 1.0;
  const bool known = joints.size() > 1 && joints.find('P') == std::string_view::npos && lengths > 0;
  return known ? lengths + further : std::max(kUsual, lengths + further);
}

/// Warning of a body that would be wider than an arm of this reach (m) and mass (kg), if any.
inline std::optional<std::string> suspicion(const Body& body, double reach, double total) {
  // moments below this part of mass times squared reach of the arm change nothing
  constexpr double kTelling = 1e-5;
  const double moment = principal_values(body.inertia)(2);
  const double usual = std::max(body.mass * (1 + kRoundingOfData), kTelling * total);
  if (!(moment > usual * (reach * reach))) return std::nullopt;
  const std::string said = shown(moment) + " kg m² ";
  if (body.mass == 0) return said + "without any mass: a placeholder?";
  return said + "is the moment of " + shown(body.mass) + " kg at " +
         shown(std::sqrt(moment / body.mass)) + " m from an axis: kg mm², or a placeholder?";
}

}  // namespace equidyn::model
