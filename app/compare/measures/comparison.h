#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/images/pixel_rectangle.h"
#include "texelscope/compare/compare.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// The figures of a ꟻLIP map.
using FlipSummary = compare::Flip;

/// A cluster of failing pixels, each fewer than 16 pixels from the next.
using DifferenceCluster = compare::Cluster;
[[nodiscard]] inline PixelRectangle bounds_of(const DifferenceCluster& cluster) {
  return {cluster.x, cluster.y, cluster.width, cluster.height};
}

/// Failing pixels by the first limit that each exceeds; all 0 if no such limit is set.
struct FailingPixels {
  std::uint64_t error = 0;
  std::uint64_t color = 0;
  std::uint64_t line = 0;
  std::uint64_t area = 0;
  std::uint64_t contrast = 0;
  std::uint64_t shape = 0;
};
using FailingLimit = std::uint64_t FailingPixels::*;

/// The differences of two images of the same size and type. Errors are in units of the channel type: 0–255 for uint8,
/// 0–65535 for uint16, the value itself for float32.
struct Comparison : compare::Figures {
  int width = 0;
  int height = 0;
  gpu::DataType type = gpu::DataType::uint8;
  FailingPixels failing_by_limit;
  /// The place of the first pixel in the coordinates of the files.
  int x = 0;
  int y = 0;
  /// Pixels that only one of the images has.
  std::uint64_t missing_pixels = 0;
  /// ꟻLIP of every pixel, row by row, 255 for 1; empty for equal images, whose map is 0, and if it is not kept.
  std::vector<std::byte> flip_map;
};

/// The number of clusters that are listed individually.
inline constexpr std::size_t largest_cluster_list = 100;

}  // namespace texelscope::app
