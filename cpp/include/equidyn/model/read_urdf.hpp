/// @file read_urdf.hpp
/// Arms from URDF in programs, which bring a parser of XML along.
#pragma once

#include <utility>
#include <vector>

#include "equidyn/model/chain.hpp"
#include "equidyn/model/checked_arm.hpp"
#include "equidyn/model/urdf.hpp"

namespace equidyn {

/// The arm between two links of a URDF, as `Arm.from_urdf` makes it in Python, checked: of its data,
/// `model::arm_of<T>` makes the arm over any scalar. Throws std::invalid_argument for what no arm
/// can be made of; what else has to be said is among the remarks.
inline model::Reading read_urdf(const std::vector<model::FlatElement>& elements,
                                const model::Asked& asked = {}, bool exact = false) {
  model::Robot robot = model::robot_of_urdf(model::tree_of(elements), exact);
  model::Reading reading = model::read_chain(robot, asked);
  reading.data = model::checked(std::move(reading.data));
  return reading;
}

}  // namespace equidyn
