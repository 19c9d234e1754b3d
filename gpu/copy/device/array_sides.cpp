#include "gpu/copy/device/pitched_copy.h"

#include <fmt/format.h>

#include <limits>

#include "texelscope/gpu/error.h"

namespace texelscope::gpu::copy {
namespace {

constexpr std::int64_t max_pitch_bytes = std::numeric_limits<std::int32_t>::max();

/// The axis of rows, which layered 1D arrays have none of and copies have all the same.
bool has_no_rows(const ArrayDescriptor& array) { return array.kind == ArrayKind::layered && array.shape.rank() == 1; }

/// Of a region, as memory has it.
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

StridedLayout as_texels(const StridedLayout& layout, const ArrayDescriptor& array, const ArrayRegion& region) {
  const Dimensions texels = texel_shape(array, region.extent);
  const auto itemsize = static_cast<std::int64_t>(size_bytes(array.format));
  const auto texel_bytes = static_cast<std::int64_t>(array.element_size());
  Dimensions wanted = texels;
  wanted.push_back(array.num_channels);
  const bool is_whole_texels = layout.shape() == texels && layout.itemsize() == texel_bytes;
  if (!is_whole_texels && (layout.shape() != wanted || layout.itemsize() != itemsize)) {
    throw InvalidArgument(fmt::format(
        "array {}: its region {} is memory of shape {} with elements of {} bytes, or {} with texels of {}; shape {} "
        "with elements of {} bytes does not fit",
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
    // Slices of one row are told apart by the pitch of rows alone.
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
