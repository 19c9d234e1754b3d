#include "gpu/cpu/texture_unit/border_color.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "gpu/cpu/texture_unit/srgb.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

std::uint32_t truncated_to_float16(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000;
  const float magnitude = std::fabs(value);
  if (std::isnan(value)) {
    return sign | 0x7E00;
  }
  if (magnitude >= 65536) {
    return sign | (std::isinf(value) ? 0x7C00U : 0x7BFFU);
  }
  if (magnitude < 0x1p-14F) {
    return sign | static_cast<std::uint32_t>(magnitude * 0x1p24F);
  }
  return sign | (((bits & 0x7FFFFFFF) - (112U << 23)) >> 13);
}

/// `value_bits` without the sign. x is the magnitude truncated to 4 bits more than the format has; x − x/2^n is x
/// scaled to the format's full scale, and a tie is rounded down.
std::uint32_t normalized_integer(float value, int value_bits, bool is_signed) {
  if (!(is_signed ? value != 0 : value > 0)) {
    return 0;
  }
  const float magnitude = std::fmin(std::fabs(value), 1.0F);
  const auto x = static_cast<std::int32_t>(std::ldexp(magnitude, value_bits + 4));
  const std::int32_t quantized = (x - (x >> value_bits) + 7) >> 4;
  return static_cast<std::uint32_t>(value < 0 ? -quantized : quantized);
}

std::uint32_t border_channel(const TextureDescriptor& descriptor, DataType format, std::size_t channel) {
  const float value = descriptor.border_color[channel];
  if (format == DataType::float16) {
    return truncated_to_float16(value);
  }
  if (is_floating_point(format) || descriptor.read_mode == ReadMode::element) {
    return std::bit_cast<std::uint32_t>(value);
  }
  if (descriptor.srgb && channel < 3) {
    return srgb_code(value);
  }
  const bool is_signed = is_signed_integer(format);
  // NaN compares false everywhere, and would pass as signed.
  return std::isnan(value)
             ? 0
             : normalized_integer(value, static_cast<int>(8 * size_bytes(format)) - (is_signed ? 1 : 0), is_signed);
}

}  // namespace

std::array<std::byte, 16> border_texel(const TextureDescriptor& descriptor, DataType format) {
  static_assert(std::endian::native == std::endian::little, "the low bytes are copied");
  std::array<std::byte, 16> texel{};
  const std::size_t size = size_bytes(format);
  for (std::size_t channel = 0; channel < 4; ++channel) {
    const std::uint32_t bits = border_channel(descriptor, format, channel);
    std::memcpy(texel.data() + channel * size, &bits, size);
  }
  return texel;
}

}  // namespace texelscope::gpu::cpu::texture_unit
