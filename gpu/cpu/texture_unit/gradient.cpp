#include "gpu/cpu/texture_unit/gradient.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// Bits up to the leading one.
int width_of(std::int64_t value) { return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value))); }

/// Significant bits of a component; 2^exponent_of(x) ≤ |x| for x ≠ 0.
constexpr int significant_bits = 10;

int exponent_of(double value) { return std::ilogb(value); }

/// Truncates toward zero to a multiple of 2^(exponent − bits + 1).
double truncated(double value, int exponent, int bits) {
  if (value == 0) {
    return value;
  }
  const double steps = std::ldexp(value, bits - 1 - exponent);
  return std::ldexp(std::trunc(steps), exponent - bits + 1);
}

double truncated(double value) { return truncated(value, exponent_of(value), significant_bits); }

/// |value| · numerator / 2^shift, where the product of the 10 bits with the numerator is rounded to its bits from
/// 2^dropped on.
double scaled(double value, int numerator, int shift, int dropped) {
  if (value == 0) {
    return 0;
  }
  const int exponent = exponent_of(value);
  const double significand = std::trunc(std::ldexp(std::fabs(value), significant_bits - 1 - exponent));
  const auto product = static_cast<std::int64_t>(significand) * numerator;
  const std::int64_t rounded = (product + (std::int64_t{1} << (dropped - 1))) >> dropped;
  return std::ldexp(static_cast<double>(rounded), dropped - shift + exponent - significant_bits + 1);
}

using Vector = std::array<double, 3>;

/// Magnitudes, the largest first.
Vector sorted_magnitudes(const Vector& vector) {
  Vector magnitudes{std::fabs(vector[0]), std::fabs(vector[1]), std::fabs(vector[2])};
  std::ranges::sort(magnitudes, std::greater{});
  return magnitudes;
}

/// max + 11/32 · middle + 1/4 · min.
double length(const Vector& vector) {
  const Vector size = sorted_magnitudes(vector);
  return size[0] + scaled(size[1], 11, 5, 3) + size[2] / 4;
}

/// 11/16 of the length: 11/16 · max + 121/512 · middle + 11/64 · min.
double reduced_length(const Vector& vector) {
  const Vector size = sorted_magnitudes(vector);
  return truncated(scaled(size[0], 11, 4, 3)) + scaled(size[1], 121, 9, 6) + size[2] * 11 / 64;
}

Vector truncated(const Vector& vector) { return {truncated(vector[0]), truncated(vector[1]), truncated(vector[2])}; }

/// a + sign · b.
Vector sum(const Vector& a, const Vector& b, double sign) {
  return {short_sum(a[0], sign * b[0]), short_sum(a[1], sign * b[1]), short_sum(a[2], sign * b[2])};
}

/// 256 · log2(1 + bucket/256) as in the texture unit: evaluated at 0.46 into the bucket, but exact for a power of two.
LevelOfDetail logarithm(int bucket) {
  static const std::array<std::uint8_t, 256> table = [] {
    std::array<std::uint8_t, 256> values{};
    for (std::size_t k = 1; k < values.size(); ++k) {
      values[k] = static_cast<std::uint8_t>(
          std::min(255.0, std::floor(256 * std::log2(1 + (static_cast<double>(k) + 0.46) / 256) + 0.5075)));
    }
    return values;
  }();
  return table[static_cast<std::size_t>(bucket)];
}

}  // namespace

double derivative_in_texels(double derivative, std::int64_t extent) {
  const double size = std::fabs(derivative);
  // Written so that NaN fails the comparison.
  if (!(size >= static_cast<double>(std::numeric_limits<float>::min()))) {
    return 0;
  }
  if (std::isinf(size)) {
    return std::copysign(0x1p127, derivative);
  }
  const int exponent = exponent_of(size);
  const auto significand = static_cast<std::int64_t>(std::ldexp(size, significant_bits - 1 - exponent));
  const int dropped = std::max(width_of(extent) - significant_bits, 0);
  const std::int64_t factor = extent >> dropped;
  const int leading = width_of(factor) - 1;
  std::int64_t product = 0;
  for (int bit = 0; bit <= leading; ++bit) {
    if ((factor >> bit & 1) != 0) {
      product += (significand << bit << 3) >> leading;
    }
  }
  const auto rounded = static_cast<double>((product + 7) >> 3);
  return std::copysign(std::ldexp(rounded, leading + dropped + exponent - significant_bits + 1), derivative);
}

double short_sum(double a, double b) {
  // NaN has no exponent.
  if (std::isnan(a) || std::isnan(b)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double first = truncated(a);
  const double second = truncated(b);
  const double larger = std::max(std::fabs(first), std::fabs(second));
  if (larger == 0) {
    return 0;
  }
  const int exponent = exponent_of(larger);
  return truncated(truncated(first, exponent, significant_bits + 1) +
                   truncated(second, exponent, significant_bits + 1));
}

LevelOfDetail level_of_gradients(const Gradients& gradients) {
  const Vector dx = truncated(gradients.dx);
  const Vector dy = truncated(gradients.dy);
  double longest = std::max(length(dx), length(dy));
  if (!gradients.are_apart) {
    longest = std::max({longest, reduced_length(sum(dx, dy, 1)), reduced_length(sum(dx, dy, -1))});
  }
  if (longest == 0) {
    return smallest_level;
  }
  const int exponent = exponent_of(longest);
  const int bucket = static_cast<int>(std::ldexp(longest, 8 - exponent)) & 255;
  return exponent * 256 + logarithm(bucket);
}

}  // namespace texelscope::gpu::cpu::texture_unit
