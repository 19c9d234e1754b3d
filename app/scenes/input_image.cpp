#include "app/scenes/input_image.h"

#include <algorithm>
#include <utility>

#include "app/device/scoped_synchronize.h"
#include "app/files/assets.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"

namespace texelscope::app {
namespace {

/// Some rows of an image; those of a volume count through its slices.
Image rows_of(const Image& image, std::size_t first, std::size_t count) {
  const std::size_t row_bytes =
      static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.channels) * gpu::size_bytes(image.type);
  const auto begin = image.pixels.begin() + static_cast<std::ptrdiff_t>(first * row_bytes);
  return {image.width,
          static_cast<int>(count),
          image.channels,
          image.type,
          {begin, begin + static_cast<std::ptrdiff_t>(count * row_bytes)}};
}

/// The extent of a band of rows in one slice of an array.
gpu::Extent with_rows(const gpu::Extent& shape, std::size_t rows) {
  return shape.rank() == 3 ? gpu::Extent(shape.width(), rows, 1) : gpu::Extent(shape.width(), rows);
}

}  // namespace

Image pattern_image(int width, int height) {
  Image image{width, height, 4, gpu::DataType::uint8, {}};
  image.pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool is_line = x % 64 == 0 || y % 64 == 0;
      const bool is_dark = ((x / 8) + (y / 8)) % 2 == 1;
      const int shade = is_line ? 255 : is_dark ? 160 : 200;
      const int channels[] = {x * shade / width, y * shade / height, (width - x) * shade / width, 255};
      for (const int value : channels) {
        image.pixels.push_back(static_cast<std::byte>(value));
      }
    }
  }
  return image;
}

std::shared_ptr<const Image> builtin_image() {
  // The next call repeats and reports a failed attempt.
  static const std::shared_ptr<const Image> image = [] {
    const auto photo = find_asset("photo.png");
    return std::make_shared<const Image>(photo ? load_image(*photo) : pattern_image(512, 512));
  }();
  return image;
}

std::shared_ptr<const Image> picture_or_builtin(std::shared_ptr<const Image> given) {
  return given ? std::move(given) : builtin_image();
}

gpu::CUDAArray input_array(const SceneSetup& setup) {
  const std::shared_ptr<const Image> image = picture_or_builtin(setup.image);
  auto array = gpu::CUDAArray::from_descriptor(
      setup.device, {gpu::Extent(static_cast<std::uint64_t>(image->width), static_cast<std::uint64_t>(image->height)),
                     image->type, image->channels == 3 ? 4 : image->channels, false});
  upload(setup, *image, array);
  return array;
}

void upload(const SceneSetup& setup, const Image& image, const gpu::CUDAArray& array) {
  // Copies in bands, because pinned memory for all of a large picture would double its memory.
  constexpr std::size_t max_staged = std::size_t{16} << 20U;
  const auto height = static_cast<std::size_t>(image.height);
  const std::size_t row_bytes = static_cast<std::size_t>(image.width) * array.element_size();
  const std::size_t rows_at_once = std::clamp<std::size_t>(max_staged / row_bytes, 1, height);
  const gpu::Buffer staging = setup.device.allocate_pinned(rows_at_once * row_bytes);
  const ScopedSynchronize wait(setup.stream);
  for (std::size_t slice = 0; slice < static_cast<std::size_t>(image.depth); ++slice) {
    for (std::size_t row = 0; row < height; row += rows_at_once) {
      const std::size_t rows = std::min(rows_at_once, height - row);
      const Image band = with_array_channels(rows_of(image, slice * height + row, rows));
      std::ranges::copy(band.pixels, staging.host_bytes().begin());
      array.copy_from(staging.host_bytes().first(rows * row_bytes), {{0, row, slice}, with_rows(array.shape(), rows)},
                      setup.stream);
      setup.stream.synchronize();
    }
  }
}

}  // namespace texelscope::app
