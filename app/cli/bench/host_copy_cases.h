#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// A copy of float32 between host and device to measure: one side is dense, the other strided.
struct HostCopyCase {
  bool is_to_device = true;
  /// Page-locked host memory; the other kind is what any allocation gives.
  bool is_pinned = true;
  /// Which side is strided: rows, each followed by as many bytes that are left out, or a transpose.
  bool is_host_strided = true;
  /// 0 for a transpose.
  std::int64_t row_bytes = 0;
  /// Of the elements.
  std::int64_t bytes = 0;

  [[nodiscard]] gpu::StridedLayout dense() const;
  [[nodiscard]] gpu::StridedLayout strided() const;
  [[nodiscard]] gpu::StridedLayout source() const { return is_to_device == is_host_strided ? strided() : dense(); }
  [[nodiscard]] gpu::StridedLayout destination() const { return is_to_device == is_host_strided ? dense() : strided(); }
};

/// "host to device, pinned, rows of 4096 bytes strided on the host".
[[nodiscard]] std::string name_of(const HostCopyCase& any);

/// Rows of 64 B – 64 KiB and a transpose, both ways, both kinds of host memory, each side strided. Up to 256 MiB each,
/// less where the smaller of the memories is small.
[[nodiscard]] std::vector<HostCopyCase> host_copy_cases(std::uint64_t memory_bytes);

}  // namespace texelscope::app
