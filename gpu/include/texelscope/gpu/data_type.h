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

/// The type with this name; nullopt if there is none.
[[nodiscard]] std::optional<DataType> data_type_from_string(std::string_view name) noexcept;

[[nodiscard]] bool is_floating_point(DataType type) noexcept;
[[nodiscard]] bool is_signed_integer(DataType type) noexcept;
[[nodiscard]] bool is_unsigned_integer(DataType type) noexcept;

/// The storage of an array's texels (CUarray_format): as channels of a DataType, or encoded.
enum class TexelEncoding : unsigned char {
  /// Channels of a DataType, which textures read unchanged, or as normalized floats on request.
  element,
  /// 8- or 16-bit integers that textures always read as normalized floats (CU_AD_FORMAT_UNORM_…, SNORM_…).
  normalized,
  /// Blocks of 4 × 4 texels (CU_AD_FORMAT_BC…), which textures decode; the srgb variants are decoded to linear light.
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
  /// A luma plane, and a chroma plane at half the extents (CU_AD_FORMAT_NV12).
  nv12
};

/// The enumerator's name, such as "bc7_unorm".
[[nodiscard]] std::string_view to_string(TexelEncoding encoding) noexcept;

/// Whether texels are stored in blocks of 4 × 4.
[[nodiscard]] constexpr bool is_block_compressed(TexelEncoding encoding) noexcept {
  return encoding >= TexelEncoding::bc1_unorm && encoding <= TexelEncoding::bc7_unorm_srgb;
}
/// Texels per block along x and y.
inline constexpr unsigned block_extent = 4;
/// Bytes per block: 8 for BC1 and BC4, 16 for the others; 0 if there are no blocks.
[[nodiscard]] std::size_t block_bytes(TexelEncoding encoding) noexcept;
/// Whether the color is sRGB-encoded, which textures decode.
[[nodiscard]] bool is_srgb(TexelEncoding encoding) noexcept;
/// The type and number of channels of the blocks, or of the planes of nv12, as CUDA counts them: BC4 has 1 channel, BC5
/// has 2, BC6H and nv12 have 3, the others 4. uint8 and 0 for element and normalized, which allow any type and number.
[[nodiscard]] DataType channel_type(TexelEncoding encoding) noexcept;
[[nodiscard]] int channel_count(TexelEncoding encoding) noexcept;

}  // namespace texelscope::gpu
