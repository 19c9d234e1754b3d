#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/image.h"
#include "texelscope/gpu/data_type.h"

/// How DDS, KTX and KTX2 files store texels: by the name of the format in an API.
namespace texelscope::app {

/// How the bits of a channel represent a number.
enum class ChannelNumbers : unsigned char {
  unorm,
  snorm,
  uint,
  sint,
  /// 16 or 32 bits of IEEE 754; 10 or 11 bits without sign, with an exponent of 5 bits.
  floating,
  /// 9 bits, times a power of two that the texel's channels share in the upper 5 bits.
  shared_exponent
};

/// Bits of a texel, the lowest of its first byte first.
struct ChannelBits {
  /// 'R', 'G', 'B' or 'A'; depth is 'R'.
  char name = 'R';
  unsigned first = 0;
  unsigned count = 0;
  bool operator==(const ChannelBits&) const = default;
};

struct TexelFormat {
  /// In its API, such as "B5G6R5_UNORM".
  std::string name;
  /// A block encoding, or `element` for texels of channels.
  gpu::TexelEncoding encoding = gpu::TexelEncoding::element;
  /// Extents of a block in texels; 1 × 1 for texels of channels.
  unsigned block_width = 1;
  unsigned block_height = 1;
  /// Bytes of a block or texel.
  std::size_t unit_bytes = 0;
  ChannelNumbers numbers = ChannelNumbers::unorm;
  /// In the order of the image: red, green, blue, alpha.
  std::array<ChannelBits, 4> bits{};
  int channels = 0;
  /// Whether blocks are ASTC, which no TexelEncoding has.
  bool is_astc = false;
  /// The rest of a texel, which is not read, for notes: "stencil"; usually empty.
  std::string_view rest{};

  [[nodiscard]] bool is_block() const noexcept { return encoding != gpu::TexelEncoding::element || is_astc; }
};

/// The format with a name of DXGI, without "DXGI_FORMAT_", or of Vulkan, without "VK_FORMAT_"; nothing for one that is
/// not supported. Components of DXGI names, and of Vulkan names without "PACK", start at the lowest bit.
[[nodiscard]] std::optional<TexelFormat> texel_format(std::string_view name);

/// A format of channels whose bits `masks` select for red, green, blue and alpha; nothing if a mask has gaps, masks
/// overlap, or none is set.
[[nodiscard]] std::optional<TexelFormat> masked_texel_format(unsigned bits, std::span<const std::uint32_t, 4> masks,
                                                             ChannelNumbers numbers);

/// The type of the image's values: uint8 or uint16 for unorm and uint of up to 8 or 16 bits, scaled to the type's range
/// for unorm; uint32 or int32 for other integers; otherwise float32.
[[nodiscard]] gpu::DataType image_type(const TexelFormat& format);

/// Whether image values are the file's bytes.
[[nodiscard]] bool is_stored_alike(const TexelFormat& format);

/// Bytes of a picture of `width` × `height` texels.
[[nodiscard]] std::uint64_t texel_bytes(const TexelFormat& format, std::uint64_t width, std::uint64_t height);

/// Bytes of texels with their format, for Image::stored.
[[nodiscard]] std::shared_ptr<const StoredTexels> stored_texels(const TexelFormat& format,
                                                                std::vector<std::byte> bytes);

/// Decodes `stored` into the pixels of an image of this type and number of channels, and keeps the bytes as
/// Image::stored if they are not the pixels. `stored` has texel_bytes(). @throws gpu::InvalidArgument for ASTC blocks
/// that are damaged, or if the program was built without their decoder.
void decode_texels(const TexelFormat& format, std::vector<std::byte> stored, Image& image);

}  // namespace texelscope::app
