#include "texelscope/gpu/extent.h"

#include <fmt/format.h>

#include <iterator>
#include <limits>

#include "gpu/layout/checked_size.h"
#include "texelscope/gpu/error.h"
#include "texelscope/kernels/index.h"

namespace texelscope::gpu {

std::uint64_t Extent::volume() const {
  std::uint64_t texels = 1;
  for (const std::uint64_t size : sizes_) {
    const auto product = checked_multiply(texels, size);
    if (!product) {
      throw InvalidArgument(
          fmt::format("the number of texels of extent {} overflows 64 bits: use a smaller extent", to_string(*this)));
    }
    texels = *product;
  }
  return texels;
}

Extent::operator kernels::LaunchExtent() const {
  constexpr auto max_calls = static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
  for (const std::uint64_t size : sizes_) {
    if (size > max_calls) {
      throw InvalidArgument(
          fmt::format("cannot launch a kernel over the extent {}: {} along an axis exceeds {}; launch it in parts",
                      to_string(*this), size, max_calls));
    }
  }
  return {static_cast<std::int32_t>(sizes_[0]), static_cast<std::int32_t>(sizes_[1]),
          static_cast<std::int32_t>(sizes_[2])};
}

std::string to_string(const Extent& extent) {
  std::string text;
  for (int axis = 0; axis < extent.rank(); ++axis) {
    fmt::format_to(std::back_inserter(text), "{}{}", axis == 0 ? "" : "x", extent[axis]);
  }
  return text;
}

}  // namespace texelscope::gpu
