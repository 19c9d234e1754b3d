#include "gpu/cpu/memory/memory_block.h"

#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace texelscope::gpu::cpu {
namespace {

constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;

/// Large memory begins at a large-page boundary, so that it can consist of large pages.
std::align_val_t alignment_of(std::size_t size_bytes) noexcept {
  return std::align_val_t{size_bytes >= 2 * huge_page_bytes ? huge_page_bytes : MemoryBlock::alignment};
}

/// Strided copies touch a page per line: with small pages, page table walks would take longer than memory accesses.
void ask_for_huge_pages([[maybe_unused]] std::byte* bytes, [[maybe_unused]] std::size_t size_bytes) noexcept {
#if defined(__linux__)
  if (size_bytes >= 2 * huge_page_bytes) {
    // Fails on a system without large pages; small pages also work.
    static_cast<void>(madvise(bytes, size_bytes, MADV_HUGEPAGE));
  }
#endif
}

}  // namespace

MemoryBlock::MemoryBlock(MemoryBudget& budget, std::size_t size_bytes) : budget_{&budget}, size_bytes_{size_bytes} {
  if (!budget_->take(size_bytes_)) {
    throw std::bad_alloc{};
  }
  bytes_ = static_cast<std::byte*>(::operator new(size_bytes_, alignment_of(size_bytes_), std::nothrow));
  if (bytes_ == nullptr) {
    budget_->release(size_bytes_);
    throw std::bad_alloc{};
  }
  ask_for_huge_pages(bytes_, size_bytes_);
}

MemoryBlock::~MemoryBlock() {
  if (budget_ != nullptr) {
    ::operator delete(bytes_, alignment_of(size_bytes_));
    budget_->release(size_bytes_);
  }
}

}  // namespace texelscope::gpu::cpu
