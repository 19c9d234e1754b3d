#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::gpu::mipmap {

/// The storage of a channel: a DataType, by its number, or a float or double between two passes.
enum class ChannelStorage : std::int32_t {
  uint8 = static_cast<std::int32_t>(DataType::uint8),
  uint16 = static_cast<std::int32_t>(DataType::uint16),
  uint32 = static_cast<std::int32_t>(DataType::uint32),
  int8 = static_cast<std::int32_t>(DataType::int8),
  int16 = static_cast<std::int32_t>(DataType::int16),
  int32 = static_cast<std::int32_t>(DataType::int32),
  float16 = static_cast<std::int32_t>(DataType::float16),
  float32 = static_cast<std::int32_t>(DataType::float32),
  between_float = 8,
  between_double = 9
};

/// The curve of IEC 61966-2-1.
struct SrgbTables {
  /// Linear value of each code.
  float linear[256];
  /// The smallest value for which a code is the nearest one; −∞ for code 0.
  float threshold[256];
};

[[nodiscard]] const SrgbTables& srgb_tables();

/// One axis of one level, filtered from memory with contiguous texels, x fastest.
struct FilterPass {
  const std::byte* source;
  std::byte* destination;
  /// For each texel along the axis: the first source texel, then `taps` weights.
  const double* weights;
  std::int32_t taps;
  std::int32_t axis;
  /// Texels of the destination along x, y, and z or the slices.
  std::int32_t extent[3];
  /// Texels of the source along the axis; along the other axes, source and destination have the same number.
  std::int32_t source_extent;
  std::int32_t num_channels;
  std::int32_t address_mode;
  ChannelStorage from;
  ChannelStorage to;
  /// Colors are decoded when read from uint8, and encoded when written as uint8.
  std::int32_t is_srgb;
  /// Signed integers are clamped to a symmetric range: the lowest is the negative of the highest.
  std::int32_t is_normalized;
};

/// The number of doubles for the weights of an axis with `extent` destination texels.
[[nodiscard]] std::size_t weight_count(LevelFilter filter, std::uint64_t extent) noexcept;
[[nodiscard]] std::int32_t tap_count(LevelFilter filter) noexcept;

/// Writes the weights of an axis, in the order of the stream.
void fill_weights(const Stream& stream, double* weights, LevelFilter filter, std::int32_t source_extent,
                  std::int32_t extent);

/// Filters along an axis, in the order of the stream.
void filter(const Stream& stream, const FilterPass& pass);

}  // namespace texelscope::gpu::mipmap
