#pragma once

#include "app/compare/colors.h"

namespace texelscope::app {

/// Structural similarity of the luma of two images of one size (Wang, Bovik, Sheikh, Simoncelli: "Image Quality
/// Assessment: From Error Visibility to Structural Similarity", 2004): Gaussian window of 11×11 with σ 1.5, K1 0.01,
/// K2 0.03, the mean over all pixels. Luma is BT.601's of the stored values. Each pixel has its window; what lies
/// outside the image is left out, and the weights of the rest are divided by their sum.
[[nodiscard]] double structural_similarity(const Colors& expected, const Colors& actual);

}  // namespace texelscope::app
