#include "call/compiled_arm.hpp"

#include <utility>

#include "equidyn/arm/arm_over.hpp"

namespace equidyn {

CompiledArm::CompiledArm(const Arm<DoubleDouble>& arm, Drives joint_drives)
    : frames(arm.frames),
      in_double_double(arm),
      in_double(arm_over<double>(in_double_double.standard),
                arm_over<double>(in_double_double.modified)),
      in_float64(in_double_double.modified, joint_drives, kernels::at_far_end(arm)),
      drives(std::move(joint_drives)) {}

const kernels::Model<float>& CompiledArm::in_float32() const {
  std::call_once(in_float32_->once, [this] {
    in_float32_->compiled = std::make_unique<const kernels::CompiledModel<float>>(
        in_double_double.modified, drives, kernels::at_far_end(in_double_double.in(frames)));
  });
  return in_float32_->compiled->model();
}

}  // namespace equidyn
