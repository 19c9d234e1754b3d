#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/formats/picture_decoders.h"
#include "app/images/textures/texel_format.h"

/// DDS, KTX and KTX2 files contain textures of levels, layers and faces; their texels are stored in a GPU's format.
namespace texelscope::app {

/// The format with this name of an API, whose names begin with `prefix`. @throws FileError for an unsupported format,
/// with its full name.
[[nodiscard]] TexelFormat require_texel_format(const PictureFile& file, std::string_view prefix, std::string_view name);

/// The extents of level 0, each at least 1.
struct TextureShape {
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  std::uint32_t depth = 1;
  std::uint32_t layers = 1;
  /// 6 for a cube map.
  std::uint32_t faces = 1;
  std::uint32_t levels = 1;
};

/// A width, height or depth at a level: halved for each level and rounded down, at least 1.
[[nodiscard]] std::uint32_t extent_at(std::uint32_t extent, std::uint32_t level);

/// One picture of a texture.
struct TexturePicture {
  std::uint32_t level = 0;
  std::uint32_t layer = 0;
  std::uint32_t face = 0;
  std::uint32_t slice = 0;
};

/// Lists all parts of a texture: by layer, then by face, level and slice. @throws FileError for a shape that textures
/// cannot have, or one with more than a million parts.
[[nodiscard]] std::vector<TexturePicture> texture_pictures(const PictureFile& file, const TextureShape& shape);

/// Bytes of one part of a level.
[[nodiscard]] std::uint64_t picture_bytes(const TextureShape& shape, const TexelFormat& format, std::uint32_t level);

/// Bytes of a file.
struct ByteRange {
  std::uint64_t place = 0;
  std::uint64_t size = 0;
};
/// Reads bytes. @throws FileError if the file ends too early.
[[nodiscard]] std::vector<std::byte> read_range(const PictureFile& file, const ByteRange& range);

/// A texture whose headers have been read.
struct TextureFile {
  TextureShape shape;
  TexelFormat format;
  bool is_premultiplied = false;
  /// For each image; empty for none.
  std::string note;
  /// The bytes that the file must contain for a picture.
  std::function<ByteRange(const TexturePicture&)> range_of;
  /// Reads the picture_bytes() of a picture, without the file's padding. @throws FileError.
  std::function<std::vector<std::byte>(const TexturePicture&)> read_texels;
};

/// The parts of a texture, such as "layer 2 face +x level 0": each index of which it has only one value is omitted.
/// Parts that are not completely in the file are not listed, which the images' notes mention. @throws FileError like
/// texture_pictures(), and if no part is there.
[[nodiscard]] PictureParts texture_parts(const PictureFile& file, TextureFile texture);

}  // namespace texelscope::app
