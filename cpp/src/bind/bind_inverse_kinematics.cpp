// Inverse kinematics, searched for row by row by the kernels.
#include <pybind11/numpy.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>

#include "bind/bindings.hpp"
#include "call/direct_states.hpp"
#include "call/finite.hpp"
#include "call/joint_range.hpp"
#include "call/operands.hpp"
#include "call/result_memory.hpp"
#include "call/results.hpp"
#include "call/run_batch.hpp"
#include "call/scratch_space.hpp"
#include "instruction_sets/instruction_sets.hpp"

namespace py = pybind11;

namespace equidyn {
namespace {

using kernels::PoseSearch;
using kernels::PoseSolver;
using Numbers = py::array_t<double, py::array::c_style>;
using Extents = std::vector<py::ssize_t>;

constexpr py::ssize_t kEntries = 16;  ///< of a pose

/// Poses per block: whole registers, a few milliseconds at most.
constexpr Portion kPosesPerBlock{8, 256};

/// Cost of a pose per joint, relative to inverse dynamics.
constexpr std::ptrdiff_t kSearchIsSlower = 200;

/// The largest entry of |R R^T - E| of a pose, and the farthest that one may be, m: the square of
/// its distance must not overflow.
constexpr double kRounding = 1e-9, kFarthest = 1e150;

/// True if a pose is certainly rigid, and near.
bool is_rigid(const double* pose) {
  const double* const row[] = {pose, pose + 4, pose + 8, pose + 12};
  const auto& [x, y, z, last] = row;
  const auto is_near = [](double value, double wanted) {
    return std::fabs(value - wanted) <= kRounding;
  };
  bool rigid = is_near(last[3], 1);
  for (int i = 0; i < 3; ++i) {
    rigid &= is_near(last[i], 0) && std::fabs(row[i][3]) < kFarthest;
    for (int k = 0; k <= i; ++k) {
      const double product = row[i][0] * row[k][0] + row[i][1] * row[k][1] + row[i][2] * row[k][2];
      rigid &= is_near(product, i == k ? 1 : 0);
    }
  }
  const double determinant = x[0] * (y[1] * z[2] - y[2] * z[1]) +
                             x[1] * (y[2] * z[0] - y[0] * z[2]) +
                             x[2] * (y[0] * z[1] - y[1] * z[0]);
  return rigid && determinant > 0;
}

bool all_rigid(const Numbers& poses) {
  const double* const data = poses.data();
  for (py::ssize_t at = 0; at < poses.size(); at += kEntries)
    if (!is_rigid(data + at)) return false;
  return true;
}

/// The array of an object, if it is one of contiguous float64.
std::optional<Numbers> contiguous(const py::object& object) {
  using Api = py::detail::npy_api;
  constexpr int kAsItLies = Api::NPY_ARRAY_C_CONTIGUOUS_ | Api::NPY_ARRAY_ALIGNED_;
  if (array_of<double>(object.ptr(), kAsItLies) == nullptr) return std::nullopt;
  return py::reinterpret_borrow<Numbers>(object);
}

/// The same of an object that may have to be converted. Raises TypeError if it cannot be.
Numbers numbers_of(const py::object& object) {
  if (const std::optional<Numbers> numbers = contiguous(object)) return *numbers;
  const Numbers converted = Numbers::ensure(object);
  if (!converted) throw py::type_error("limits, weight: expected arrays of numbers");
  return converted;
}

/// Limits of the joints, n x 2; null if there are none.
const double* limits_of(const CompiledArm& arm, const std::optional<Numbers>& limits) {
  if (!limits) return nullptr;
  if (limits->ndim() != 2 || limits->shape(0) != arm.n() || limits->shape(1) != 2)
    throw py::value_error("limits: expected two for each joint");
  return limits->data();
}

py::tuple joint_range(const CompiledArm& arm, const std::optional<Numbers>& limits) {
  const JointRange range(arm, limits_of(arm, limits));
  const auto array = [](std::span<const double> numbers) {
    return Numbers(static_cast<py::ssize_t>(numbers.size()), numbers.data());
  };
  return py::make_tuple(array(range.lowest), array(range.highest));
}

/// The work of one thread: each of its rows is a path of poses.
struct SearchWorker {
  const ArmsOfCall& arms;
  const std::int32_t* numbers_of_arms;
  const PoseSearch<double>& search;
  const PoseSolver<double>& solver;
  ScratchSpace scratch{arms.many == nullptr ? solver.scratch_size(arms.n())
                                            : solver.scratch_size_each(arms.n())};

  bool evaluate(std::ptrdiff_t first, std::ptrdiff_t end) {
    first *= search.path, end *= search.path;
    if (arms.many != nullptr)
      solver.solve_each(arms.many->models<double>().of_rows(numbers_of_arms), search, first, end,
                        scratch.get());
    else
      solver.solve(arms.first.model<double>(), search, first, end, scratch.get());
    return true;
  }
};

/// A call: its arrays, and the search that they describe.
class PoseCall {
 public:
  PoseCall(const ArmsOfCall& arms, const std::optional<Numbers>& limits, const Numbers& weight,
           double tolerance, std::uint64_t seed, py::ssize_t path)
      : arms_(arms), range_(arms.first, limits_of(arms.first, limits)) {
    if (weight.size() != kernels::kPoseErrors || path < 1)
      throw py::value_error("weight, path: expected six weights, and a length");
    std::copy_n(weight.data(), kernels::kPoseErrors, search_.weight);
    search_.path = path;
    search_.seed = seed;
    search_.lowest = range_.lowest.data();
    search_.highest = range_.highest.data();
    search_.lower = range_.lower.data();
    search_.upper = range_.upper.data();
    search_.winds = range_.winds.get();
    search_.tolerance = tolerance;
  }

