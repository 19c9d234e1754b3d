#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/compare/measures/cells.h"
#include "app/compare/measures/colors.h"
#include "app/compare/measures/compare.h"

namespace texelscope::app {

/// Structural similarity of the luma of two images of the same size (Wang, Bovik, Sheikh, Simoncelli: "Image Quality
/// Assessment: From Error Visibility to Structural Similarity", 2004): Gaussian window of 11×11 with σ 1.5, K1 0.01, K2
/// 0.03, the mean over all pixels. Luma is BT.601 of the stored values. Every pixel has a window; parts outside the
/// image are ignored, and the other weights are normalized. Masked pixels, see mask_of(), are excluded from the mean;
/// it is 1 if all are masked. The luma of floats is encoded: as sRGB up to 1, and in tenths per stop above 1. An image
/// with alpha is compared over a checkerboard, and its alpha separately: the smaller value counts. Windows far from
/// every difference in the grid count as 1 without computation.
[[nodiscard]] double structural_similarity(const Image& expected, const Image& actual, const CellGrid& grid,
                                           std::span<const std::uint8_t> mask = {});

/// Measures the differences of the stored values of two images of the same size and type, over comparison.pixels: the
/// differing pixels, the errors, the position of the largest error, and psnr. In the grid, marks the differing pixels
/// and those that fail the limits on pixels. Images with different numbers of channels are compared as red, green and
/// blue, and alpha if either has alpha.
void measure_pixel_errors(const Image& expected, const Image& actual, const Limits& limits, CellGrid& grid,
                          Comparison& comparison);

}  // namespace texelscope::app
