#include "app/images/formats/texture_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "texelscope/kernels/float16.h"

namespace texelscope::app {
namespace {

/// Fills `bytes` from the file. @throws FileError if it ends too early.
void read_bytes(const PictureFile& file, std::uint64_t place, std::span<std::byte> bytes) {
  if (file.source.read(place, bytes) != bytes.size()) {
    fail_truncated(file);
  }
}

void widen_halves(std::span<const std::byte> halves, std::span<std::byte> floats) {
  for (std::size_t i = 0; i < halves.size() / sizeof(std::uint16_t); ++i) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, halves.data() + i * sizeof(bits), sizeof(bits));
    const float value = kernels::float32_from_float16(bits);
    std::memcpy(floats.data() + i * sizeof(value), &value, sizeof(value));
  }
}

/// Exchanges red and blue, and drops a fourth channel that is only padding.
void order_channels(Image& image, const TexelFormat& format) {
  const std::size_t size = gpu::size_bytes(image.type);
  const std::size_t stored = static_cast<std::size_t>(format.channels) * size;
  const std::size_t kept = static_cast<std::size_t>(image.channels) * size;
  const std::size_t texels = image.pixels.size() / stored;
  for (std::size_t texel = 0; texel < texels; ++texel) {
    std::byte* const from = image.pixels.data() + texel * stored;
    if (format.is_bgr) {
      std::swap_ranges(from, from + size, from + 2 * size);
    }
    std::memmove(image.pixels.data() + texel * kept, from, kept);
  }
  image.pixels.resize(texels * kept);
}

}  // namespace

std::uint32_t extent_at(std::uint32_t extent, std::uint32_t level) {
  return std::max<std::uint32_t>(1, level < 32 ? extent >> level : 0);
}

TexelFormat texel_format(const PictureFile& file, std::span<const NumberedTexelFormat> formats,
                         std::string_view enumeration, std::uint32_t number) {
  const auto found = std::ranges::find(formats, number, &NumberedTexelFormat::number);
  if (found == formats.end()) {
    fail_reading(file, fmt::format("unsupported texels: {} {}", enumeration, number));
  }
  if (!found->format.refused.empty()) {
    fail_reading(file, fmt::format("unsupported texels: {}", found->format.refused));
  }
  return found->format;
}

std::vector<TexturePicture> texture_pictures(const PictureFile& file, const TextureShape& shape) {
  static_cast<void>(checked_image_size(file.path, shape.width, shape.height, 1, gpu::DataType::uint8));
  const std::uint32_t longest = std::max({shape.width, shape.height, shape.depth});
  if (shape.levels < 1 || shape.levels > static_cast<std::uint32_t>(std::bit_width(longest))) {
    fail_reading(file, fmt::format("it has {} levels, but its largest extent is {} texels (damaged file)", shape.levels,
                                   longest));
  }
  // Each part has at least one byte. The product of three 32-bit numbers may exceed 64 bits.
  const std::uint64_t max_pictures = std::min<std::uint64_t>(1'000'000, file.source.size());
  std::uint64_t slices = 0;
  for (std::uint32_t level = 0; level < shape.levels; ++level) {
    slices += extent_at(shape.depth, level);
  }
  const std::uint64_t images = std::uint64_t{shape.layers} * shape.faces;
  if (slices > max_pictures || images > max_pictures || slices * images > max_pictures) {
    fail_reading(file, fmt::format("its {} layers, {} slices and {} levels need more than its {} bytes (damaged file)",
                                   shape.layers, shape.depth, shape.levels, file.source.size()));
  }
  std::vector<TexturePicture> pictures;
  for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
    for (std::uint32_t face = 0; face < shape.faces; ++face) {
      for (std::uint32_t level = 0; level < shape.levels; ++level) {
        for (std::uint32_t slice = 0; slice < extent_at(shape.depth, level); ++slice) {
          pictures.push_back({level, layer, face, slice});
        }
      }
    }
  }
  return pictures;
}

std::vector<std::string> names_of(std::span<const TexturePicture> pictures, const TextureShape& shape) {
  constexpr std::array faces{"+x", "-x", "+y", "-y", "+z", "-z"};
  std::vector<std::string> names;
  for (const TexturePicture& picture : pictures) {
    const std::string layer = shape.layers > 1 ? fmt::format("layer {} ", picture.layer) : "";
    const std::string face = shape.faces > 1 ? fmt::format("face {} ", faces[picture.face % faces.size()]) : "";
    const std::string slice = shape.depth > 1 ? fmt::format(" slice {}", picture.slice) : "";
    names.push_back(fmt::format("{}{}level {}{}", layer, face, picture.level, slice));
  }
  return names;
}

std::uint64_t picture_bytes(const TextureShape& shape, const TexelFormat& format, std::uint32_t level) {
  return std::uint64_t{extent_at(shape.width, level)} * extent_at(shape.height, level) *
         static_cast<std::uint64_t>(format.channels) * gpu::size_bytes(format.type);
}

Image read_texture_picture(const PictureFile& file, const TextureShape& shape, const TexelFormat& format,
                           const TexturePicture& picture, std::uint64_t place) {
  const bool is_half = format.type == gpu::DataType::float16;
  Image image = make_image(file, extent_at(shape.width, picture.level), extent_at(shape.height, picture.level),
                           format.channels, is_half ? gpu::DataType::float32 : format.type);
  if (is_half) {
    std::vector<std::byte> halves(image.pixels.size() / 2);
    read_bytes(file, place, halves);
    widen_halves(halves, image.pixels);
  } else {
    read_bytes(file, place, image.pixels);
  }
  if (format.is_bgr || format.has_padding) {
    image.channels -= format.has_padding ? 1 : 0;
    order_channels(image, format);
  }
  return image;
}

}  // namespace texelscope::app
