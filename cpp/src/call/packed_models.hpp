/// @file packed_models.hpp
/// Models of many arms in blocks, for the kernels of batches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "equidyn/kernels/states.hpp"

namespace equidyn {

template <class T>
class PackedModels {
 public:
  /// Of the arms from `first`, a multiple of 16, up to `end`.
  PackedModels(int n, std::ptrdiff_t first, std::ptrdiff_t end);

  std::ptrdiff_t first() const { return first_; }
  std::ptrdiff_t end() const { return end_; }
  /// Bytes of each arm.
  static std::ptrdiff_t size_of_arm(int n);

  /// How many arms a block has.
  int lanes() const { return packer_.lanes; }
  void set(std::ptrdiff_t arm, const kernels::Model<T>& model) {
    const std::ptrdiff_t lane = arm % lanes();
    packer_.set(model, block_of(arm), static_cast<int>(lane), lane == 0);
  }
  /// Sets a block by a Model over Pack: of the arms from `first` on, one in each lane.
  void set_block(std::ptrdiff_t first, const void* models) {
    packer_.set_all(models, block_of(first));
  }

  /// Those of rows, whose arms are given by number from the first one on.
  kernels::ModelsOfRows<T> of_rows(const std::int32_t* arms) const {
    return {n_, blocks_.get(), block_size_, arms};
  }

 private:
  struct Delete {
    void operator()(std::byte* memory) const;
  };

  std::byte* block_of(std::ptrdiff_t arm) const {
    return blocks_.get() + (arm - first_) / lanes() * block_size_;
  }

  const kernels::ModelPacker<T>& packer_;
  int n_;
  std::ptrdiff_t first_, end_, block_size_;
  std::unique_ptr<std::byte, Delete> blocks_;
};

}  // namespace equidyn
