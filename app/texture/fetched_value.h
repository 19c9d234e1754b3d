#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "app/texture/sample_texture.h"

namespace texelscope::app {

/// One channel of a result as a number.
[[nodiscard]] double number_of(std::uint32_t bits, ResultKind kind) noexcept;
/// The number with every digit that distinguishes it from its neighbors: "0.5019608", "−3", "nan".
[[nodiscard]] std::string number_text(std::uint32_t bits, ResultKind kind);
/// "3f008081".
[[nodiscard]] std::string bits_text(std::uint32_t bits);

/// The distance between two results: in units in the last place (floats between them, +1), or as integers. NaNs are
/// equal; NaN and a number are 2³² − 1 apart.
[[nodiscard]] std::uint32_t ulp_distance(std::uint32_t a, std::uint32_t b, ResultKind kind) noexcept;
/// "equal bits", "1 ulp apart", "3 apart", "NaN and a number".
[[nodiscard]] std::string distance_text(std::uint32_t a, std::uint32_t b, ResultKind kind);

}  // namespace texelscope::app
