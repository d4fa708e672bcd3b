// Joint positions for a pose of the tool.
#include <algorithm>
#include <span>

#include "call/joint_range.hpp"
#include "call/scratch_space.hpp"
#include "equidyn/model/rigid.hpp"
#include "instruction_sets/instruction_sets.hpp"
#include "wasm/lab_arm.hpp"

using namespace equidyn;

int equidyn_inverse_kinematics(EquidynArm* arm, const double* pose, const double* start,
                               const double* limits, double tolerance, uint32_t seed,
                               double* found) {
  model::rigid("pose", std::span<const double, 16>(pose, 16));
  const JointRange range(arm->compiled, limits);
  std::int64_t iterations = 0;
  kernels::PoseSearch<double> search;
  search.pose = {pose, 16};
  search.start = {start, 0};
  search.seed = seed;
  search.lowest = range.lowest.data();
  search.highest = range.highest.data();
  search.lower = range.lower.data();
  search.upper = range.upper.data();
  search.winds = range.winds.get();
  search.tolerance = tolerance;
  search.q = found;
  search.residual = found + arm->n();
  search.iterations = &iterations;
  const kernels::PoseSolver<double>& solver = chosen_pose_solver(1);
  ScratchSpace scratch(solver.scratch_size(arm->n()));
  solver.solve(arm->compiled.model<double>(), search, 0, 1, scratch.get());
  found[arm->n() + 1] = static_cast<double>(iterations);
  if (!std::isfinite(*search.residual))
    return fail("inverse_kinematics: overflow: the pose, or the arm, is too large");
  return 1;
}
