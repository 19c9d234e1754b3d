#include "gpu/cpu/texture_unit/srgb.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace texelscope::gpu::cpu::texture_unit {

namespace {

/// From `first_code` on, decoded values are multiples of 2^exponent.
struct Segment {
  int first_code;
  int exponent;
};
constexpr std::array<Segment, 8> segments{
    {{0, -14}, {32, -13}, {48, -12}, {64, -11}, {96, -10}, {136, -9}, {184, -8}, {248, -7}}};

/// The curve of IEC 61966-2-1.
double decode(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}
/// The exponent is that of the OpenGL specification, 1/2.4 with five digits.
double encode(double linear) {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 0.41666) - 0.055;
}

std::array<SrgbEntry, 256> make_table() {
  std::array<SrgbEntry, 256> table{};
  for (const Segment& segment : segments) {
    for (std::size_t code = static_cast<std::size_t>(segment.first_code); code < table.size(); ++code) {
      // No code is closer to a tie than 0.003, so the last bits of pow() do not matter.
      const double steps = std::ldexp(decode(static_cast<double>(code) / 255), -segment.exponent);
      table[code] = {static_cast<std::uint8_t>(std::lround(steps) & 255), static_cast<std::int8_t>(segment.exponent)};
    }
  }
  return table;
}

const std::array<SrgbEntry, 256> table = make_table();

float with_step(float value, int exponent_of_step) {
  const float tiny = 0x1p-100F;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(std::max(value, tiny)) |
                              static_cast<std::uint32_t>(127 - exponent_of_step));
}

SrgbLanes make_lanes() {
  SrgbLanes lanes{};
  for (std::size_t code = 0; code < table.size(); ++code) {
    lanes.values[code] = table[code].value();
    lanes.alpha_values[code] = static_cast<float>(code) / 255.0F;
    lanes.colors[code] = with_step(lanes.values[code], table[code].exponent);
    lanes.alphas[code] = with_step(static_cast<float>(code), 0);
  }
  return lanes;
}

}  // namespace

const SrgbLanes srgb_lanes = make_lanes();

float SrgbEntry::value() const noexcept { return std::ldexp(static_cast<float>(significand), exponent); }

const std::array<SrgbEntry, 256>& srgb_table() noexcept { return table; }

std::uint8_t srgb_code(float linear) noexcept {
  if (!(linear > 0)) {
    return 0;
  }
  return linear >= 1 ? std::uint8_t{255} : static_cast<std::uint8_t>(encode(static_cast<double>(linear)) * 255 + 0.5);
}

}  // namespace texelscope::gpu::cpu::texture_unit
