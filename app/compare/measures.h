#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/compare/colors.h"
#include "app/compare/compare.h"

namespace texelscope::app {

/// An observer 0.7 m before a display 0.7 m wide of 3840 pixels: 3840 · π / 180.
inline constexpr float usual_pixels_per_degree = 67.0206433F;

/// The ꟻLIP difference of each pixel, 0…1, of two images of one size (Andersson, Nilsson, Akenine-Möller, Oskarsson,
/// Åström, Fairchild: "FLIP: A Difference Evaluator for Alternating Images", HPG 2020).
[[nodiscard]] std::vector<float> flip_map(const Image& expected, const Image& actual,
                                          float pixels_per_degree = usual_pixels_per_degree);

/// Sorts the map that it is given.
[[nodiscard]] FlipSummary summarize_flip(std::vector<float> map);

/// Structural similarity of the luma of two images of one size (Wang, Bovik, Sheikh, Simoncelli: "Image Quality
/// Assessment: From Error Visibility to Structural Similarity", 2004): Gaussian window of 11×11 with σ 1.5, K1 0.01,
/// K2 0.03, the mean over all pixels. Luma is BT.601's of the stored values. Each pixel has its window; what lies
/// outside the image is left out, and the weights of the rest are divided by their sum. Masked pixels, see mask_of(),
/// are not in the mean; 1 where all are.
[[nodiscard]] double structural_similarity(const Image& expected, const Image& actual,
                                           std::span<const std::uint8_t> mask = {});

/// Fills in how far the stored values of two images of one size and type are apart: the pixels that differ, the errors,
/// where the largest is, and psnr. Images of other counts of channels are compared as red, green and blue, and alpha
/// where one has it.
void measure_pixel_errors(const Image& expected, const Image& actual, Comparison& comparison);

}  // namespace texelscope::app
