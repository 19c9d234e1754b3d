#include "render/common/point_layout.h"

#include <fmt/format.h>

#include "render/common/error.h"

namespace texelscope::render {

void require_bytes_to_add_points(PixelFormat format, int width, int height) {
  if (format != PixelFormat::rgba8) {
    throw Error{
        fmt::format("cannot add points to an image of {} × {} float texels: their sums would depend on the order; "
                    "use 8 bits per channel",
                    width, height)};
  }
}

std::array<float, 4> color_of_bytes(const std::array<std::uint8_t, 4>& color) {
  std::array<float, 4> floats{};
  for (std::size_t channel = 0; channel < floats.size(); ++channel) {
    floats[channel] = static_cast<float>(color[channel]) / 255.0F;
  }
  return floats;
}

}  // namespace texelscope::render
