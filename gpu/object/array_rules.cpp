#include "gpu/object/array_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <span>

#include "gpu/layout/checked_size.h"

namespace texelscope::gpu {
namespace {

constexpr std::array<const char*, 3> axis_names{"width", "height", "depth"};

std::span<const std::uint64_t> limits_of_rank(const DeviceProperties& device, int rank) {
  switch (rank) {
    case 1:
      return device.max_texture_1d;
    case 2:
      return device.max_texture_2d;
    default:
      return device.max_texture_3d;
  }
}

}  // namespace

std::string array_refusal(const DeviceProperties& device, const ArrayDescriptor& descriptor) {
  if (size_bytes(descriptor.format) == 0) {
    return fmt::format("format {} is no DataType: use uint8, uint16, uint32, int8, int16, int32, float16 or float32",
                       static_cast<int>(descriptor.format));
  }
  if (descriptor.num_channels != 1 && descriptor.num_channels != 2 && descriptor.num_channels != 4) {
    return fmt::format("{} channels: use 1, 2 or 4", descriptor.num_channels);
  }
  const int rank = descriptor.shape.rank();
  const auto limits = limits_of_rank(device, rank);
  for (int axis = 0; axis < rank; ++axis) {
    const std::uint64_t size = descriptor.shape[axis];
    if (size == 0) {
      return fmt::format("{} is 0: each extent is at least 1", axis_names[axis]);
    }
    if (size > limits[axis]) {
      return fmt::format("{} {} is beyond this device's limit for {}D arrays of {}: use a smaller extent",
                         axis_names[axis], size, rank, fmt::join(limits, "x"));
    }
  }
  return "";
}

std::string region_refusal(const Extent& shape, const ArrayRegion& region) {
  for (int axis = 0; axis < 3; ++axis) {
    const std::uint64_t origin = region.origin[axis];
    const std::uint64_t size = region.extent[axis];
    if (size == 0) {
      return fmt::format("the region's {} is 0: each extent is at least 1", axis_names[axis]);
    }
    if (size > shape[axis] || origin > shape[axis] - size) {
      return fmt::format("the region's {} {} from {} leaves the array, whose {} is {}: keep it inside",
                         axis_names[axis], size, origin, axis_names[axis], shape[axis]);
    }
  }
  return "";
}

}  // namespace texelscope::gpu
