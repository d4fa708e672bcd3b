/// @file float32_error.hpp
/// The digits that float32 has of the torques of an arm: few where joint axes are nearly parallel,
/// so that frames are far away.
#pragma once

#include "call/arms_of_call.hpp"

namespace equidyn {

/// The error of torques in float32, in parts of the largest of like motions; measured once.
double float32_error(const CompiledArm& arm);

/// True if float32 computes torques of every arm with the promised error; else float64 is needed, as
/// for more arms than there is memory to keep.
bool suits_float32(const ArmsOfCall& arms);

}  // namespace equidyn
