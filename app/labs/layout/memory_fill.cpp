#include <algorithm>
#include <array>
#include <exception>

#include "app/device/element_value.h"
#include "app/files/assets.h"
#include "app/images/image_file.h"
#include "app/labs/layout/memory_picture.h"

namespace texelscope::app {
namespace {

/// Colours of 0 – 1 at places of 0 – 1.
class Photo {
 public:
  Photo() {
    try {
      if (const auto path = find_asset("photo.png")) {
        image_ = load_image(*path);
      }
    } catch (const std::exception&) {
      // Gradients show a copy, too.
      image_ = {};
    }
  }

  [[nodiscard]] std::array<double, 3> color(double x, double y) const {
    if (image_.pixels.empty() || image_.type != gpu::DataType::uint8 || image_.channels < 3) {
      return {x, y, 1 - x};
    }
    const auto column = static_cast<std::size_t>(x * (image_.width - 1) + 0.5);
    const auto row = static_cast<std::size_t>(y * (image_.height - 1) + 0.5);
    const std::byte* const pixel = image_.pixels.data() + static_cast<std::size_t>(image_.channels) *
                                                              (row * static_cast<std::size_t>(image_.width) + column);
    return {std::to_integer<int>(pixel[0]) / 255.0, std::to_integer<int>(pixel[1]) / 255.0,
            std::to_integer<int>(pixel[2]) / 255.0};
  }

 private:
  Image image_;
};

/// A grey photo is a channel of the colours, so that planes of one photo differ.
double grey(const std::array<double, 3>& color, std::int64_t picture, std::int64_t pictures) {
  return pictures == 1 ? 0.3 * color[0] + 0.6 * color[1] + 0.1 * color[2]
                       : color[static_cast<std::size_t>(picture % 3)];
}

}  // namespace

void fill_with_picture(std::span<std::byte> memory, const gpu::StridedLayout& array, const gpu::ElementType& type) {
  const MemoryFold fold = fold_memory(array);
  const Photo photo;
  const auto itemsize = static_cast<std::size_t>(type.itemsize());
  const auto width = static_cast<double>(std::max<std::int64_t>(fold.x.extent - 1, 1));
  const auto height = static_cast<double>(std::max<std::int64_t>(fold.y.extent - 1, 1));
  const auto fill_place = [&](std::int64_t picture, std::int64_t row, std::int64_t column) {
    const auto color = photo.color(static_cast<double>(column) / width, static_cast<double>(row) / height);
    for (std::int64_t channel = 0; channel < fold.channels.extent; ++channel) {
      const auto byte = static_cast<std::size_t>(fold.offset(picture, row, column, channel)) * itemsize;
      const double brightness = fold.channels.extent == 1 ? grey(color, picture, fold.pictures)
                                : channel < 3             ? color[static_cast<std::size_t>(channel)]
                                                          : 1.0;
      set_element_brightness(memory.data() + byte, type, brightness);
    }
  };
  for (std::int64_t picture = 0; picture < fold.pictures; ++picture) {
    for (std::int64_t row = 0; row < fold.y.extent; ++row) {
      for (std::int64_t column = 0; column < fold.x.extent && row * fold.x.extent + column < fold.places; ++column) {
        fill_place(picture, row, column);
      }
    }
  }
}

}  // namespace texelscope::app
