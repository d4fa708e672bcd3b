/// @file evaluation-inl.hpp
/// Scratch memory, and the evaluation of a quantity for a block of states: each has its
/// specialisation of `Evaluation` beside its algorithm.
///
/// Included once for each instruction set and precision, and once for all other scalars
/// (any_scalar.hpp).

namespace equidyn::EQUIDYN_TARGET {

using kernels::Model, kernels::Motion, kernels::Task, kernels::Wrench;

/// Scratch memory of an arm of n joints, handed out array by array. Arrays are members of a struct
/// derived from this one, each initialised by its size:
///
///   struct Arrays : Scratch {
///     T* const tau = per_joint();
///     Wrench<T>* const loads = per_joint();
///   };
///
/// `Arrays{Scratch(memory, n)}` points into memory; `Arrays{Scratch(n)}.size()` is the
/// number of bytes that this takes.
class Scratch {
 public:
  EQUIDYN_INLINE Scratch(void* memory, int joints) : n(joints), next_(static_cast<char*>(memory)) {}
  /// Measures arrays: they are at an address that is never accessed.
  explicit Scratch(int joints)
      : Scratch(reinterpret_cast<void*>(kMeasured), joints) {}  // NOLINT(performance-no-int-to-ptr)

  /// An array of `count` elements, of the type of the pointer that it is assigned to.
  struct Array {
    Scratch& scratch;
    std::size_t count;
    template <class X>
    EQUIDYN_INLINE operator X*() const {  // NOLINT(google-explicit-constructor)
      auto* const begin = reinterpret_cast<X*>(scratch.next_);
      scratch.next_ += count * sizeof(X);
      return begin;
    }
  };
  EQUIDYN_INLINE Array take(std::integral auto count) {
    return {*this, static_cast<std::size_t>(count)};
  }
  EQUIDYN_INLINE Array per_joint() { return take(n); }
  /// The arrays of a part, after those handed out before.
  template <class Arrays>
  EQUIDYN_INLINE Arrays part() {
    Arrays arrays{*this};
    next_ = arrays.next_;
    return arrays;
  }

  /// Bytes handed out, of arrays that are measured.
  std::size_t size() const { return reinterpret_cast<std::uintptr_t>(next_) - kMeasured; }

  int n;

 private:
  static constexpr std::uintptr_t kMeasured = 64;

  char* next_;
};

/// The motion of the base and the wrench at the tip; null: a base at rest, a free tip.
template <class T>
struct Ends {
  const Motion<T>* base = nullptr;
  const Wrench<T>* tip = nullptr;
  Motion<T> base_motion;
  Wrench<T> tip_wrench;
};

/// The evaluation of a task, with
///
///   Arrays<T>                its arrays, beside the joints
///   evaluate(block, arrays)  computes and writes the results; positions, velocities and
///                            accelerations have been read if kQuantities lists them
///   kSingleState             whether a single state has its own specialisation
template <Task kTask>
struct Evaluation;

struct InBlocks {
  static constexpr bool kSingleState = false;
};

/// The number of entries per state of the (first) result of a task, with all parameters.
template <Task kTask>
EQUIDYN_INLINE std::ptrdiff_t numbers(int n) {
  constexpr const int (&extent)[3] = kernels::quantity(kTask).shape.stated;
  const auto length = [&](int axis) EQUIDYN_INLINE_LAMBDA -> std::ptrdiff_t {
    if (extent[axis] == kernels::kParameters)
      return n * (kernels::kInertialParameters + kernels::kFrictionParameters + 1);
    if (extent[axis] == kernels::kJoints) return n;
    return extent[axis] == 0 ? 1 : extent[axis];
  };
  return length(0) * length(1) * length(2);
}

/// A result computed by a function `compute(chain, joints, result, work)` of the evaluation, with a
/// `Work<T>` for each joint.
template <Task kTask, template <class> class Work>
struct OfChain : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T* const result = take(numbers<kTask>(n));
    Work<T>* const work = per_joint();
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    Evaluation<kTask>::compute(block.arm.chain, block.joints, arrays.result, arrays.work);
    block.write(arrays.result, numbers<kTask>(arrays.n));
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
