#pragma once

#include "app/compare/compare.h"

namespace texelscope::app {

/// Fills in how far the stored values of two images of one size, type and count of channels are apart: the pixels that
/// differ, the errors, where the largest is, and psnr.
void measure_pixel_errors(const Image& expected, const Image& actual, Comparison& comparison);

}  // namespace texelscope::app
