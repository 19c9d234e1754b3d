#pragma once

#include <vector>

#include "app/compare/colors.h"

namespace texelscope::app {

/// An observer 0.7 m before a display 0.7 m wide of 3840 pixels: 3840 · π / 180.
inline constexpr float usual_pixels_per_degree = 67.0206433F;

/// The ꟻLIP difference of each pixel, 0…1, of two images of one size (Andersson, Nilsson, Akenine-Möller, Oskarsson,
/// Åström, Fairchild: "FLIP: A Difference Evaluator for Alternating Images", HPG 2020).
[[nodiscard]] std::vector<float> flip_map(const Colors& expected, const Colors& actual,
                                          float pixels_per_degree = usual_pixels_per_degree);

/// What a map amounts to.
struct FlipSummary {
  double mean = 0;
  /// Half of the sum of all values lies at or below it.
  double weighted_median = 0;
  double percentile_95 = 0;
  double max = 0;
};

[[nodiscard]] FlipSummary summarize_flip(std::vector<float> map);

}  // namespace texelscope::app
