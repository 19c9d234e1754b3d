#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "app/compare/measures/cells.h"
#include "app/compare/measures/seen_image.h"

namespace texelscope::app {

/// An observer 0.7 m from a display 0.7 m wide with 3840 pixels: 3840 · π / 180.
inline constexpr float usual_pixels_per_degree = 67.0206433F;

/// ꟻLIP of the pixels of a row, starting at a column.
using FlipRow = std::function<void(int x, int y, std::span<const float> values)>;

/// The ꟻLIP difference of each pixel, 0…1, of two images of the same size (Andersson, Nilsson, Akenine-Möller,
/// Oskarsson, Åström, Fairchild: "FLIP: A Difference Evaluator for Alternating Images", HPG 2020). Calls `take` on all
/// cores, at most once per pixel; the difference is 0 for pixels without a call, which are far from every difference in
/// the grid.
void for_flip(const SeenImage& expected, const SeenImage& actual, const CellGrid& grid, float pixels_per_degree,
              const FlipRow& take);

/// The exposures in stops at which floats are compared: from the exposure that maps the brightest light of the image to
/// 0.85, up to the exposure that maps the median to 0.85 (Andersson, Nilsson, Shirley, Akenine-Möller: "Visualizing
/// Errors in Rendered High Dynamic Range Images", Eurographics 2021, section 3).
[[nodiscard]] std::vector<double> flip_exposures(const Image& expected);

/// ꟻLIP of each pixel of two images of the same size and type, row by row, 65535 for 1: of their colors, or of their
/// alpha if that differs more; for floats, the maximum over all flip_exposures().
[[nodiscard]] std::vector<std::uint16_t> flip_map(const Image& expected, const Image& actual, const CellGrid& grid,
                                                  float pixels_per_degree = usual_pixels_per_degree);

/// The figures of a map with values up to 65535, which means 1.
[[nodiscard]] FlipSummary summarize_flip(std::span<const std::uint16_t> map, std::span<const std::uint8_t> mask);

}  // namespace texelscope::app
