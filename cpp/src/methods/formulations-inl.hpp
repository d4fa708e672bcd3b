/// @file formulations-inl.hpp
/// Compiles every second formulation of the registry, from number EQUIDYN_OFFSET on, over one
/// scalar: in two files, since two processors are done sooner than one.
#include <tuple>
#include <utility>

#include "equidyn/lanes/pack.hpp"
#include "equidyn/registry.hpp"

namespace equidyn {

/// As in run_formulation.hpp, but for what is inlined: everything.
template <class F, Scalar T>
[[gnu::noinline, gnu::flatten]] void run_formulation(
    const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base, const Wrench<T>& tip,
    PerLink<T>& tau, typename F::template Workspace<T>& work) noexcept {
  F::inverse_dynamics(arm, x, base, tip, tau, work);
}

namespace {

using T = EQUIDYN_SCALAR;

/// Their addresses, which makes the compiler emit them.
template <std::size_t... k>
constexpr auto addresses(std::index_sequence<k...>) {
  return std::tuple{&run_formulation<std::tuple_element_t<2 * k + EQUIDYN_OFFSET, Registry>, T>...};
}

constexpr std::size_t kCount = (std::tuple_size_v<Registry> + 1 - EQUIDYN_OFFSET) / 2;

}  // namespace

/// Otherwise unused.
template <class Scalar, int kOffset>
auto compiled_formulations() {
  return addresses(std::make_index_sequence<kCount>{});
}
template auto compiled_formulations<T, EQUIDYN_OFFSET>();

}  // namespace equidyn
