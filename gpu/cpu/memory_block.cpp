#include "gpu/cpu/memory_block.h"

#include <new>

namespace texelscope::gpu::cpu {

MemoryBlock::MemoryBlock(MemoryBudget& budget, std::size_t size_bytes) : budget_{budget}, size_bytes_{size_bytes} {
  if (!budget_.take(size_bytes_)) {
    throw std::bad_alloc{};
  }
  bytes_ = static_cast<std::byte*>(::operator new(size_bytes_, std::align_val_t{alignment}, std::nothrow));
  if (bytes_ == nullptr) {
    budget_.give_back(size_bytes_);
    throw std::bad_alloc{};
  }
}

MemoryBlock::~MemoryBlock() {
  ::operator delete(bytes_, std::align_val_t{alignment});
  budget_.give_back(size_bytes_);
}

}  // namespace texelscope::gpu::cpu
