#pragma once

#include <cstdint>
#include <span>

#include "app/compare/measures/comparison.h"
#include "app/compare/measures/limits.h"
#include "app/images/image.h"

namespace texelscope::app {

/// @throws gpu::InvalidArgument when sizes differ, or one image alone is of floats.
void require_comparable(const Image& expected, const Image& actual);

struct ComparisonOptions {
  /// Which pixels fail, and which figures are measured.
  Limits limits{};
  /// Measures SSIM and ꟻLIP where no limit asks for them, too.
  bool measures_all = false;
  /// Keeps the map of ꟻLIP where it is measured.
  bool keeps_flip_map = false;
  /// A value for each pixel, row by row, not 0 for those that count in no figure; empty for none. See mask_of().
  std::span<const std::uint8_t> mask{};
};

/// The comparison of two images of this size and type that are the same, bit by bit.
[[nodiscard]] Comparison equal_comparison(int width, int height, gpu::DataType type);

/// Compares pixel by pixel, in bands of rows; with a mask it takes both images once more. Gray stands for equal red,
/// green and blue, a missing alpha is opaque. Images of 8 and 16 bits are compared in 16. SSIM, ꟻLIP and color
/// differences see an image with alpha over a checkerboard, and its alpha by itself; floats are compared as linear
/// light without an end.
/// @throws gpu::InvalidArgument when sizes differ, or one image alone is of floats.
[[nodiscard]] Comparison compare_images(const Image& expected, const Image& actual,
                                        const ComparisonOptions& options = {});

}  // namespace texelscope::app
