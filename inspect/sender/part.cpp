#include "inspect/sender/part.h"

#include <algorithm>
#include <array>

namespace texelscope::inspect {
namespace {

/// First element, extent and step along one axis.
struct Range {
  std::int64_t first = 0;
  std::int64_t count = 0;
  std::int64_t step = 1;
};

Range range_of(std::int64_t first, std::int64_t count, std::int64_t step, std::int64_t extent) {
  const std::int64_t begin = std::clamp<std::int64_t>(first, 0, extent);
  const std::int64_t room = extent - begin;
  const std::int64_t length = count <= 0 ? room : std::min(count, room);
  const std::int64_t stride = std::clamp<std::int64_t>(step, 1, std::max<std::int64_t>(extent, 1));
  return {begin, (length + stride - 1) / stride, stride};
}

}  // namespace

ArrayPart part_of(const CopiedArray& whole, const std::byte* copy, const Demand& demand) {
  ArrayPart part{.array = whole, .place = {}, .bytes = {}};
  ArrayLayout layout = whole.layout;
  std::int64_t offset = whole.offset;
  if (layout.rank >= 2) {
    const std::array ranges = {range_of(demand.row, demand.rows, demand.step, layout.shape[0]),
                               range_of(demand.column, demand.columns, demand.step, layout.shape[1])};
    for (std::size_t axis = 0; axis < ranges.size(); ++axis) {
      offset += ranges[axis].first * layout.strides[axis];
      layout.shape[axis] = ranges[axis].count;
      layout.strides[axis] *= ranges[axis].step;
    }
    if (layout.shape != whole.layout.shape) {
      part.place = ",\"part\":{\"row\":" + std::to_string(ranges[0].first) +
                   ",\"column\":" + std::to_string(ranges[1].first) + ",\"step\":" + std::to_string(ranges[0].step) +
                   ",\"rows\":" + std::to_string(whole.layout.shape[0]) +
                   ",\"columns\":" + std::to_string(whole.layout.shape[1]) + "}";
    }
  }
  const std::int64_t elements = layout.num_elements();
  part.bytes.resize(static_cast<std::size_t>(elements * layout.itemsize));
  if (elements > 0) {
    pack(layout, copy + offset, part.bytes.data());
  }
  part.array.layout = layout;
  set_packed_strides(layout, part.array.layout.strides);
  part.array.offset = 0;
  part.array.bytes = part.bytes.size();
  return part;
}

}  // namespace texelscope::inspect
