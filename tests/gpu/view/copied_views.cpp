#include "tests/gpu/view/copied_views.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace texelscope::tests {

using gpu::StridedLayout;

Placement place(const StridedLayout& layout, std::size_t misalignment, std::size_t margin) {
  const gpu::OffsetBounds bounds = layout.offset_bounds();
  if (layout.is_empty()) {
    return {margin, 2 * margin};
  }
  const auto below = static_cast<std::size_t>(std::max<std::int64_t>(0, -bounds.min * layout.itemsize()));
  const auto above = static_cast<std::size_t>(std::max<std::int64_t>(0, (bounds.max + 1) * layout.itemsize()));
  const std::size_t zero = (below + margin + 15) / 16 * 16 + misalignment;
  return {zero, zero + above + margin};
}

gpu::StridedMemoryView view_of(const gpu::Buffer& buffer, const StridedLayout& layout, const Placement& placement) {
  return gpu::StridedMemoryView::from_external({.pointer = {buffer.handle().value + placement.below},
                                                .size_bytes = placement.size - placement.below,
                                                .size_below_bytes = placement.below,
                                                .device_id = buffer.device().id(),
                                                .is_host_accessible = buffer.is_host_accessible()},
                                               layout, {gpu::ElementKind::opaque, 8, layout.itemsize()});
}

Bytes copied(const Bytes& source, const StridedLayout& from, const Placement& source_placement,
             const Bytes& destination, const StridedLayout& to, const Placement& destination_placement) {
  Bytes result = destination;
  gpu::Dimensions index = from.shape();
  for (std::int64_t number = 0; number < from.volume(); ++number) {
    std::int64_t rest = number;
    for (std::size_t axis = index.size(); axis-- > 0;) {
      index[axis] = rest % from.shape()[axis];
      rest /= from.shape()[axis];
    }
    std::memcpy(
        result.data() + static_cast<std::ptrdiff_t>(destination_placement.below) + to.offset_of(index) * to.itemsize(),
        source.data() + static_cast<std::ptrdiff_t>(source_placement.below) + from.offset_of(index) * from.itemsize(),
        static_cast<std::size_t>(from.itemsize()));
  }
  return result;
}

std::string difference(const Bytes& seen, const Bytes& expected) {
  if (seen.size() != expected.size()) {
    return fmt::format("{} bytes instead of {}", seen.size(), expected.size());
  }
  const auto [a, b] = std::ranges::mismatch(seen, expected);
  if (a == seen.end()) {
    return "";
  }
  return fmt::format("byte {} of {} is {:#04x} instead of {:#04x}", a - seen.begin(), seen.size(),
                     std::to_integer<int>(*a), std::to_integer<int>(*b));
}

}  // namespace texelscope::tests
