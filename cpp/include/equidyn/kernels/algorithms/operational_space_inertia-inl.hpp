/// @file operational_space_inertia-inl.hpp
/// The operational-space inertia (J M^-1 J^t)^-1 of the tool, in axes of the world.
///
/// O. Khatib, A Unified Approach for Motion and Force Control of Robot Manipulators: The Operational
/// Space Formulation, IEEE Journal of Robotics and Automation 3, 1987. With M = L^t D L
/// (symmetric_inverse-inl.hpp) and Y = L^-t J^t, J M^-1 J^t = Y^t D^-1 Y. It is never formed, since
/// that would square the condition: Y is orthogonalised column after column, Y = Q R with
/// Q^t D^-1 Q = E diagonal (modified Gram-Schmidt), so that the inertia is R^-1 E^-1 R^-t.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// The directions of the tool: three velocities, three angular velocities.
constexpr int kDirections = 6;

/// True if every joint certainly moves mass: the articulated inertias, with their inverses on the
/// diagonal of the factors, exceed the least pivots.
template <class T, class C>
EQUIDYN_INLINE auto moves_mass(const Chain<C>& arm, const Joint<T>* joints, const T* factors) {
  auto regular = exceeds(T(1), T(0));
  T squares(0);  // squared displacements of prismatic joints
  for (int k = arm.n - 1; k >= 0; --k) {
    const LinkConstants<C>& link = arm.link[k];
    const T least = link.least_pivot_per_square * squares + link.least_pivot;
    const T inverse = factors[k * arm.n + k];
    regular &= exceeds(inverse, T(0));
    regular &= exceeds(T(1), least * inverse);
    if (!link.kind.revolute) squares = squares + joints[k].d * joints[k].d;
  }
  return regular;
}

/// The sum of the products of two rows of n numbers.
template <class T>
EQUIDYN_INLINE T sum_of_products(int n, const T* a, const T* b) {
  T sum(0);
  for (int k = 0; k < n; ++k) sum = sum + a[k] * b[k];
  return sum;
}

/// From J to the rows of Y^t, in place.
template <class T>
EQUIDYN_INLINE void solve_transposed(int n, const T* L, T* J) {
  for (int r = 0; r < kDirections; ++r) {
    T* const y = J + static_cast<std::ptrdiff_t>(r) * n;
    for (int k = n - 1; k >= 0; --k)
      for (int i = k + 1; i < n; ++i) y[k] = y[k] - L[i * n + k] * y[i];
    if (abandoned(n)) return;
  }
}

/// Orthogonalises the rows of Y^t; `factors` has D^-1 on its diagonal. Leaves R^t below the diagonal
/// of R, and E^-1 on it; `weighted` is scratch memory for 6 n numbers. Returns whether every row is
/// certainly independent of those before.
template <class T>
EQUIDYN_INLINE auto orthogonalise(int n, const T* factors, T* Y, T* weighted, T* R) {
  auto independent = exceeds(T(1), T(0));
  for (int r = 0; r < kDirections; ++r) {
    T *const y = Y + r * n, *const scaled = weighted + r * n;
    const auto weigh = [&]() EQUIDYN_INLINE_LAMBDA {
      for (int k = 0; k < n; ++k) scaled[k] = factors[k * n + k] * y[k];
    };
    weigh();
    const T whole = sum_of_products(n, scaled, y);
    for (int s = 0; s < r; ++s) {
      const T part = sum_of_products(n, weighted + s * n, y) * R[s * kDirections + s];
      for (int k = 0; k < n; ++k) y[k] = y[k] - part * Y[s * n + k];
      R[r * kDirections + s] = part;
    }
    weigh();
    const T left = sum_of_products(n, scaled, y);
    R[r * kDirections + r] = T(1) / left;
    independent &= exceeds(left, T(1e-20) * whole);  // 1e-10 of the length
  }
  return independent;
}

/// R^-1 E^-1 R^-t from the result of orthogonalise, in place of it.
template <class T>
EQUIDYN_INLINE void invert_product(T* R, T* inertia) {
  constexpr int n = kDirections;
  invert_triangle(n, R);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      T sum = i == j ? R[i * n + i] : T(R[i * n + j] * R[i * n + i]);
      for (int k = i + 1; k < n; ++k) sum = sum + R[k * n + i] * R[k * n + k] * R[k * n + j];
      inertia[i * n + j] = inertia[j * n + i] = sum;
    }
  }
}

template <>
struct Evaluation<Task::kOperationalSpaceInertia> : InBlocks {
  template <class T>
  struct Arrays : Scratch {
    T* const M = take(n * n);
    Wrench<T>* const columns = per_joint();
    T *const J = take(kDirections * n), *const weighted = take(kDirections * n);
    T *const R = take(kDirections * kDirections), *const inertia = take(kDirections * kDirections);
  };
  template <class Block, class T>
  EQUIDYN_INLINE static void evaluate(Block& block, const Arrays<T>& arrays) {
    const int n = arrays.n;
    const auto& chain = block.arm.chain;
    Frame<T> last;
    jacobian_in_world(block.arm, block.joints, arrays.J, last);
    mass_matrix(chain, block.joints, arrays.M, arrays.columns);
    factorise(n, arrays.M);
    auto regular = moves_mass(chain, block.joints, arrays.M);
    solve_transposed(n, arrays.M, arrays.J);
    regular &= orthogonalise(n, arrays.M, arrays.J, arrays.weighted, arrays.R);
    block.regular = all(regular);
    invert_product(arrays.R, arrays.inertia);
    block.write_symmetric(arrays.inertia, kDirections);
  }
};

}  // namespace equidyn::EQUIDYN_TARGET
