#include "call/packed_models.hpp"

#include <new>

#include "instruction_sets/instruction_sets.hpp"

namespace equidyn {
namespace {

constexpr std::align_val_t kAlignment{64};

}  // namespace

template <class T>
PackedModels<T>::PackedModels(int n, std::ptrdiff_t first, std::ptrdiff_t end)
    : packer_(chosen_instruction_set().packer<T>()),
      n_(n),
      first_(first),
      end_(end),
      block_size_(static_cast<std::ptrdiff_t>(packer_.block_size(n))) {
  const std::ptrdiff_t blocks = (end - first + lanes() - 1) / lanes();
  blocks_.reset(static_cast<std::byte*>(
      ::operator new(static_cast<std::size_t>(blocks * block_size_), kAlignment)));
}

template <class T>
std::ptrdiff_t PackedModels<T>::size_of_arm(int n) {
  const kernels::ModelPacker<T>& packer = chosen_instruction_set().packer<T>();
  return static_cast<std::ptrdiff_t>(packer.block_size(n)) / packer.lanes;
}

template <class T>
void PackedModels<T>::Delete::operator()(std::byte* memory) const {
  ::operator delete(memory, kAlignment);
}

template class PackedModels<double>;
template class PackedModels<float>;

}  // namespace equidyn
