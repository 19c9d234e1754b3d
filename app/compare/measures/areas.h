#pragma once

#include "app/compare/measures/cells.h"
#include "app/compare/measures/limits.h"
#include "app/images/image.h"

namespace texelscope::app {

/// Compares areas of the images, at intervals of 8 pixels; areas at the right and lower border are smaller. If an area
/// exceeds a limit, the differing pixels of its cells fail, and are counted for that limit. Means detect a faint change
/// of many pixels, but not noise, which leaves them unchanged; contrast detects blur.
///
/// max_line_difference: the mean colors of 16 × 1 and 1 × 16 pixels, ignoring antialiasing.
/// max_area_difference: the mean colors of 16 × 16 pixels; the limit is higher where contrast hides a change. If at
/// most a quarter of the pixels differ, this limit and the next one ignore antialiasing, too.
/// max_contrast_change: the contrast of 16 × 16 pixels is the standard deviation of their CIELAB lightness; its change
/// is the difference between the two contrasts, divided by the sum of the larger contrast and 4, the contrast of faint
/// noise.
void judge_areas(const Image& expected, const Image& actual, const Limits& limits, CellGrid& grid,
                 FailingPixels& failing);

}  // namespace texelscope::app
