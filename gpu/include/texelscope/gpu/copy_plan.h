#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/kernel.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {

/// One axis of a copy. Strides are in bytes.
struct CopyAxis {
  std::int64_t extent = 1;
  std::int64_t source_stride = 0;
  /// Positive.
  std::int64_t destination_stride = 0;
  bool operator==(const CopyAxis&) const noexcept = default;
};

/// The method that moves the items.
enum class CopyMethod : unsigned char {
  /// The layouts have no elements.
  nothing,
  /// Both sides are one contiguous run of bytes: a plain memory copy.
  linear,
  /// Runs of bytes that are contiguous on both sides.
  rows,
  /// Up to four neighboring items on one side become planes on the other: NHWC to NCHW with few channels, and back.
  channels,
  /// The sides are contiguous along different axes: tiles are read along one, transposed, and written along the other.
  tiles,
  /// The items move one at a time: at least one side is not contiguous along any axis.
  elements,
};
/// The enumerator's name.
[[nodiscard]] std::string_view to_string(CopyMethod method) noexcept;

/// The steps of a copy between two layouts of the same shape, determined before any byte moves.
struct CopyPlan {
  CopyMethod method = CopyMethod::nothing;  ///< Method of the copy.
  /// Bytes of one item, which moves as a unit: the itemsize, or the largest group of adjacent elements that both sides
  /// allow, up to 16.
  std::int64_t item_bytes = 1;
  /// Elements · itemsize: the number of bytes read, and of bytes written.
  std::int64_t volume_bytes = 0;
  /// The distance from offset 0 of each layout to the first item, in bytes; nonzero after slicing and for axes
  /// traversed backward.
  std::int64_t source_offset = 0;
  std::int64_t destination_offset = 0;
  /// Sorted by descending stride of the destination. Axes of extent 1 are dropped, and axes that a single stride can
  /// describe are merged. The bytes of an item do not count as an axis.
  std::vector<CopyAxis> axes;
  /// The transformations of the layouts and the reason for the method, one line each.
  std::vector<std::string> steps;
};

/// Addresses of the layouts' offset 0; only their remainders modulo 16 matter.
struct CopyAddresses {
  std::uint64_t source = 0;
  std::uint64_t destination = 0;
};

/// Plans a copy of `source` into `destination`, which must have the same shape and itemsize.
/// @throws InvalidArgument if the shapes or itemsizes differ, or if elements of the destination may overlap; the
/// message names the axis.
[[nodiscard]] CopyPlan plan_copy(const StridedLayout& source, const StridedLayout& destination,
                                 const CopyAddresses& addresses = {});

/// The plan in one line: "rows: 64×1024 items of 16 bytes, …".
[[nodiscard]] std::string to_string(const CopyPlan& plan);

/// How a device of this kind executes a plan, in one line: the blocks of its launch and the work of each. Assumes
/// addresses that are multiples of 16 and this machine's number of threads.
[[nodiscard]] std::string execution_text(const CopyPlan& plan, DeviceKind kind);

/// Attributes of a kernel of strided copies. Its versions name the code that this GPU runs: machine code, or PTX that
/// the driver compiled. @throws Unavailable on the CPU device; DriverError (no_binary_for_gpu) if the library was built
/// without nvcc, or for other GPUs.
[[nodiscard]] KernelAttributes copy_kernel_attributes(const Device& device);

}  // namespace texelscope::gpu
