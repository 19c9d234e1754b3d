#pragma once

#include "app/compare/cells.h"
#include "app/compare/limits.h"
#include "app/images/image.h"

namespace texelscope::app {

/// Compares the mean colors of lines of 16 × 1 and 1 × 16 pixels, each 8 from the next, without what is taken for
/// antialiasing. Where one is beyond max_line_difference, the differing pixels of its cells fail.
void judge_lines(const Image& expected, const Image& actual, const Limits& limits, CellGrid& grid);

/// Compares the mean color and the contrast of squares of 16 × 16 pixels, each 8 from the next; smaller ones at the
/// right and lower border. Where a square is beyond max_area_difference or max_contrast_change, its differing pixels
/// fail. The first is more where a square has contrast, which hides a change. A mean tells a faint change of many pixels from noise, which has none; contrast tells blur.
///
/// The contrast is the standard deviation of CIELAB's lightness, and its change the difference of the two over the
/// larger one and 4, which is the contrast of faint noise.
void judge_areas(const Image& expected, const Image& actual, const Limits& limits, CellGrid& grid);

}  // namespace texelscope::app
