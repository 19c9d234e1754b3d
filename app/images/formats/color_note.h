#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/images/image.h"

/// The colors of an image file: pixels are read as stored, a fact says what their colors are, and a note names those
/// that are not sRGB, because they are not applied.
namespace texelscope::app {

/// x and y of white, red, green and blue, times 100,000 (PNG specification, 11.3.2.1: cHRM).
using Chromaticities = std::array<std::int32_t, 8>;

/// An ICC profile; one without a note still differs from sRGB by its bytes.
void add_profile(Image& image, std::span<const std::byte> profile);

/// Code points, which take precedence over a profile: primaries, transfer function, matrix and range, by the numbers of
/// ITU-T H.273 (PNG's cICP).
void add_coding_points(Image& image, const std::array<std::uint8_t, 4>& points);

/// Numbers in place of a profile: `gamma` is the exponent of the encoding times 100,000 (PNG's gAMA). The fact is sRGB
/// only for exactly its numbers; the note tolerates rounding.
void add_gamma(Image& image, std::optional<std::int32_t> gamma, const std::optional<Chromaticities>& colors);

/// A fact about colors without a note.
void add_color_fact(Image& image, const std::string& value, std::span<const std::byte> data = {});

}  // namespace texelscope::app
