#include "gpu/copy/device/pitched_copy.h"

#include <fmt/format.h>

#include <limits>

#include "gpu/copy/device/device_launch.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::copy {
namespace {

/// The pitch that every device supports (CU_DEVICE_ATTRIBUTE_MAX_PITCH).
constexpr std::int64_t max_pitch_bytes = std::numeric_limits<std::int32_t>::max();

struct Pitches {
  std::int64_t row = 0;
  std::int64_t rows_per_slice = 1;
};

std::optional<Pitches> pitches_of(const CopyPlan& plan, std::int64_t CopyAxis::*stride, std::int64_t row_bytes) {
  const std::size_t rows = plan.axes.size() - 2;
  Pitches pitches{plan.axes[rows].*stride, plan.axes[rows].extent};
  if (pitches.row < row_bytes || pitches.row > max_pitch_bytes) {
    return std::nullopt;
  }
  if (rows > 0) {
    const std::int64_t slice = plan.axes[rows - 1].*stride;
    if (slice % pitches.row != 0 || slice / pitches.row < plan.axes[rows].extent) {
      return std::nullopt;
    }
    pitches.rows_per_slice = slice / pitches.row;
  }
  return pitches;
}

driver::ArrayCopySide side_of(const std::byte* first, const Pitches& pitches) {
  return {.pointer = {reinterpret_cast<std::uintptr_t>(first)},
          .row_pitch_bytes = static_cast<std::uint64_t>(pitches.row),
          .rows_per_slice = static_cast<std::uint64_t>(pitches.rows_per_slice)};
}

}  // namespace

std::optional<driver::ArrayCopy> pitched_copy(const CopyPlan& plan, const CopyPointers& pointers) {
  const std::size_t count = plan.axes.size();
  if (plan.method != CopyMethod::rows || count < 2 || count > 3) {
    return std::nullopt;
  }
  const std::int64_t row_bytes = plan.axes.back().extent * plan.item_bytes;
  const std::optional<Pitches> source = pitches_of(plan, &CopyAxis::source_stride, row_bytes);
  const std::optional<Pitches> destination = pitches_of(plan, &CopyAxis::destination_stride, row_bytes);
  if (row_bytes < min_pitched_row_bytes || !source || !destination) {
    return std::nullopt;
  }
  const CopyPointers first = first_item(plan, pointers);
  const auto rows = static_cast<std::uint64_t>(plan.axes[count - 2].extent);
  const auto slices = static_cast<std::uint64_t>(count == 3 ? plan.axes[0].extent : 1);
  return driver::ArrayCopy{.destination = side_of(first.destination, *destination),
                           .source = side_of(first.source, *source),
                           .extent = Extent(static_cast<std::uint64_t>(row_bytes), rows, slices),
                           .element_size = 1,
                           .stream = {}};
}

namespace {

/// The axis of rows, which layered 1D arrays lack but copies still have.
bool has_no_rows(const ArrayDescriptor& array) { return array.kind == ArrayKind::layered && array.shape.rank() == 1; }

/// The shape of a region in memory.
Dimensions texel_shape(const ArrayDescriptor& array, const Extent& extent) {
  Dimensions shape;
  for (int axis = extent.rank(); axis-- > 0;) {
    if (axis != 1 || !has_no_rows(array)) {
      shape.push_back(static_cast<std::int64_t>(extent[axis]));
    }
  }
  return shape;
}

}  // namespace

std::int64_t item_bytes(const ArrayDescriptor& array) noexcept {
  return static_cast<std::int64_t>(is_block_compressed(array.encoding) ? array.element_size()
                                                                       : size_bytes(array.format));
}

StridedLayout as_texels(const StridedLayout& layout, const ArrayDescriptor& array, const ArrayRegion& region) {
  const Dimensions texels = texel_shape(array, region.extent);
  const std::int64_t itemsize = item_bytes(array);
  const auto texel_bytes = static_cast<std::int64_t>(array.element_size());
  Dimensions wanted = texels;
  wanted.push_back(texel_bytes / itemsize);
  const bool is_whole_texels = layout.shape() == texels && layout.itemsize() == texel_bytes;
  if (!is_whole_texels && (layout.shape() != wanted || layout.itemsize() != itemsize)) {
    throw InvalidArgument(fmt::format(
        "array {}: its region {} requires memory of shape {} with elements of {} bytes, or of shape {} with texels "
        "of {}; shape {} with elements of {} bytes does not match",
        to_string(array), to_string(region.extent), to_string(wanted), itemsize, to_string(texels), texel_bytes,
        to_string(layout.shape()), layout.itemsize()));
  }
  StridedLayout result = layout;
  if (layout.shape() != wanted || layout.itemsize() != itemsize) {
    Dimensions strides = layout.strides_in_bytes();
    strides.push_back(itemsize);
    result = {wanted, strides, itemsize, StrideUnit::bytes, layout.slice_offset_in_bytes() / itemsize};
  }
  return has_no_rows(array) && region.extent.rank() > 1
             ? result.unsqueezed({static_cast<std::int64_t>(texels.size()) - 1})
             : result;
}

std::optional<driver::ArrayCopySide> pitched_side(const StridedLayout& texels, DevicePointer pointer) {
  const std::size_t rank = texels.ndim() - 1;
  const std::int64_t item = texels.itemsize();
  const std::int64_t channels = texels.shape()[rank];
  const Dimensions strides = texels.strides_in_bytes();
  const auto is_apart = [&](std::size_t axis, std::int64_t stride) {
    return texels.shape()[axis] == 1 || strides[axis] == stride;
  };
  if (!is_apart(rank, item) || !is_apart(rank - 1, channels * item)) {
    return std::nullopt;
  }
  const std::int64_t row_bytes = texels.shape()[rank - 1] * channels * item;
  const bool has_rows = rank >= 2 && texels.shape()[rank - 2] > 1;
  const std::int64_t rows = rank >= 2 ? texels.shape()[rank - 2] : 1;
  const bool has_slices = rank >= 3 && texels.shape()[rank - 3] > 1;
  std::int64_t row_pitch = has_rows ? strides[rank - 2] : row_bytes;
  std::int64_t rows_per_slice = rows;
  if (has_slices) {
    // Slices of one row are distinguished by the row pitch alone.
    const std::int64_t slice_pitch = strides[rank - 3];
    row_pitch = has_rows ? row_pitch : slice_pitch;
    if (row_pitch <= 0 || slice_pitch % row_pitch != 0 || slice_pitch / row_pitch < rows) {
      return std::nullopt;
    }
    rows_per_slice = slice_pitch / row_pitch;
  }
  if (row_pitch < row_bytes || row_pitch > max_pitch_bytes) {
    return std::nullopt;
  }
  return driver::ArrayCopySide{.pointer = {pointer.value + static_cast<std::uint64_t>(texels.slice_offset_in_bytes())},
                               .row_pitch_bytes = static_cast<std::uint64_t>(row_pitch),
                               .rows_per_slice = static_cast<std::uint64_t>(rows_per_slice)};
}

}  // namespace texelscope::gpu::copy
