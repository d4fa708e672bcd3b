/// @file operands.hpp
/// Checks what users pass as arrays, says what is wrong with it, and lines it up as one batch.
#pragma once

#include <pybind11/numpy.h>

#include <string>
#include <vector>

#include "call/batch.hpp"
#include "call/compiled_arm.hpp"

namespace equidyn {

/// The numbers that a call reads, computes with and returns.
enum class Precision { kFloat64, kFloat32 };

/// When numbers that are not finite raise: at once, or when require_finite is called.
enum class Check { kNow, kLater };

/// The operands of one call, kept alive while the batch reads them.
class Operands {
 public:
  /// Joint positions, rates or torques, of shape (..., n).
  struct Joints {
    const char* name;
    const pybind11::object& given;
    Rows Batch::* rows;
  };

  /// Operands of shape (..., n), a tip wrench of shape (..., 6) or None, and the motion of the base
  /// as three arrays of shape (..., 3) or None, all converted to this precision. Raises TypeError
  /// or ValueError that names the argument.
  Operands(int n, std::initializer_list<Joints> joints,
           const pybind11::object& tip_wrench = pybind11::none(),
           const pybind11::object& base_motion = pybind11::none(),
           Precision precision = Precision::kFloat64, Check check = Check::kNow);

  /// Raises ValueError that names the first number that is not finite.
  void require_finite() const;

  const Batch& batch() const { return batch_; }
  Precision precision() const { return precision_; }

  /// Adds friction and motors where they are asked for.
  void add_drives(bool friction, bool motors, const Drives& drives) {
    if (friction) batch_.friction = &drives;
    if (motors) batch_.motors = &drives;
  }

  /// Shape of a result that has these axes behind the leading ones.
  std::vector<pybind11::ssize_t> result_shape(std::vector<pybind11::ssize_t> last_axes) const;

  /// Whether an array shares memory with an operand.
  bool overlap(const pybind11::array& array) const;

 private:
  struct Operand {
    const char* name;
    pybind11::array array;
    Rows* rows;
  };

  void add(const char* name, const pybind11::object& given, pybind11::ssize_t extent,
           const char* meaning, Rows& rows);
  void broadcast();

  Precision precision_;
  std::vector<Operand> operands_;
  Batch batch_;
};

/// A shape as NumPy prints it.
std::string text(const std::vector<pybind11::ssize_t>& shape);

/// The shape of an array.
std::vector<pybind11::ssize_t> shape_of(const pybind11::array& array);

/// Whether two arrays may share memory.
bool share_memory(const pybind11::handle& a, const pybind11::handle& b);

/// The name of the type of an object.
std::string type_name(const pybind11::handle& object);

/// Less work than this for each thread, in evaluations of one joint by the fastest kernel, takes
/// less time than to wake it.
constexpr std::ptrdiff_t kWorkWorthAThread = 6 * 4096;

/// The number of threads that `threads` asks for: None leaves the choice to the amount of work.
int thread_count(const pybind11::object& threads, std::ptrdiff_t work);

}  // namespace equidyn
