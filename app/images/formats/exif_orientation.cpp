#include "app/images/formats/exif_orientation.h"

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "app/images/formats/exif_numbers.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {
int exif_orientation(std::span<const std::byte> exif) {
  constexpr std::uint32_t orientation_tag = 274;
  constexpr std::uint32_t short_type = 3;
  // Some cameras write the orientation with this type, signed or unsigned, which readers accept.
  constexpr std::uint32_t long_type = 4;
  constexpr std::uint32_t signed_long_type = 9;
  // The marker of the data in a JPEG, which some programs also write in a WebP, and which other readers skip.
  constexpr std::string_view mark("Exif\0\0", 6);
  if (std::string_view(reinterpret_cast<const char*>(exif.data()), exif.size()).starts_with(mark)) {
    exif = exif.subspan(mark.size());
  }
  if (exif.size() < 14 || exif[0] != exif[1] || (exif[0] != std::byte{'I'} && exif[0] != std::byte{'M'})) {
    return 1;
  }
  const ExifNumbers numbers{exif, exif[0] == std::byte{'I'}};
  const std::size_t directory = numbers.at(4, 4);
  const std::size_t entries = numbers.at(directory, 2);
  for (std::size_t entry = directory + 2; entry < directory + 2 + 12 * entries && entry < exif.size(); entry += 12) {
    const std::uint32_t type = numbers.at(entry + 2, 2);
    if (numbers.at(entry, 2) == orientation_tag &&
        (type == short_type || type == long_type || type == signed_long_type)) {
      const std::uint32_t value = numbers.at(entry + 8, type == short_type ? 2 : 4);
      return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
    }
  }
  return 1;
}

Image oriented(Image image, int orientation) {
  if (orientation <= 1 || orientation > 8) {
    return image;
  }
  // The sides on which the first row and column of the stored image are displayed: for 5–8, they are exchanged.
  const bool exchanges_axes = orientation >= 5;
  const bool mirrors_x = orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7;
  const bool mirrors_y = orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8;
  const auto width = static_cast<std::size_t>(image.width);
  const auto height = static_cast<std::size_t>(image.height);
  const std::size_t shown_width = exchanges_axes ? height : width;
  const std::size_t shown_height = exchanges_axes ? width : height;
  const auto turned = [&](const std::vector<std::byte>& stored) {
    const std::size_t size = stored.size() / (width * height);
    std::vector<std::byte> pixels(stored.size());
    for (std::size_t y = 0; y < shown_height; ++y) {
      for (std::size_t x = 0; x < shown_width; ++x) {
        const std::size_t unmirrored_x = mirrors_x ? shown_width - 1 - x : x;
        const std::size_t unmirrored_y = mirrors_y ? shown_height - 1 - y : y;
        const std::size_t from =
            exchanges_axes ? unmirrored_x * width + unmirrored_y : unmirrored_y * width + unmirrored_x;
        std::memcpy(pixels.data() + (y * shown_width + x) * size, stored.data() + from * size, size);
      }
    }
    return pixels;
  };
  image.pixels = turned(image.pixels);
  if (image.exact) {
    image.exact = exact_samples(image.exact->name, image.exact->unit_bytes, turned(image.exact->bytes));
  }
  image.width = static_cast<int>(shown_width);
  image.height = static_cast<int>(shown_height);
  return image;
}

}  // namespace texelscope::app
