#pragma once

#include <cstdint>

namespace texelscope::gpu::copy {

/// Addresses that may be read in whole granules of 16 bytes: those of the whole source. What such a granule holds
/// besides lies on the same page; the last one, which may reach beyond the end of the memory, is read byte by byte.
struct ReadableBytes {
  /// A multiple of 16.
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

}  // namespace texelscope::gpu::copy
