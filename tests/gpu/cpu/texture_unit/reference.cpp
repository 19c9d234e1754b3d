#include "tests/gpu/cpu/texture_unit/reference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "texelscope/gpu/data_type.h"

namespace texelscope::tests {
namespace {

using gpu::AddressMode;
using gpu::DataType;
using gpu::FilterMode;
using gpu::ReadMode;
// 64 bits of significand on x86; everything below needs at most 60.
using Real = long double;
static_assert(std::numeric_limits<Real>::digits >= 64, "the reference needs an extended long double");

Real two_to(int exponent) { return std::ldexp(Real{1}, exponent); }
int exponent_of(Real value) { return std::ilogb(value); }

AddressMode real_mode(const TextureCase& texture, int axis) {
  const AddressMode mode = texture.descriptor.address_mode[axis];
  const bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
  return repeats && !texture.descriptor.normalized_coords ? AddressMode::clamp : mode;
}

/// u: the coordinate in texels. Repeating modes are reduced by whole pairs of periods, which changes no texel.
Real position(const TextureCase& texture, int axis, float coordinate) {
  Real x = std::isnan(coordinate) || std::fpclassify(coordinate) == FP_SUBNORMAL ? 0.0F : coordinate;
  if (!texture.descriptor.normalized_coords) {
    return x;
  }
  std::uint64_t largest = 1;
  for (int k = 0; k < texture.extent.rank(); ++k) {
    largest = std::max(largest, texture.extent[k]);
  }
  const int bits = std::max(21, static_cast<int>(std::ceil(std::log2(static_cast<Real>(largest)))) + 8);
  if (real_mode(texture, axis) == AddressMode::wrap || real_mode(texture, axis) == AddressMode::mirror) {
    x = std::isinf(x) ? 0 : std::fmod(x, Real{2});
  }
  x = std::isinf(x) ? x : std::floor(x * two_to(bits)) / two_to(bits);
  return x * static_cast<Real>(texture.extent[axis]);
}

/// The texel at an index; nullopt outside the texture, where the border applies.
std::optional<std::uint64_t> texel_index(const TextureCase& texture, int axis, Real index) {
  const auto extent = static_cast<Real>(texture.extent[axis]);
  switch (real_mode(texture, axis)) {
    case AddressMode::clamp:
      index = std::min(std::max(index, Real{0}), extent - 1);
      break;
    case AddressMode::border:
      if (!(index >= 0 && index < extent)) {
        return std::nullopt;
      }
      break;
    case AddressMode::wrap:
      index -= std::floor(index / extent) * extent;
      break;
    case AddressMode::mirror:
      index -= std::floor(index / (2 * extent)) * 2 * extent;
      index = index < extent ? index : 2 * extent - 1 - index;
      break;
  }
  return static_cast<std::uint64_t>(index);
}

/// A channel of a texel or of the border: a number (with signed zeros), an infinity or NaN; for integers the integer.
Real float16_value(std::uint32_t bits) {
  const std::uint32_t field = (bits >> 10) & 31;
  const Real fraction = bits & 1023;
  const Real magnitude =
      field == 31  ? (fraction != 0 ? std::numeric_limits<Real>::quiet_NaN() : std::numeric_limits<Real>::infinity())
      : field == 0 ? fraction * two_to(-24)
                   : (fraction + 1024) * two_to(static_cast<int>(field) - 25);
  return (bits >> 15) != 0 ? -magnitude : magnitude;
}

/// The value of the low bits, interpreted in an integer format.
Real integer_value(DataType format, std::uint32_t bits) {
  switch (format) {
    case DataType::uint8:
      return static_cast<std::uint8_t>(bits);
    case DataType::uint16:
      return static_cast<std::uint16_t>(bits);
    case DataType::int8:
      return static_cast<std::int8_t>(bits);
    case DataType::int16:
      return static_cast<std::int16_t>(bits);
    case DataType::int32:
      return static_cast<std::int32_t>(bits);
    default:
      return bits;
  }
}

Real stored_channel(const TextureCase& texture, const std::byte* channel) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, channel, size_bytes(texture.format));
  switch (texture.format) {
    case DataType::float16:
      return float16_value(bits);
    case DataType::float32:
      return std::bit_cast<float>(bits);
    default:
      return integer_value(texture.format, bits);
  }
}

