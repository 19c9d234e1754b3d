#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace texelscope::gpu {

/// Type of one element, or of one channel of a texel.
enum class DataType : unsigned char { uint8, uint16, uint32, int8, int16, int32, float16, float32 };

/// Bytes of one element.
[[nodiscard]] std::size_t size_bytes(DataType type) noexcept;

/// The enumerator's name, such as "uint8".
[[nodiscard]] std::string_view to_string(DataType type) noexcept;

/// The type of that name; nothing when there is none.
[[nodiscard]] std::optional<DataType> data_type_from_string(std::string_view name) noexcept;

[[nodiscard]] bool is_floating_point(DataType type) noexcept;
[[nodiscard]] bool is_signed_integer(DataType type) noexcept;
[[nodiscard]] bool is_unsigned_integer(DataType type) noexcept;

/// How an array stores its texels (CUarray_format): as channels of a DataType, or otherwise.
enum class TexelEncoding : unsigned char {
  /// Channels of a DataType, which textures read as they are, or as normalized floats where they are told to.
  element,
  /// Integers of 8 or 16 bits that textures always read as normalized floats (CU_AD_FORMAT_UNORM_…, SNORM_…).
  normalized,
  /// Blocks of 4 × 4 texels (CU_AD_FORMAT_BC…), which textures decode. Those with srgb are decoded to linear light.
  bc1_unorm,
  bc1_unorm_srgb,
  bc2_unorm,
  bc2_unorm_srgb,
  bc3_unorm,
  bc3_unorm_srgb,
  bc4_unorm,
  bc4_snorm,
  bc5_unorm,
  bc5_snorm,
  bc6h_uf16,
  bc6h_sf16,
  bc7_unorm,
  bc7_unorm_srgb,
  /// A plane of luma and one of chroma at half the extents (CU_AD_FORMAT_NV12).
  nv12
};

/// The enumerator's name, such as "bc7_unorm".
[[nodiscard]] std::string_view to_string(TexelEncoding encoding) noexcept;

/// Whether texels are stored in blocks of 4 × 4.
[[nodiscard]] constexpr bool is_block_compressed(TexelEncoding encoding) noexcept {
  return encoding >= TexelEncoding::bc1_unorm && encoding <= TexelEncoding::bc7_unorm_srgb;
}
/// Texels of a block along x and y.
inline constexpr unsigned block_extent = 4;
/// Bytes of a block: 8 for BC1 and BC4, 16 for the others; 0 where there are no blocks.
[[nodiscard]] std::size_t block_bytes(TexelEncoding encoding) noexcept;
/// Whether the color is sRGB, which textures decode.
[[nodiscard]] bool is_srgb(TexelEncoding encoding) noexcept;
/// The type and the number of the channels that blocks, or the planes of nv12, are made of, as CUDA counts them:
/// BC4 has 1 channel, BC5 2, BC6H and nv12 3, the others 4. uint8 and 0 for element and normalized, which have any.
[[nodiscard]] DataType channel_type(TexelEncoding encoding) noexcept;
[[nodiscard]] int channel_count(TexelEncoding encoding) noexcept;

}  // namespace texelscope::gpu
