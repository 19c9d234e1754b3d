#include "app/scenes/input_image.h"

#include <algorithm>
#include <utility>

#include "app/device/scoped_synchronize.h"
#include "app/files/assets.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"

namespace texelscope::app {
namespace {

/// A rectangle of an image, whose rows count through the slices of a volume.
Image part_of(const Image& image, const PixelRectangle& part) {
  const std::size_t texel_bytes = static_cast<std::size_t>(image.channels) * gpu::size_bytes(image.type);
  const std::size_t row_bytes = static_cast<std::size_t>(part.width) * texel_bytes;
  const std::size_t pitch = static_cast<std::size_t>(image.width) * texel_bytes;
  Image copied{part.width, part.height, image.channels, image.type, {}};
  copied.pixels.reserve(row_bytes * static_cast<std::size_t>(part.height));
  const std::byte* row =
      image.pixels.data() + static_cast<std::size_t>(part.y) * pitch + static_cast<std::size_t>(part.x) * texel_bytes;
  for (int i = 0; i < part.height; ++i, row += pitch) {
    copied.pixels.insert(copied.pixels.end(), row, row + row_bytes);
  }
  return copied;
}

/// Writes a rectangle of an image to the upper left corner of a slice or layer.
void upload_part(const SceneSetup& setup, const Image& image, const PixelRectangle& part, const gpu::CUDAArray& array,
                 std::size_t slice) {
  // Copies in bands, because pinned memory for all of a large picture would double its memory.
  constexpr std::size_t max_staged = std::size_t{16} << 20U;
  const std::size_t row_bytes = static_cast<std::size_t>(part.width) * array.element_size();
  const int rows_at_once = std::clamp(static_cast<int>(max_staged / row_bytes), 1, part.height);
  const gpu::Buffer staging = setup.device.allocate_pinned(static_cast<std::size_t>(rows_at_once) * row_bytes);
  const ScopedSynchronize wait(setup.stream);
  for (int row = 0; row < part.height; row += rows_at_once) {
    const int rows = std::min(rows_at_once, part.height - row);
    const Image band = with_array_channels(part_of(image, {part.x, part.y + row, part.width, rows}));
    std::ranges::copy(band.pixels, staging.host_bytes().begin());
    const auto width = static_cast<std::uint64_t>(part.width);
    const auto height = static_cast<std::uint64_t>(rows);
    const bool has_slices = array.descriptor().copy_extent().rank() == 3;
    array.copy_from(staging.host_bytes().first(static_cast<std::size_t>(rows) * row_bytes),
                    {{0, static_cast<std::uint64_t>(row), slice},
                     has_slices ? gpu::Extent(width, height, 1) : gpu::Extent(width, height)},
                    setup.stream);
    setup.stream.synchronize();
  }
}

/// The picture with values and channels that are shown like its own.
std::shared_ptr<const Image> drawn_picture(const SceneSetup& setup) {
  std::shared_ptr<const Image> image = picture_or_builtin(setup.image);
  if (is_number_type(image->type)) {
    image = std::make_shared<const Image>(with_float_numbers(*image));
  }
  return image->is_red_green ? std::make_shared<const Image>(with_blue(*image)) : image;
}

int array_channels(const Image& image) { return image.channels == 3 ? 4 : image.channels; }

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
  const std::shared_ptr<const Image> image = drawn_picture(setup);
  auto array = gpu::CUDAArray::from_descriptor(
      setup.device, {gpu::Extent(static_cast<std::uint64_t>(image->width), static_cast<std::uint64_t>(image->height)),
                     image->type, array_channels(*image), false});
  upload(setup, *image, array);
  return array;
}

gpu::MipmappedArray input_levels(const SceneSetup& setup) {
  const std::shared_ptr<const Image> image = drawn_picture(setup);
  const gpu::Extent shape(static_cast<std::uint64_t>(image->width), static_cast<std::uint64_t>(image->height));
  auto levels = gpu::MipmappedArray::from_descriptor(setup.device, {shape, image->type, array_channels(*image), true},
                                                     gpu::full_level_count(shape));
  upload(setup, *image, levels.level(0));
  return levels;
}

std::optional<PictureTiles> tiles_of(const gpu::DeviceProperties& device, const Image& image) {
  const auto width = static_cast<std::uint64_t>(image.width);
  const auto height = static_cast<std::uint64_t>(image.height);
  if (width <= device.max_texture_2d[0] && height <= device.max_texture_2d[1]) {
    return std::nullopt;
  }
  const auto divided_upwards = [](std::uint64_t value, std::uint64_t by) { return (value + by - 1) / by; };
  const std::uint64_t columns = divided_upwards(width, device.max_texture_2d_layered[0]);
  const std::uint64_t rows = divided_upwards(height, device.max_texture_2d_layered[1]);
  return PictureTiles{static_cast<int>(divided_upwards(width, columns)),
                      static_cast<int>(divided_upwards(height, rows)), static_cast<int>(columns),
                      static_cast<int>(rows)};
}

gpu::CUDAArray tiled_input_array(const SceneSetup& setup, const PictureTiles& tiles) {
  const std::shared_ptr<const Image> image = drawn_picture(setup);
  auto array = gpu::CUDAArray::from_descriptor(
      setup.device,
      {.shape = gpu::Extent(static_cast<std::uint64_t>(tiles.width), static_cast<std::uint64_t>(tiles.height)),
       .format = image->type,
       .num_channels = array_channels(*image),
       .kind = gpu::ArrayKind::layered,
       .num_layers = static_cast<std::uint64_t>(tiles.columns) * static_cast<std::uint64_t>(tiles.rows)});
  std::size_t layer = 0;
  for (int y = 0; y < image->height; y += tiles.height) {
    for (int x = 0; x < image->width; x += tiles.width) {
      upload_part(setup, *image,
                  {x, y, std::min(tiles.width, image->width - x), std::min(tiles.height, image->height - y)}, array,
                  layer++);
    }
  }
  return array;
}

void upload(const SceneSetup& setup, const Image& image, const gpu::CUDAArray& array) {
  for (int slice = 0; slice < image.depth; ++slice) {
    upload_part(setup, image, {0, slice * image.height, image.width, image.height}, array,
                static_cast<std::size_t>(slice));
  }
}

}  // namespace texelscope::app
