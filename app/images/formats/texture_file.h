#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/formats/picture_decoders.h"
#include "texelscope/gpu/data_type.h"

/// DDS and KTX2 files both contain textures of levels, layers and faces; their texels are stored in a GPU's format.
namespace texelscope::app {

/// The storage of a file's texels.
struct TexelFormat {
  /// uint8, uint16, float16 or float32 per channel; meaningless if `refused` is not empty.
  gpu::DataType type = gpu::DataType::uint8;
  int channels = 0;
  /// Whether blue comes first.
  bool is_bgr = false;
  /// Whether the fourth channel is padding, which is not read.
  bool has_padding = false;
  /// The name of an unsupported format; empty for a supported format.
  std::string_view refused{};
};
/// An unsupported format with this name.
constexpr TexelFormat refused(std::string_view name) { return {gpu::DataType::uint8, 0, false, false, name}; }

/// A format by its number in an enumeration of an API.
struct NumberedTexelFormat {
  std::uint32_t number = 0;
  TexelFormat format{};
};

/// Looks up a format by its number. @throws FileError for an unsupported format, with its name if the table contains
/// it.
[[nodiscard]] TexelFormat texel_format(const PictureFile& file, std::span<const NumberedTexelFormat> formats,
                                       std::string_view enumeration, std::uint32_t number);

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
/// cannot have, or a texture that is larger than the file.
[[nodiscard]] std::vector<TexturePicture> texture_pictures(const PictureFile& file, const TextureShape& shape);

/// The names of the parts, such as "layer 2 face +x level 0", omitting each index of which the texture has only one
/// value.
[[nodiscard]] std::vector<std::string> names_of(std::span<const TexturePicture> pictures, const TextureShape& shape);

/// Bytes of one part of a level.
[[nodiscard]] std::uint64_t picture_bytes(const TextureShape& shape, const TexelFormat& format, std::uint32_t level);

/// Reads a part from its position in the file. float16 becomes float32. @throws FileError.
[[nodiscard]] Image read_texture_picture(const PictureFile& file, const TextureShape& shape, const TexelFormat& format,
                                         const TexturePicture& picture, std::uint64_t place);

}  // namespace texelscope::app
