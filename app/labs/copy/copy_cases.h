#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// The kind of a copy; each has its own limit.
enum class CopyKind : unsigned char {
  /// Runs of bytes stay intact.
  rows,
  transpose,
  /// A few channels are split or merged.
  channels,
  slice,
};
/// The enumerator's name.
[[nodiscard]] std::string_view to_string(CopyKind kind) noexcept;

/// A copy to measure: from a view of a dense array to another dense array.
struct CopyCase {
  std::string name;
  CopyKind kind = CopyKind::rows;
  std::string type;
  std::int64_t itemsize = 1;
  gpu::Dimensions shape;
  /// Operations on the array, in the syntax of `layout --op`.
  std::string operation;

  [[nodiscard]] gpu::StridedLayout array() const { return {shape, itemsize}; }
  [[nodiscard]] gpu::StridedLayout source() const;
  /// Bytes read plus bytes written.
  [[nodiscard]] std::int64_t bytes() const;
};

/// The allowed size of each side of a copy, in bytes.
struct CopySizes {
  /// 0 for no minimum; otherwise at most 3/4 of `most`, because extents are whole numbers.
  std::int64_t least = 0;
  std::int64_t most = 0;
};

/// The sizes in the list for a CUDA device, and slightly more than 256 MiB for the CPU device; smaller sizes if the
/// machine has little memory.
[[nodiscard]] CopySizes copy_sizes(bool is_cuda, std::uint64_t memory_bytes);

/// The case itself or, if its size is not allowed, the case with its longest axes resized. Axes of up to 4 items stay
/// unchanged, and multiples of 64 or 8 stay multiples if the sizes allow it.
[[nodiscard]] CopyCase scaled(CopyCase any, const CopySizes& sizes);

/// The cases, scaled.
[[nodiscard]] std::vector<CopyCase> copy_cases(const CopySizes& sizes);

/// The upper limit, as a share of the memcpy speed, that 32-byte sectors impose: each sector that a layout touches is
/// read whole. 1 for dense layouts, 2/3 for every other float32 of a row.
[[nodiscard]] double sector_limit(const gpu::StridedLayout& source);

}  // namespace texelscope::app
