#pragma once

#include "app/compare/measures/cells.h"
#include "app/compare/measures/limits.h"
#include "app/images/image.h"

namespace texelscope::app {

/// Compares parts of the images, each 8 pixels from the next, smaller ones at the right and lower border; where one is
/// beyond a limit, the differing pixels of its cells fail, and are counted by the limit. A mean tells a faint change of
/// many pixels from noise, which has none; contrast tells blur.
///
/// max_line_difference: the mean colors of 16 × 1 and of 1 × 16 pixels, without what is taken for antialiasing.
/// max_area_difference: the mean colors of 16 × 16 pixels; more where they have contrast, which hides a change. Where
/// at most a quarter of the pixels differ, this and the next are without what is taken for antialiasing, too.
/// max_contrast_change: the contrast of 16 × 16 pixels is the standard deviation of CIELAB's lightness, and its change
/// the difference of the two over the larger one and 4, which is the contrast of faint noise.
void judge_areas(const Image& expected, const Image& actual, const Limits& limits, CellGrid& grid,
                 FailingPixels& failing);

}  // namespace texelscope::app