  /// Returns whether the poses can be read as they lie, and are rigid, unless that is known.
  bool read_poses(const py::object& object, bool checked) {
    poses_ = contiguous(object);
    if (!poses_ || poses_->ndim() < 2) return false;
    shape_ = shape_of(*poses_);
    const Extents axes(shape_.end() - 2, shape_.end());
    shape_.resize(shape_.size() - 2);
    search_.pose = {poses_->data(), kEntries};
    return axes == Extents{4, 4} && (checked || all_rigid(*poses_));
  }

  /// The same for starts: one for all rows, or one for each path; None: the middle of the range.
  bool read_starts(const py::object& object, bool checked) {
    if (object.is_none()) {
      search_.start = {range_.middle.data(), 0};
      return true;
    }
    const py::ssize_t n = arms_.n();
    starts_ = contiguous(object);
    if (!starts_ || starts_->ndim() == 0) return false;
    const py::ssize_t *const given = starts_->shape(), axes = starts_->ndim() - 1;
    search_.start = {starts_->data(), axes == 0 ? 0 : n};
    const auto leading_end = shape_.end() - (search_.path > 1 ? 1 : 0);
    return given[axes] == n &&
           (axes == 0 || std::equal(given, given + axes, shape_.begin(), leading_end)) &&
           (checked ||
            all_finite<double>({starts_->data(), static_cast<std::size_t>(starts_->size())}));
  }

  /// The number of the arm of each pose, of many arms alone.
  void read_numbers_of_arms(const py::object& object) {
    if ((arms_.many != nullptr) == object.is_none())
      throw py::value_error("numbers: expected those of the arms, of many arms alone");
    if (object.is_none()) return;
    numbers_of_arms_ = object.cast<NumbersOfArms>();
    if (shape_of(numbers_of_arms_) != shape_)
      throw py::value_error("numbers: expected one for each pose");
  }

  /// Joint positions, whether poses are reached, residuals and numbers of steps.
  py::tuple evaluate(const py::object& threads) {
    auto residual = array_of_rows<double>(), q = array_of_rows<double>(arms_.n());
    auto reached = array_of_rows<bool>();
    auto iterations = array_of_rows<std::int64_t>();
    search_.q = q.mutable_data();
    search_.residual = residual.mutable_data();
    search_.iterations = iterations.mutable_data();
    const py::ssize_t rows = residual.size(), paths = rows / search_.path;
    const PoseSolver<double>& solver =
        arms_.many == nullptr ? chosen_pose_solver(paths) : chosen_instruction_set().pose_solver;
    const int workers = thread_count(wanted_threads(threads), rows * arms_.n() * kSearchIsSlower);
    without_lock([&](const Interrupted& interrupted) {
      run_batch(paths, kPosesPerBlock, workers, interrupted,
                [&] { return SearchWorker{arms_, numbers_of_arms_.data(), search_, solver}; });
    });
    require_finite_result("inverse_kinematics", residual.data(), shape_);
    std::transform(residual.data(), residual.data() + rows, reached.mutable_data(),
                   [&](double left) { return left <= search_.tolerance; });
    return py::make_tuple(q, reached, residual, iterations);
  }

 private:
  /// A new array, of a number, or of `each` numbers, for each pose.
  template <class T>
  py::array_t<T> array_of_rows(py::ssize_t each = 0) {
    const auto axes = static_cast<int>(shape_.size()) + (each > 0 ? 1 : 0);
    shape_.push_back(each);
    const py::object made = new_array(py::dtype::of<T>().ptr(), axes, shape_.data());
    shape_.pop_back();
    return py::reinterpret_borrow<py::array_t<T>>(made);
  }

  using NumbersOfArms = py::array_t<std::int32_t, py::array::c_style>;

  const ArmsOfCall& arms_;
  const JointRange range_;
  std::optional<Numbers> poses_, starts_;
  NumbersOfArms numbers_of_arms_;
  Extents shape_;  ///< of the leading axes
  PoseSearch<double> search_;
};

/// Searches for poses, in paths of `path` poses. None if an array has to be converted, or
/// a pose may not be rigid, unless both are `checked`.
py::object search_poses(const py::object& arm, const py::object& limits, const py::object& pose,
                        const py::object& start, const py::object& weight, double tolerance,
                        std::uint64_t seed, py::ssize_t path, bool checked,
                        const py::object& threads, const py::object& numbers) {
  const ArmsOfCall arms = arms_behind(arm);
  std::optional<Numbers> given_limits;
  if (!limits.is_none()) given_limits = numbers_of(limits);
  PoseCall call(arms, given_limits, numbers_of(weight), tolerance, seed, path);
  if (!call.read_poses(pose, checked) || !call.read_starts(start, checked)) return py::none();
  call.read_numbers_of_arms(numbers);
  return call.evaluate(threads);
}

}  // namespace

void bind_inverse_kinematics(py::module_& m) {
  m.def("joint_range", &joint_range, py::arg("arm"), py::arg("limits"));
  m.def("search_poses", &search_poses, py::arg("arm"), py::arg("limits"), py::arg("pose"),
        py::arg("start"), py::arg("weight"), py::arg("tolerance"), py::arg("seed"), py::arg("path"),
        py::arg("checked"), py::arg("threads"), py::arg("numbers") = py::none());
}

}  // namespace equidyn
