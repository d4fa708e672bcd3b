#include "call/compiled_arm.hpp"

#include <utility>

#include "equidyn/arm/arm_over.hpp"

namespace equidyn {
namespace {

/// The arm with another body of its last link, given in the frame of one convention. Only an arm that
/// was given in standard DH has an X beyond its last joint, which its modified frames pass to the tool.
ArmInBothFrames<DoubleDouble> with_last_body(ArmInBothFrames<DoubleDouble> arm, Frames frames,
                                             const Body<double>& last) {
  const int n = arm.standard.n;
  const Body<DoubleDouble> body{last.m, last.c.cast<DoubleDouble>(), last.I.cast<DoubleDouble>()};
  arm.standard.link[n].body = body;
  arm.modified.link[n].body =
      frames == Frames::kModifiedDh ? body : moved(body, x_screw(arm.standard.link[n]));
  return arm;
}

}  // namespace

CompiledArm::CompiledArm(const Arm<DoubleDouble>& arm, Drives joint_drives)
    : CompiledArm(arm.frames, ArmInBothFrames(arm), std::move(joint_drives)) {}

CompiledArm::CompiledArm(const CompiledArm& arm, const Body<double>& last)
    : CompiledArm(arm.frames, with_last_body(arm.in_double_double, arm.frames, last), arm.drives) {}

CompiledArm::CompiledArm(Frames given, ArmInBothFrames<DoubleDouble> arm, Drives joint_drives)
    : frames(given),
      in_double_double(std::move(arm)),
      in_double(arm_over<double>(in_double_double.standard),
                arm_over<double>(in_double_double.modified)),
      in_float64(in_double_double.modified, joint_drives,
                 kernels::at_far_end(in_double_double.in(frames))),
      drives(std::move(joint_drives)) {}

const kernels::Model<float>& CompiledArm::in_float32() const {
  std::call_once(in_float32_->once, [this] {
    in_float32_->compiled = std::make_unique<const kernels::CompiledModel<float>>(
        in_double_double.modified, drives, kernels::at_far_end(in_double_double.in(frames)));
  });
  return in_float32_->compiled->model();
}

}  // namespace equidyn
