#include "gpu/cpu/texture_unit/gradient.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// Significant bits of a component; 2^exponent_of(x) ≤ |x| for x ≠ 0.
constexpr int significant_bits = 10;

int exponent_of(double value) { return std::ilogb(value); }

/// Towards zero to a multiple of 2^(exponent − bits + 1).
double truncated(double value, int exponent, int bits) {
  const double steps = std::ldexp(value, bits - 1 - exponent);
  return std::ldexp(std::trunc(steps), exponent - bits + 1);
}

double truncated(double value) { return value == 0 ? 0 : truncated(value, exponent_of(value), significant_bits); }

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

/// Both are aligned to the larger one's exponent with one guard bit.
double sum(double a, double b) {
  const double larger = std::max(std::fabs(a), std::fabs(b));
  if (larger == 0) {
    return 0;
  }
  const int exponent = exponent_of(larger);
  return truncated(truncated(a, exponent, significant_bits + 1) + truncated(b, exponent, significant_bits + 1));
}

struct Vector {
  double u, v;
};

/// max + 11/32 · min.
double length(const Vector& vector) {
  const double larger = std::max(std::fabs(vector.u), std::fabs(vector.v));
  const double smaller = std::min(std::fabs(vector.u), std::fabs(vector.v));
  return larger + scaled(smaller, 11, 5, 3);
}

/// 11/16 of the length: 11/16 · max + 121/512 · min.
double reduced_length(const Vector& vector) {
  const double larger = std::max(std::fabs(vector.u), std::fabs(vector.v));
  const double smaller = std::min(std::fabs(vector.u), std::fabs(vector.v));
  return truncated(scaled(larger, 11, 4, 3)) + scaled(smaller, 121, 9, 6);
}

/// 256 · log2(1 + bucket/256) as the texture unit has it: taken at 0.46 into the bucket, but exact for a power of two.
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

LevelOfDetail level_of_gradients(const Gradients& gradients) {
  const Vector dx{truncated(gradients.dx[0]), truncated(gradients.dx[1])};
  const Vector dy{truncated(gradients.dy[0]), truncated(gradients.dy[1])};
  const double longest = std::max({length(dx), length(dy), reduced_length({sum(dx.u, dy.u), sum(dx.v, dy.v)}),
                                   reduced_length({sum(dx.u, -dy.u), sum(dx.v, -dy.v)})});
  if (longest == 0) {
    return smallest_level;
  }
  const int exponent = exponent_of(longest);
  const int bucket = static_cast<int>(std::ldexp(longest, 8 - exponent)) & 255;
  return exponent * 256 + logarithm(bucket);
}

}  // namespace texelscope::gpu::cpu::texture_unit
