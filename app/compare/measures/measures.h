#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/compare/measures/cells.h"
#include "app/compare/measures/colors.h"
#include "app/compare/measures/comparison.h"
#include "app/compare/measures/limits.h"

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
/// Pixels that only one image has, see ComparisonOptions::missing, differ by an infinite error.
void measure_pixel_errors(const Image& expected, const Image& actual, const ComparisonOptions& options, CellGrid& grid,
                          Comparison& comparison);

/// Compares areas of the images, at intervals of 8 pixels; areas at the right and lower border are smaller. If an area
/// exceeds a limit, the differing pixels of its cells fail, and are counted for that limit. Means detect a faint change
/// of many pixels, but not noise, which leaves them unchanged; contrast detects blur.
///
/// max_line_difference: the mean colors of 16 × 1 and 1 × 16 pixels, ignoring antialiasing; they must differ by more
/// than two steps, too, and more than half of the other pixels must differ.
/// max_area_difference: the mean colors of 16 × 16 pixels, which must also differ by more than two steps of the stored
/// type, see ComparisonOptions::step; the limit is higher where contrast hides a change. If at most a quarter of the
/// pixels differ, or up to half of them, and each channel changes both ways, this limit and the next one ignore
/// antialiasing, too.
/// max_contrast_change: the contrast of 16 × 16 pixels is the standard deviation of their CIELAB lightness; its change
/// is the difference between the two contrasts, divided by the sum of the larger contrast and 4, the contrast of faint
/// noise.
///
/// Cells whose differing pixels all fail already are not judged.
void judge_areas(const Image& expected, const Image& actual, const ComparisonOptions& options, CellGrid& grid,
                 FailingPixels& failing);

/// Whether there is a limit on areas.
[[nodiscard]] bool has_area_limit(const Limits& limits);

/// A limit on areas that a quarter of these cells exceed; null for none. `cells` counts in cells.
[[nodiscard]] FailingLimit limit_of_quarter(const Image& expected, const Image& actual,
                                            const ComparisonOptions& options, const CellGrid& grid,
                                            const PixelRectangle& cells);

/// Fails shapes: connected pixels whose color (CIEDE2000) differs by more than 4, and an integer by more than 4/255,
/// and that no moved edge explains, see unexplained_part(). A shape is a stroke, a dot or a corner that only one of the
/// images has.
///
/// max_shape_difference: the sum of the color differences of a shape; a pixel of which less than an eighth is
/// unexplained counts in proportion. It fails if all shapes within 16 pixels of it
/// also exceed a raised limit together: by 1.75 for each pixel there that a moved edge explains, at most to the
/// thirteenfold, because rasterizers that move many edges also miss slivers. If a row of 16 or more pixels exceeds the
/// thirteenfold, all differing pixels in that part of 64 × 8 pixels fail.
///
/// If more than a quarter of the differing pixels fail already, shapes are not judged.
void judge_shapes(const Image& expected, const Image& actual, const ComparisonOptions& options, CellGrid& grid,
                  FailingPixels& failing);

/// Whether 16 or more adjacent pixels in a row of some cells, of the columns from `begin` to before `end`, exceed the
/// limit on shapes whatever is around them.
[[nodiscard]] bool has_long_shape(const Image& expected, const Image& actual, const ComparisonOptions& options,
                                  const CellGrid& grid, int row, int begin, int end);

/// Fails regions that are different beyond doubt, without judging each of their pixels: in regions of 512 × 64 pixels,
/// four blocks of 64 × 16 pixels are judged, by area and then by shape. If three of them fail, all differing pixels of
/// the region fail, and are counted for the limit that the last block exceeds.
void fail_different_regions(const Image& expected, const Image& actual, const ComparisonOptions& options,
                            CellGrid& grid, FailingPixels& failing);

}  // namespace texelscope::app
