#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {

/// One axis that a copy walks along. Strides are in bytes.
struct CopyAxis {
  std::int64_t extent = 1;
  std::int64_t source_stride = 0;
  /// Above 0.
  std::int64_t destination_stride = 0;
  bool operator==(const CopyAxis&) const noexcept = default;
};

/// How the items are moved.
enum class CopyMethod : unsigned char {
  /// There is no element.
  nothing,
  /// Both sides are one run of bytes: the memory's own copy.
  linear,
  /// Runs of bytes that are contiguous on both sides.
  rows,
  /// Up to four neighboring items on one side become, on the other, as many planes: NHWC to NCHW with few channels,
  /// and back.
  channels,
  /// The sides are contiguous along different axes: tiles are read along the one and written along the other, turned in
  /// between.
  tiles,
  /// Item by item: at least one side is contiguous along no axis.
  elements,
};
/// The enumerator's name.
[[nodiscard]] std::string_view to_string(CopyMethod method) noexcept;

/// What a copy between two layouts of one shape does, worked out before any byte moves.
struct CopyPlan {
  CopyMethod method = CopyMethod::nothing;  ///< How it is done.
  /// Bytes of what is moved as one: the itemsize, or as many neighbors as both sides allow, up to 16.
  std::int64_t item_bytes = 1;
  /// Elements · itemsize: what is read, and what is written.
  std::int64_t volume_bytes = 0;
  /// From offset 0 of each layout to the first item, in bytes; not 0 after slices and where an axis is walked
  /// backwards.
  std::int64_t source_offset = 0;
  std::int64_t destination_offset = 0;
  /// By falling stride of the destination. Axes of extent 1 are left out, and neighbors that one stride can stand for
  /// are one. An item is no axis.
  std::vector<CopyAxis> axes;
  /// What was done to the layouts, and why the method was chosen: a line each.
  std::vector<std::string> steps;
};

/// Where offset 0 of the layouts lies; only what it leaves over to multiples of 16 matters.
struct CopyAddresses {
  std::uint64_t source = 0;
  std::uint64_t destination = 0;
};

/// Plans a copy of `source` into `destination`, of one shape and one itemsize.
/// @throws InvalidArgument when shape or itemsize differ, or elements of the destination may overlap each other, with
/// the axis.
[[nodiscard]] CopyPlan plan_copy(const StridedLayout& source, const StridedLayout& destination,
                                 const CopyAddresses& addresses = {});

/// "rows: 64×1024 items of 16 bytes, …": the plan in one line.
[[nodiscard]] std::string to_string(const CopyPlan& plan);

/// How a device of this kind carries a plan out, in one line: the blocks of its launch and what each does. As for
/// addresses that are multiples of 16, and for as many threads as this machine has.
[[nodiscard]] std::string execution_text(const CopyPlan& plan, DeviceKind kind);

}  // namespace texelscope::gpu
