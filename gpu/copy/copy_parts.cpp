#include "gpu/copy/device/staging.h"

#include <algorithm>
#include <iterator>

namespace texelscope::gpu::copy {

std::vector<CopyPart> cut(const StridedLayout& host, const StridedLayout& device, std::int64_t part_bytes) {
  if (host.is_empty()) {
    return {};
  }
  const std::int64_t bytes = host.volume() * host.itemsize();
  std::size_t axis = host.ndim();
  for (const std::int64_t candidate : host.stride_order()) {
    if (host.shape()[static_cast<std::size_t>(candidate)] > 1) {
      axis = static_cast<std::size_t>(candidate);
      break;
    }
  }
  if (bytes <= part_bytes || axis == host.ndim()) {
    return {{host, device, host.to_dense(StrideOrder::k())}};
  }
  const std::int64_t extent = host.shape()[axis];
  const std::int64_t step = std::clamp<std::int64_t>(part_bytes / (bytes / extent), 1, extent);
  std::vector<CopyPart> parts;
  std::vector<AxisSlice> slices(axis + 1, AxisSlice::all());
  for (std::int64_t first = 0; first < extent; first += step) {
    slices.back() = AxisSlice(first, std::min(first + step, extent));
    const StridedLayout part = host.sliced(slices);
    if (step > 1 || bytes / extent <= part_bytes) {
      parts.push_back({part, device.sliced(slices), part.to_dense(StrideOrder::k())});
    } else {
      std::ranges::copy(cut(part, device.sliced(slices), part_bytes), std::back_inserter(parts));
    }
  }
  return parts;
}

}  // namespace texelscope::gpu::copy
