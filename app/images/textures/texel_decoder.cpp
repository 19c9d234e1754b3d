#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/images/row_ranges.h"
#include "app/images/textures/astc_blocks.h"
#include "app/images/textures/texel_format.h"
#include "texelscope/gpu/block_decoder.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::app {
namespace {

using gpu::DataType;

unsigned most_bits(const TexelFormat& format) { return std::ranges::max(format.bits, {}, &ChannelBits::count).count; }

/// Whether each channel has exactly the bits of the image's values.
bool has_whole_channels(const TexelFormat& format, DataType type) {
  const std::span used(format.bits.data(), static_cast<std::size_t>(format.channels));
  const bool is_number = format.numbers == ChannelNumbers::unorm || format.numbers == ChannelNumbers::uint ||
                         format.numbers == ChannelNumbers::sint || format.numbers == ChannelNumbers::floating;
  return is_number && std::ranges::all_of(used, [&](const ChannelBits& one) {
           return one.count == 8 * gpu::size_bytes(type) && one.first % 8 == 0;
         });
}

/// A texel's bits, with room to load eight bytes anywhere in it.
class TexelBits {
 public:
  TexelBits(const std::byte* texel, std::size_t size) { std::memcpy(bytes_.data(), texel, size); }

  [[nodiscard]] std::uint32_t operator()(unsigned first, unsigned count) const {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes_.data() + first / 8, sizeof(word));
    return static_cast<std::uint32_t>(word >> first % 8 & ((std::uint64_t{1} << count) - 1));
  }

 private:
  std::array<std::byte, 24> bytes_{};
};

/// A number of 10 or 11 bits: an exponent of 5 bits above the mantissa, as in float16.
float unsigned_float(std::uint32_t bits, unsigned count) {
  return kernels::float32_from_float16(static_cast<std::uint16_t>(bits << (15 - count)));
}

std::int32_t signed_number(std::uint32_t bits, unsigned count) {
  return static_cast<std::int32_t>(bits << (32 - count)) >> (32 - count);
}

float float_value(const TexelFormat& format, const TexelBits& texel, const ChannelBits& channel) {
  const std::uint32_t bits = texel(channel.first, channel.count);
  const double largest = std::exp2(channel.count) - 1;
  switch (format.numbers) {
    case ChannelNumbers::snorm:
      // The lowest number is −1, too (Vulkan 1.3, "Conversion From Normalized Fixed-Point to Floating-Point").
      return static_cast<float>(std::max(-1.0, signed_number(bits, channel.count) / ((largest - 1) / 2)));
    case ChannelNumbers::shared_exponent: {
      constexpr int bias = 15 + 9;
      return std::ldexp(static_cast<float>(bits), static_cast<int>(texel(27, 5)) - bias);
    }
    case ChannelNumbers::floating:
      return channel.count == 32   ? std::bit_cast<float>(bits)
             : channel.count == 16 ? kernels::float32_from_float16(static_cast<std::uint16_t>(bits))
                                   : unsigned_float(bits, channel.count);
    default:
      return static_cast<float>(bits / largest);
  }
}

template <class Value>
Value whole_value(const TexelFormat& format, const TexelBits& texel, const ChannelBits& channel) {
  const std::uint32_t bits = texel(channel.first, channel.count);
  if (format.numbers == ChannelNumbers::sint) {
    return static_cast<Value>(signed_number(bits, channel.count));
  }
  if (format.numbers == ChannelNumbers::uint) {
    return static_cast<Value>(bits);
  }
  const std::uint64_t largest = (std::uint64_t{1} << channel.count) - 1;
  return static_cast<Value>((std::uint64_t{bits} * std::numeric_limits<Value>::max() + largest / 2) / largest);
}

template <class Value>
Value value_of(const TexelFormat& format, const TexelBits& texel, const ChannelBits& channel) {
  if constexpr (std::is_same_v<Value, float>) {
    return float_value(format, texel, channel);
  } else {
    return whole_value<Value>(format, texel, channel);
  }
}

template <class Value>
void decode_channels(const TexelFormat& format, const std::byte* stored, Image& image, int begin, int end) {
  const auto channels = static_cast<std::size_t>(format.channels);
  const auto width = static_cast<std::size_t>(image.width);
  const bool is_copied = has_whole_channels(format, image.type);
  for (std::size_t texel = static_cast<std::size_t>(begin) * width; texel < static_cast<std::size_t>(end) * width;
       ++texel) {
    const std::byte* const from = stored + texel * format.unit_bytes;
    std::byte* const to = image.pixels.data() + texel * channels * sizeof(Value);
    for (std::size_t channel = 0; is_copied && channel < channels; ++channel) {
      std::memcpy(to + channel * sizeof(Value), from + format.bits[channel].first / 8, sizeof(Value));
    }
    if (!is_copied) {
      const TexelBits bits(from, format.unit_bytes);
      for (std::size_t channel = 0; channel < channels; ++channel) {
        const auto value = value_of<Value>(format, bits, format.bits[channel]);
        std::memcpy(to + channel * sizeof(Value), &value, sizeof(Value));
      }
    }
  }
}

