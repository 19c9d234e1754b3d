#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

inline constexpr int warp_size = 32;
/// The units of global memory fetches and of cache lines (CUDA C++ Best Practices Guide, coalesced access).
inline constexpr std::int64_t sector_bytes = 32;
inline constexpr std::int64_t line_bytes = 128;

/// One lane of a warp, and the element that it reads.
struct WarpLane {
  /// Position in C order.
  std::int64_t position = 0;
  /// In elements.
  std::int64_t offset = 0;
  /// The address of the first byte, if offset 0 is at address 0. Negative below it.
  std::int64_t address = 0;
};

/// A sector or a line that a warp touches.
struct WarpSegment {
  /// Address / size, rounded down.
  std::int64_t number = 0;
  /// The lanes that touch it, one bit per lane.
  std::uint32_t lanes = 0;
};

/// The memory that one load of a warp touches: lane i reads the element at position start + i in C order. Offset 0 is
/// assumed to be at the start of a line, as in allocations.
struct WarpAccess {
  /// Fewer than warp_size if the elements run out.
  std::vector<WarpLane> lanes;
  /// In ascending order.
  std::vector<WarpSegment> sectors;
  std::vector<WarpSegment> lines;
  /// Bytes requested by the lanes, each element once per lane.
  std::int64_t asked_bytes = 0;
  /// The minimum number of sectors for the requested bytes.
  std::int64_t ideal_sectors = 0;
  /// Whether the warp touches more sectors than ideal only because its first byte is not at the start of a sector.
  bool is_misaligned = false;

  /// Bytes requested divided by bytes fetched; above 1 where lanes share elements.
  [[nodiscard]] double efficiency() const;
  /// Position of a sector in `sectors`; the size of `sectors` if the warp does not touch it.
  [[nodiscard]] std::size_t find_sector(std::int64_t number) const;
};

/// The warp that starts at an element; `start` is clamped to the layout. An element of more than largest_element bytes
/// counts as largest_element bytes, since no lane loads more.
[[nodiscard]] WarpAccess warp_access(const gpu::StridedLayout& layout, std::int64_t start);
inline constexpr std::int64_t largest_element = 1024;

}  // namespace texelscope::app
