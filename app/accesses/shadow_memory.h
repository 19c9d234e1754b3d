#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <unordered_map>

namespace texelscope::app {

/// The last accesses of a few bytes of memory.
struct ShadowCell {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  /// An access by thread number `thread` of a launch at a site of a recording.
  struct Entry {
    std::uint32_t launch = none;
    std::uint32_t thread = none;
    std::uint32_t site = none;
  };
  Entry write;
  /// Whether a write of that launch changed the bytes, and whether it was atomic.
  bool is_changed = false;
  bool is_atomic = false;
  /// The last thread that wrote the same value in a launch after `write`, and so may read it.
  std::uint32_t repeated_by = none;
  /// Two different threads of one launch that read the bytes: each writer finds a reader other than itself. The last
  /// one is of an earlier launch that is not ordered before that one.
  std::array<Entry, 3> reads;
};

/// A ShadowCell for each 4 bytes that kernels accessed, or for each byte where an access was smaller or not aligned.
class ShadowMemory {
 public:
  /// Calls `visit(cell, first, size)` for each cell of an access of `size_bytes` at `offset` of a memory; `first` and
  /// `size` are the cell's bytes within the access. @throws std::bad_alloc.
  template <class Visit>
  void visit(std::uint32_t memory, std::uint64_t offset, std::uint32_t size_bytes, const Visit& visit) {
    Region& region = regions_[memory];
    if (region.cell_bytes == 4 && (offset % 4 != 0 || size_bytes % 4 != 0)) {
      region = refined(region);
    }
    for (std::uint32_t done = 0; done < size_bytes; done += region.cell_bytes) {
      const std::uint64_t index = (offset + done) / region.cell_bytes;
      std::unique_ptr<Page>& page = region.pages[index / cells_per_page];
      if (!page) {
        page = std::make_unique<Page>();
      }
      visit((*page)[index % cells_per_page], done, region.cell_bytes);
    }
  }

 private:
  static constexpr std::uint64_t cells_per_page = 1024;
  using Page = std::array<ShadowCell, cells_per_page>;
  struct Region {
    std::uint32_t cell_bytes = 4;
    std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages;
  };
  /// The region with a cell for each byte.
  static Region refined(const Region& region);

  std::unordered_map<std::uint32_t, Region> regions_;
};

}  // namespace texelscope::app