bool is_normalized(const TextureCase& texture) { return texture.descriptor.read_mode == ReadMode::normalized_float; }
bool is_float(const TextureCase& texture) { return is_floating_point(texture.format); }

/// Full scale of a normalized format: 255, 65535, 127, 32767.
int value_bits(DataType format) {
  return static_cast<int>(8 * size_bytes(format)) - (is_signed_integer(format) ? 1 : 0);
}

Real border_channel(const TextureCase& texture, int channel) {
  const float color = texture.descriptor.border_color[static_cast<std::size_t>(channel)];
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(color);
  if (texture.format == DataType::float32) {
    return color;
  }
  if (texture.format == DataType::float16) {
    if (std::isnan(color) || std::isinf(color) || color == 0) {
      return color;
    }
    const Real step = two_to(std::max(exponent_of(color), -14) - 10);
    const Real truncated = std::min(std::trunc(std::fabs(static_cast<Real>(color)) / step) * step, Real{65504});
    return std::signbit(color) ? -truncated : truncated;
  }
  if (!is_normalized(texture)) {
    return integer_value(texture.format, bits);
  }
  const Real lowest = is_signed_integer(texture.format) ? -1 : 0;
  const Real held = std::isnan(color) ? 0 : std::min(std::max(static_cast<Real>(color), lowest), Real{1});
  if (held == 0) {
    return 0;
  }
  if (texture.descriptor.srgb && channel < 3) {
    const Real encoded = held <= 0.0031308L ? held * 12.92L : 1.055L * std::pow(held, 1 / 2.4L) - 0.055L;
    return std::round(encoded * 255);
  }
  const int bits_of_value = value_bits(texture.format);
  const Real kept = std::trunc(std::fabs(held) * two_to(bits_of_value + 4)) / two_to(bits_of_value + 4);
  // To nearest, ties toward zero.
  const Real quantized = std::ceil(kept * (two_to(bits_of_value) - 1) - 0.5L);
  return quantized == 0 ? 0 : (held < 0 ? -quantized : quantized);
}

/// The linear value of an sRGB code, and the exponent of its block during filtering.
struct Decoded {
  Real value;
  int block;
};
Decoded decode_srgb(Real code) {
  const Real encoded = code / 255;
  const Real curve = encoded <= 0.04045L ? encoded / 12.92L : std::pow((encoded + 0.055L) / 1.055L, 2.4L);
  int step = -14;
  for (const int first : {32, 48, 64, 96, 136, 184, 248}) {
    step += code >= first ? 1 : 0;
  }
  return {std::round(curve / two_to(step)) * two_to(step), step + 7};
}

Real read_channel(const TextureCase& texture, std::optional<std::uint64_t> x, std::optional<std::uint64_t> y,
                  std::optional<std::uint64_t> z, int channel) {
  if (!x || !y || !z) {
    return border_channel(texture, channel);
  }
  const std::uint64_t index = (*z * texture.extent.height() + *y) * texture.extent.width() + *x;
  const std::size_t texel = size_bytes(texture.format) * static_cast<std::size_t>(texture.num_channels);
  return stored_channel(
      texture, texture.texels.data() + index * texel + size_bytes(texture.format) * static_cast<std::size_t>(channel));
}

