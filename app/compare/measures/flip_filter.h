#pragma once

#include <span>
#include <vector>

#include "app/compare/measures/colors.h"

namespace texelscope::app::flip {

/// Weights for the offsets −radius…radius.
using Kernel = std::vector<float>;

/// A product of two kernels, and its weight in a sum of products.
struct SeparableFilter {
  Kernel kernel;
  float share = 1;
};

/// The contrast sensitivity of each opponent channel as a filter, all with the same radius.
struct SensitivityFilters {
  SeparableFilter achromatic;
  SeparableFilter red_green;
  /// The two are added.
  SeparableFilter blue_yellow[2];
};

[[nodiscard]] SensitivityFilters sensitivity_filters(float pixels_per_degree);

/// A Gaussian of the width of a feature, and its derivatives, whose positive weights sum to 1 and negative ones to −1.
struct FeatureFilters {
  Kernel smooth;
  Kernel edge;
  Kernel point;
};

[[nodiscard]] FeatureFilters feature_filters(float pixels_per_degree);

/// Filters one row of a plane; beyond the border, the last value is repeated.
class RowFilter {
 public:
  /// The result is valid until the next call.
  [[nodiscard]] std::span<const float> filter(const Plane& plane, int y, const Kernel& horizontal,
                                              const Kernel& vertical);

 private:
  std::vector<const float*> rows_;
  std::vector<float> padded_;
  std::vector<float> result_;
};

}  // namespace texelscope::app::flip
