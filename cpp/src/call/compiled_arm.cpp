#include "call/compiled_arm.hpp"

#include <utility>

namespace equidyn {

CompiledArm::CompiledArm(const Arm<double>& arm, const Arm<long double>& extended_arm,
                         Drives joint_drives)
    : frames(arm.frames),
      in_double(arm),
      in_long_double(extended_arm),
      in_float64(in_long_double.modified, joint_drives, kernels::at_far_end(extended_arm)),
      in_float32(in_long_double.modified, joint_drives, kernels::at_far_end(extended_arm)),
      drives(std::move(joint_drives)) {}

}  // namespace equidyn
