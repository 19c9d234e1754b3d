#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

/// The colors of an image file, if they are not sRGB: pixels are read as stored, and a line of text names the color
/// settings that are not applied.
namespace texelscope::app {

/// x and y of white, red, green and blue, times 100,000 (PNG specification, 11.3.2.1: cHRM).
using Chromaticities = std::array<std::int32_t, 8>;

/// The line for an ICC profile; empty for an sRGB profile.
[[nodiscard]] std::string profile_note(std::span<const std::byte> profile);

/// The line for code points, which take precedence over a profile: primaries, transfer function, matrix and range, by
/// the numbers of ITU-T H.273 (PNG's cICP). Empty for sRGB.
[[nodiscard]] std::string coding_points_note(const std::array<std::uint8_t, 4>& points);

/// The line for a file without a profile: `gamma` is the exponent of the encoding times 100,000 (PNG's gAMA). Empty if
/// both are sRGB's or missing.
[[nodiscard]] std::string gamma_note(std::optional<std::int32_t> gamma, const std::optional<Chromaticities>& colors);

}  // namespace texelscope::app
