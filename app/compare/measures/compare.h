#pragma once

#include <cstdint>
#include <span>

#include "app/compare/measures/comparison.h"
#include "app/compare/measures/limits.h"
#include "app/images/image.h"

namespace texelscope::app {

/// @throws gpu::InvalidArgument if the sizes differ, or only one image has floats.
void require_comparable(const Image& expected, const Image& actual);

struct ComparisonOptions {
  /// Determines the failing pixels, and the figures to measure.
  Limits limits{};
  /// Measures SSIM and ꟻLIP even if no limit requires them.
  bool measures_all = false;
  /// Keeps the ꟻLIP map if it is measured.
  bool keeps_flip_map = false;
  /// One value per pixel, row by row, nonzero for pixels excluded from all figures; empty if there are none. See
  /// mask_of().
  std::span<const std::uint8_t> mask{};
};

/// The comparison of two bit-identical images of this size and type.
[[nodiscard]] Comparison equal_comparison(int width, int height, gpu::DataType type);

/// Compares pixel by pixel, in bands of rows; a mask requires copies of both images. Gray counts as equal red, green
/// and blue, and a missing alpha counts as opaque. Images of 8 and 16 bits are compared in 16 bits. SSIM, ꟻLIP and
/// color differences use an image with alpha over a checkerboard, and its alpha separately; floats are compared as
/// unbounded linear light. @throws gpu::InvalidArgument if the sizes differ, or only one image has floats.
[[nodiscard]] Comparison compare_images(const Image& expected, const Image& actual,
                                        const ComparisonOptions& options = {});

}  // namespace texelscope::app
