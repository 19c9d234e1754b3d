#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/compare/measures/cells.h"
#include "app/compare/measures/colors.h"
#include "app/compare/measures/compare.h"

namespace texelscope::app {

/// Structural similarity of the luma of two images of one size (Wang, Bovik, Sheikh, Simoncelli: "Image Quality
/// Assessment: From Error Visibility to Structural Similarity", 2004): Gaussian window of 11×11 with σ 1.5, K1 0.01,
/// K2 0.03, the mean over all pixels. Luma is BT.601's of the stored values. Each pixel has its window; what lies
/// outside the image is left out, and the weights of the rest are divided by their sum. Masked pixels, see mask_of(),
/// are not in the mean; 1 where all are. Of floats the luma is encoded: by sRGB up to 1, above it every stop is a
/// tenth. An image with alpha is seen before a checkerboard, and its alpha by itself: the smaller of the two counts.
/// Windows far from every difference of the grid are not looked at: they are 1.
[[nodiscard]] double structural_similarity(const Image& expected, const Image& actual, const CellGrid& grid,
                                           std::span<const std::uint8_t> mask = {});

/// Fills in how far the stored values of two images of one size and type are apart, over comparison.pixels: the pixels
/// that differ, the errors, where the largest is, psnr; and in the grid which pixels differ, and which fail by the
/// limits of pixels. Images of other counts of channels are compared as red, green and blue, and alpha where one has
/// it.
void measure_pixel_errors(const Image& expected, const Image& actual, const Limits& limits, CellGrid& grid,
                          Comparison& comparison);

}  // namespace texelscope::app
