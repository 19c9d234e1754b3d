#include "texelscope/gpu/extent.h"

#include <fmt/format.h>

#include <iterator>

#include "gpu/layout/checked_size.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {

std::uint64_t Extent::volume() const {
  std::uint64_t texels = 1;
  for (const std::uint64_t size : sizes_) {
    const auto product = checked_multiply(texels, size);
    if (!product) {
      throw InvalidArgument(
          fmt::format("extent {} has more texels than 64 bits can count: use a smaller extent", to_string(*this)));
    }
    texels = *product;
  }
  return texels;
}

std::string to_string(const Extent& extent) {
  std::string text;
  for (int axis = 0; axis < extent.rank(); ++axis) {
    fmt::format_to(std::back_inserter(text), "{}{}", axis == 0 ? "" : "x", extent[axis]);
  }
  return text;
}

}  // namespace texelscope::gpu
