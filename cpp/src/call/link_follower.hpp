/// @file link_follower.hpp
/// Motion, forces and points of the links by the Newton-Euler recursion, in the frames of the arm.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "equidyn/interface/evaluator.hpp"

namespace equidyn {

/// Angular velocity and acceleration, acceleration of origin and centre of mass, force, moment,
/// velocity of origin and centre of mass, position of origin and centre of mass: each has three
/// numbers for every link of every row.
constexpr std::size_t kLinkFields = 10;
using LinkFields = std::array<double*, kLinkFields>;

class LinkFollower {
 public:
  virtual ~LinkFollower() = default;
  /// Filled by the caller before each evaluation.
  virtual Sample<double>& sample() = 0;
  /// Evaluates the sample into a row of the fields. Returns whether all of it is finite.
  virtual bool evaluate(std::ptrdiff_t row, const LinkFields& fields) = 0;
};

/// The arm has to outlive it.
std::unique_ptr<LinkFollower> make_link_follower(const ArmInBothFrames<double>& arm, Frames frames);

}  // namespace equidyn