/// Writes a decoded channel as a value of the image.
void write_channel(DataType decoded, std::uint16_t bits, std::byte* to) {
  float value = 0;
  switch (decoded) {
    case DataType::uint8:
      *to = static_cast<std::byte>(bits);
      return;
    case DataType::uint16:
      std::memcpy(to, &bits, sizeof(bits));
      return;
    case DataType::int16:
      value = static_cast<float>(static_cast<std::int16_t>(bits)) / 32767;
      break;
    default:
      value = kernels::float32_from_float16(bits);
  }
  std::memcpy(to, &value, sizeof(value));
}

void decode_blocks(const TexelFormat& format, const std::byte* stored, Image& image, int first_row, int end_row) {
  const DataType decoded = gpu::decoded_type(format.encoding);
  const std::size_t value_bytes = gpu::size_bytes(image.type);
  const auto channels = static_cast<std::size_t>(image.channels);
  const auto width = static_cast<std::uint64_t>(image.width);
  gpu::decode_block_rows(format.encoding, stored, width, static_cast<std::uint64_t>(image.height),
                         static_cast<std::uint64_t>(first_row), static_cast<std::uint64_t>(end_row),
                         [&](std::uint64_t x, std::uint64_t y, const std::array<std::uint16_t, 4>& texel) {
                           std::byte* const to = image.pixels.data() + (y * width + x) * channels * value_bytes;
                           for (std::size_t channel = 0; channel < channels; ++channel) {
                             write_channel(decoded, texel[channel], to + channel * value_bytes);
                           }
                         });
}

void decode_channels(const TexelFormat& format, const std::byte* stored, Image& image, int begin, int end) {
  switch (image.type) {
    case DataType::uint8:
      return decode_channels<std::uint8_t>(format, stored, image, begin, end);
    case DataType::uint16:
      return decode_channels<std::uint16_t>(format, stored, image, begin, end);
    case DataType::uint32:
      return decode_channels<std::uint32_t>(format, stored, image, begin, end);
    case DataType::int32:
      return decode_channels<std::int32_t>(format, stored, image, begin, end);
    default:
      return decode_channels<float>(format, stored, image, begin, end);
  }
}

}  // namespace

DataType image_type(const TexelFormat& format) {
  if (format.is_astc) {
    return DataType::uint8;
  }
  if (format.is_block()) {
    const DataType decoded = gpu::decoded_type(format.encoding);
    return decoded == DataType::uint8 || decoded == DataType::uint16 ? decoded : DataType::float32;
  }
  const unsigned bits = most_bits(format);
  switch (format.numbers) {
    case ChannelNumbers::unorm:
      return bits <= 8 ? DataType::uint8 : bits <= 16 ? DataType::uint16 : DataType::float32;
    case ChannelNumbers::uint:
      return bits == 8 ? DataType::uint8 : bits == 16 ? DataType::uint16 : DataType::uint32;
    case ChannelNumbers::sint:
      return DataType::int32;
    default:
      return DataType::float32;
  }
}

bool is_stored_alike(const TexelFormat& format) {
  if (format.is_block()) {
    return false;
  }
  const DataType type = image_type(format);
  unsigned next = 0;
  for (int channel = 0; channel < format.channels; ++channel) {
    const ChannelBits& one = format.bits[static_cast<std::size_t>(channel)];
    if (one.first != std::exchange(next, next + one.count)) {
      return false;
    }
  }
  return has_whole_channels(format, type) && next == 8 * format.unit_bytes;
}

std::uint64_t texel_bytes(const TexelFormat& format, std::uint64_t width, std::uint64_t height) {
  const auto units = [](std::uint64_t texels, unsigned extent) { return (texels + extent - 1) / extent; };
  return units(width, format.block_width) * units(height, format.block_height) * format.unit_bytes;
}

std::shared_ptr<const StoredTexels> stored_texels(const TexelFormat& format, std::vector<std::byte> bytes) {
  return std::make_shared<const StoredTexels>(StoredTexels{format.name, format.encoding, format.block_width,
                                                           format.block_height, format.unit_bytes, std::move(bytes)});
}

void decode_texels(const TexelFormat& format, std::vector<std::byte> stored, Image& image) {
  if (is_stored_alike(format)) {
    image.pixels = std::move(stored);
    return;
  }
  if (format.is_astc) {
    decode_astc(format, stored, image);
  } else if (format.is_block()) {
    constexpr auto side = static_cast<int>(gpu::block_extent);
    for_row_ranges((image.height + side - 1) / side,
                   [&](int begin, int end) { decode_blocks(format, stored.data(), image, begin, end); });
  } else {
    for_row_ranges(image.height,
                   [&](int begin, int end) { decode_channels(format, stored.data(), image, begin, end); });
  }
  // A float16 is its float32's upper bits; the bytes of whole channels are the values, perhaps in another order.
  const bool is_half = format.numbers == ChannelNumbers::floating && most_bits(format) == 16;
  if (format.is_block() || (!is_half && !has_whole_channels(format, image.type))) {
    image.stored = stored_texels(format, std::move(stored));
  } else if (std::accumulate(format.bits.begin(), format.bits.begin() + format.channels, 0U,
                             [](unsigned sum, const ChannelBits& one) { return sum + one.count; }) <
             8 * format.unit_bytes) {
    // Texels have bits without a channel.
    image.exact = stored_texels(format, std::move(stored));
  }
}

}  // namespace texelscope::app
