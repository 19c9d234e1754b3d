#include "app/images/textures/texture_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <utility>

#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

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

bool is_in_file(const PictureFile& file, const ByteRange& range) {
  // A place close to 2⁶⁴ would wrap around.
  return range.place <= file.source.size() && range.size <= file.source.size() - range.place;
}

/// Everything of a picture except its texels.
Image picture_without_texels(const TextureFile& texture, const TexturePicture& picture) {
  const TexelFormat& format = texture.format;
  Image image{static_cast<int>(extent_at(texture.shape.width, picture.level)),
              static_cast<int>(extent_at(texture.shape.height, picture.level)),
              format.channels,
              image_type(format),
              {}};
  image.is_red_green = format.channels == 2 && format.bits[1].name != 'A';
  image.is_premultiplied = texture.is_premultiplied && image.channels % 2 == 0;
  image.note = texture.note;
  if (!texture.note.empty()) {
    image.facts.push_back({"texture", texture.note});
  }
  if (const bool is_srgb = format.name.find("SRGB") != std::string::npos;
      is_srgb || format.name.find("UNORM") != std::string::npos) {
    image.facts.push_back({"color space", is_srgb ? "sRGB" : "linear", true});
  }
  if (image.channels % 2 == 0 && !image.is_red_green) {
    image.facts.push_back(
        {"alpha", texture.is_premultiplied ? "premultiplied" : "straight", !texture.is_premultiplied});
  }
  if (!format.rest.empty()) {
    // Those of two files are compared as Image::stored.
    image.facts.push_back({std::string(format.rest), "stored"});
    add_note(image.note, fmt::format("its {} is not read", format.rest));
  }
  return image;
}

Image decode_picture(const PictureFile& file, const TextureFile& texture, const TexturePicture& picture) {
  Image image = picture_without_texels(texture, picture);
  const auto width = static_cast<std::uint64_t>(image.width);
  const auto height = static_cast<std::uint64_t>(image.height);
  if (is_stored_alike(texture.format)) {
    static_cast<void>(checked_image_size(file.path, width, height, image.channels, image.type));
  } else {
    image.pixels = make_image(file, width, height, image.channels, image.type).pixels;
  }
  try {
    decode_texels(texture.format, texture.read_texels(picture), image);
  } catch (const gpu::InvalidArgument& error) {
    fail_reading(file, error.what());
  }
  return image;
}

}  // namespace

std::uint32_t extent_at(std::uint32_t extent, std::uint32_t level) {
  return std::max<std::uint32_t>(1, level < 32 ? extent >> level : 0);
}

TexelFormat require_texel_format(const PictureFile& file, std::string_view prefix, std::string_view name) {
  std::optional<TexelFormat> format = texel_format(name);
  if (!format) {
    fail_unsupported(file, fmt::format("{}{}", prefix, name));
  }
  return *std::move(format);
}

std::vector<TexturePicture> texture_pictures(const PictureFile& file, const TextureShape& shape) {
  static_cast<void>(checked_image_size(file.path, shape.width, shape.height, 1, gpu::DataType::uint8));
  const std::uint32_t longest = std::max({shape.width, shape.height, shape.depth});
  if (shape.levels < 1 || shape.levels > static_cast<std::uint32_t>(std::bit_width(longest))) {
    fail_reading(file, fmt::format("it has {} levels, but its largest extent is {} texels (damaged file)", shape.levels,
                                   longest));
  }
  // The product of three 32-bit numbers may exceed 64 bits.
  constexpr std::uint64_t max_pictures = 1'000'000;
  std::uint64_t slices = 0;
  for (std::uint32_t level = 0; level < shape.levels; ++level) {
    slices += extent_at(shape.depth, level);
  }
  const std::uint64_t images = std::uint64_t{shape.layers} * shape.faces;
  if (slices > max_pictures || images > max_pictures || slices * images > max_pictures) {
    fail_reading(file,
                 fmt::format("its {} layers, {} faces, {} slices and {} levels are more than {} pictures (damaged "
                             "file)",
                             shape.layers, shape.faces, shape.depth, shape.levels, max_pictures));
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

std::uint64_t picture_bytes(const TextureShape& shape, const TexelFormat& format, std::uint32_t level) {
  return texel_bytes(format, extent_at(shape.width, level), extent_at(shape.height, level));
}

std::vector<std::byte> read_range(const PictureFile& file, const ByteRange& range) {
  if (!is_in_file(file, range)) {
    fail_truncated(file);
  }
  std::vector<std::byte> bytes(range.size);
  if (file.source.read(range.place, bytes) != bytes.size()) {
    fail_truncated(file);
  }
  return bytes;
}

PictureParts texture_parts(const PictureFile& file, TextureFile texture) {
  std::vector<TexturePicture> pictures = texture_pictures(file, texture.shape);
  const std::size_t promised = pictures.size();
  std::erase_if(pictures, [&](const TexturePicture& picture) { return !is_in_file(file, texture.range_of(picture)); });
  if (pictures.empty()) {
    fail_truncated(file);
  }
  if (pictures.size() < promised) {
    add_note(texture.note,
             fmt::format("it contains {} of the {} pictures that its header promises", pictures.size(), promised));
  }
  std::uint64_t end = 0;
  for (const TexturePicture& picture : pictures) {
    const ByteRange range = texture.range_of(picture);
    end = std::max(end, range.place + range.size);
  }
  // Texels may be followed by padding.
  constexpr std::uint64_t padding = 3;
  const std::uint64_t rest = file.source.size() - end;
  const bool has_blocks = texture.format.encoding != gpu::TexelEncoding::element;
  PictureParts parts{names_of(pictures, texture.shape), pictures.size(), {}};
  const auto shared = std::make_shared<const TextureFile>(std::move(texture));
  if (has_blocks) {
    parts.read_blocks = [shared, pictures](std::size_t index) {
      Image image = picture_without_texels(*shared, pictures[index]);
      image.stored = stored_texels(shared->format, shared->read_texels(pictures[index]));
      return image;
    };
  }
  parts.read = [&file, shared, pictures = std::move(pictures), rest](std::size_t index, Orientation) {
    Image image = decode_picture(file, *shared, pictures[index]);
    if (rest > padding) {
      image.unread.push_back(fmt::format("{} bytes after its texels", rest));
    }
    return image;
  };
  return parts;
}

}  // namespace texelscope::app
