/// @file pack_models.hpp
/// Compiles many arms at a time, in lanes.
#pragma once

#include <cstddef>
#include <vector>

#include "call/packed_models.hpp"
#include "call/varied_data.hpp"
#include "equidyn/kernels/compile.hpp"
#include "equidyn/scalar/double_double.hpp"

namespace equidyn {

/// What many arms are compiled from.
struct ArmsToPack {
  const Arm<DoubleDouble>& arm;  ///< one of them, in its own frames
  const model::ArmData& data;    ///< of one of them
  const Drives& drives;          ///< of that one
  const VariedData& varied;
  const std::vector<kernels::LinkStructure>& structure;  ///< of all
};

/// Packs the arms from `first` up to `end`, of which the first is that of a block.
template <int kLanes>
void pack_models(const ArmsToPack& arms, std::ptrdiff_t first, std::ptrdiff_t end,
                 PackedModels<double>& models);

using PackModels = void (*)(const ArmsToPack&, std::ptrdiff_t, std::ptrdiff_t,
                            PackedModels<double>&);

/// That function for this number of lanes; null where it is not compiled.
PackModels pack_models_in(int lanes);

}  // namespace equidyn
