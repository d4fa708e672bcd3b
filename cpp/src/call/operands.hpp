/// @file operands.hpp
/// Validation of the arrays of a call, and broadcasting to one batch.
#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "call/arms_of_call.hpp"
#include "call/in_words.hpp"
#include "call/options.hpp"

namespace equidyn {

/// Precision of operands, computation and results.
enum class Precision { kFloat64, kFloat32 };

/// When non-finite numbers raise: at once, or when require_finite is called.
enum class Check { kNow, kLater };

/// The operands of one call, kept alive while the batch reads them.
class Operands {
 public:
  using List = std::vector<std::pair<Given, pybind11::object>>;

  /// Arrays of shape (..., n), or as many components as they have, all converted to this precision;
  /// their leading axes broadcast with those of many arms. Raises TypeError or ValueError that names
  /// the argument.
  Operands(int n, const List& given, Precision precision = Precision::kFloat64,
           Check check = Check::kNow, const ManyArms* arms = nullptr);

  /// Raises ValueError that names the first number that is not finite.
  void require_finite() const;

  const Batch& batch() const { return batch_; }
  Precision precision() const { return precision_; }

  /// The same operands in float64.
  Operands wider(const ArmsOfCall& arms) const;

  void set(const Options& options) {
    batch_.friction = options.friction;
    batch_.motors = options.motors;
    batch_.in_tool = options.in_tool;
  }

  /// Shape of a result that has these axes behind the leading ones.
  std::vector<pybind11::ssize_t> result_shape(std::vector<pybind11::ssize_t> last_axes) const;

  /// True if an array shares memory with an operand.
  bool overlap(const pybind11::array& array) const;

 private:
  struct Argument {
    Given which;
    pybind11::array array;
  };

  void broadcast(const ManyArms* arms);

  Precision precision_;
  std::vector<Argument> arguments_;
  Batch batch_;
};

/// Appends a tip wrench, and the three arrays of a base motion, if given.
void append_ends(Operands::List& list, pybind11::handle tip_wrench,
                 const std::array<PyObject*, 3>& base_motion);

/// The same for a motion that is None, a BaseMotion, or a tuple of its arrays. Raises TypeError.
void append_ends(Operands::List& list, pybind11::handle tip_wrench, pybind11::handle base_motion);

/// Raises TypeError if an object is neither None nor a BaseMotion.
void require_base_motion(pybind11::handle base_motion);

/// Raises ValueError if entries of a masked array are masked.
void require_unmasked(const char* name, const pybind11::handle& given);

/// A shape as NumPy prints it.
std::string text(const std::vector<pybind11::ssize_t>& shape);

/// The shape of an array.
std::vector<pybind11::ssize_t> shape_of(const pybind11::array& array);

/// True if the memory ranges of two arrays overlap.
bool overlap(const pybind11::array& a, const pybind11::array& b);

/// The name of the type of an object.
std::string type_name(const pybind11::handle& object);

/// Least work per thread, in evaluations of one joint by the fastest kernel: less takes less time
/// than waking the thread.
constexpr std::ptrdiff_t kWorkWorthAThread = 6 * 4096;

/// Least work of a call for several threads by default.
constexpr std::ptrdiff_t kWorkForThreads = 2 * kWorkWorthAThread;

/// Cost of a joint by a formulation of the papers, in joints of the fastest kernel.
constexpr std::ptrdiff_t kFormulationIsSlower = 4;

/// Work of a formulation for a state, of order n^exponent.
constexpr std::ptrdiff_t work_of_formulation(int n, int exponent) {
  double work = 0.25;
  for (int k = 0; k < exponent; ++k) work *= n;
  constexpr double kMost = 1e6;  // products with any number of rows are none too large
  const std::ptrdiff_t least = n * kFormulationIsSlower;
  return std::max(least, static_cast<std::ptrdiff_t>(std::min(work, kMost)));
}

/// The number of threads requested by `threads`; null or None means the default. Raises TypeError
/// or ValueError.
std::optional<int> wanted_threads(const pybind11::handle& threads);

/// The number of threads for this much work.
int thread_count(std::optional<int> wanted, std::ptrdiff_t work);

}  // namespace equidyn