std::uint32_t float_bits(Real value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

std::uint32_t point_bits(const TextureCase& texture, Real value, int channel) {
  if (is_float(texture)) {
    return float_bits(value);
  }
  if (!is_normalized(texture)) {
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
  }
  if (texture.descriptor.srgb && channel < 3) {
    return float_bits(decode_srgb(value).value);
  }
  const Real full = two_to(value_bits(texture.format)) - 1;
  return float_bits(std::max(value, -full) / full);
}

struct Corner {
  Real value;
  Real weight;  // in 1/256
  int block;    // exponent of the value, for sums of floats
  int slice;
};

/// Sums of floats: see the comments of the steps.
std::uint32_t float_sum(const std::vector<Corner>& corners, int kept_bits, int result_bits, int smallest_bit,
                        bool flushes) {
  bool has_nan = false;
  bool has_plus = false;
  bool has_minus = false;
  bool only_negative_zeros = true;
  for (const Corner& corner : corners) {
    has_nan = has_nan || std::isnan(corner.value);
    has_plus = has_plus || (std::isinf(corner.value) && corner.value > 0);
    has_minus = has_minus || (std::isinf(corner.value) && corner.value < 0);
    only_negative_zeros = only_negative_zeros && corner.value == 0 && std::signbit(corner.value);
  }
  if (has_nan || (has_plus && has_minus)) {
    return 0x7FC00000U;
  }
  if (has_plus || has_minus) {
    return has_plus ? 0x7F800000U : 0xFF800000U;
  }
  // In each slice: truncate to a multiple of 2^(E − kept_bits), where E is the exponent of the largest texel of nonzero
  // weight.
  std::optional<int> blocks[2];
  Real sums[2] = {0, 0};
  for (const Corner& corner : corners) {
    if (corner.weight != 0 && corner.value != 0) {
      blocks[corner.slice] = std::max(blocks[corner.slice].value_or(corner.block), corner.block);
    }
  }
  for (const Corner& corner : corners) {
    if (corner.weight != 0 && corner.value != 0) {
      const Real step = two_to(*blocks[corner.slice] - kept_bits);
      sums[corner.slice] += std::trunc(corner.value / step) * step * (corner.weight / 256);
    }
  }
  // If there are two slices, the slice with the smaller block is floored to a step of the larger block, aligned down to
  // a multiple of 4.
  if (blocks[0] && blocks[1]) {
    const int larger = *blocks[0] > *blocks[1] ? 0 : 1;
    const int block = *blocks[larger];
    const int aligned = block - static_cast<int>((static_cast<unsigned>(block) - 1U) % 4U);
    const Real step = two_to(aligned - kept_bits - 8);
    sums[1 - larger] = std::floor(sums[1 - larger] / step) * step;
  }
  const Real sum = sums[0] + sums[1];
  if (sum == 0) {
    return only_negative_zeros ? 0x80000000U : 0;
  }
  const Real last = two_to(std::max(exponent_of(sum) - (result_bits - 1), smallest_bit));
  Real rounded = std::round(sum / last) * last;
  if (flushes && std::fabs(rounded) < two_to(-126)) {
    rounded = std::signbit(sum) ? -0.0L : 0.0L;
  }
  return float_bits(rounded);
}

std::uint32_t integer_sum(const std::vector<Corner>& corners, DataType format) {
  Real sum = 0;
  for (const Corner& corner : corners) {
    sum += corner.weight * corner.value;
  }
  switch (format) {
    case DataType::uint8:
      return float_bits(std::floor(sum * 257 / 256 + 0.5L) / 65535);
    case DataType::uint16:
      return float_bits(std::floor(sum / 256 + 0.5L) / 65535);
    case DataType::int16:
      return float_bits(std::max(std::floor(sum / 256 + 0.5L), Real{-32767}) / 32767);
    default: {
      const Real more = std::floor((std::floor(sum / 16) + std::floor(sum / 4096) + 4) / 8);
      return float_bits(std::min(std::max(sum + more, Real{-32767}), Real{32767}) / 32767);
    }
  }
}

/// A position's left texel and the weight of its right texel, for the linear filter.
struct Split {
  Real left;
  Real fraction;
};
Split split(const TextureCase& texture, int axis, float coordinate) {
  const Real u = position(texture, axis, coordinate);
  Real f = std::floor((u - 0.5L) * 256 + 0.5L);
  if (real_mode(texture, axis) == AddressMode::clamp) {
    f = std::min(std::max(f, Real{0}), (static_cast<Real>(texture.extent[axis]) - 1) * 256);
  }
  if (std::isinf(f)) {
    return {f > 0 ? Real{1e15L} : Real{-1e15L}, 0};
  }
  const Real left = std::floor(f / 256);
  return {left, f - left * 256};
}

std::uint32_t linear_bits(const TextureCase& texture, const Coordinates& at, int channel) {
  const auto r = [](Real value) { return std::floor(value + 0.5L); };
  const int rank = texture.extent.rank();
  const Split x = split(texture, 0, at.x);
  // The missing rows of a 1D texture matter only if the border applies to them.
  const bool has_rows = rank >= 2 || texture.descriptor.address_mode[1] == AddressMode::border;
  const Split y = has_rows ? split(texture, 1, rank >= 2 ? at.y : 0) : Split{0, 0};
  const Split z = rank == 3 ? split(texture, 2, at.z) : Split{0, 0};
  std::vector<Corner> corners;
  for (int k = 0; k < (z.fraction != 0 ? 2 : 1); ++k) {
    const Real q = k == 0 ? 256 - z.fraction : z.fraction;
    const Real q1 = r(q * x.fraction / 256);
    const Real q0 = q - q1;
    const Real right_lower = r(q1 * y.fraction / 256);
    const Real left_upper = r(q0 * (256 - y.fraction) / 256);
    const Real weights[2][2] = {{left_upper, q1 - right_lower}, {q0 - left_upper, right_lower}};
    for (int j = 0; j < (y.fraction != 0 ? 2 : 1); ++j) {
      for (int i = 0; i < (x.fraction != 0 ? 2 : 1); ++i) {
        const auto ix = texel_index(texture, 0, x.left + i);
        const auto iy = has_rows ? texel_index(texture, 1, y.left + j) : std::optional<std::uint64_t>{0};
        const auto iz = rank == 3 ? texel_index(texture, 2, z.left + k) : std::optional<std::uint64_t>{0};
        Real value = read_channel(texture, ix, iy, iz, channel);
        int block = 0;
        if (texture.descriptor.srgb && channel < 3) {
          const Decoded decoded = decode_srgb(value);
          value = decoded.value;
          block = decoded.block;
        } else if (is_float(texture)) {
          if (texture.format == DataType::float32 && std::fabs(value) < two_to(-126)) {
            value = std::copysign(Real{0}, value);
          }
          block = value != 0 && std::isfinite(value) ? exponent_of(value) : 0;
        }
        corners.push_back({value, weights[j][i], block, k});
      }
    }
  }
  if (texture.format == DataType::float32) {
    return float_sum(corners, 27, 24, -149, true);
  }
  if (texture.format == DataType::float16) {
    return float_sum(corners, 14, 11, -24, false);
  }
  return texture.descriptor.srgb && channel < 3 ? float_sum(corners, 7, 11, -24, false)
                                                : integer_sum(corners, texture.format);
}

}  // namespace

FetchedBits fetch_by_the_rules(const TextureCase& texture, const Coordinates& at) {
  FetchedBits bits{};
  const float coordinates[3] = {at.x, at.y, at.z};
  std::optional<std::uint64_t> index[3] = {0, 0, 0};
  for (int axis = 0; axis < texture.extent.rank(); ++axis) {
    index[axis] = texel_index(texture, axis, std::floor(position(texture, axis, coordinates[axis])));
  }
  for (int channel = 0; channel < texture.num_channels; ++channel) {
    bits[static_cast<std::size_t>(channel)] =
        texture.descriptor.filter_mode == FilterMode::linear
            ? linear_bits(texture, at, channel)
            : point_bits(texture, read_channel(texture, index[0], index[1], index[2], channel), channel);
  }
  return canonical(bits, result_kind(texture));
}

}  // namespace texelscope::tests
