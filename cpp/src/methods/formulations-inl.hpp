/// @file formulations-inl.hpp
/// Compiles every second formulation of the registry, from number EQUIDYN_OFFSET on, over one
/// scalar: in two files, since two processors are done sooner than one.
#include <tuple>
#include <utility>

#include "equidyn/interface/registry.hpp"
#include "equidyn/interface/run_formulation.hpp"
#include "equidyn/lanes/pack.hpp"

namespace equidyn {

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
