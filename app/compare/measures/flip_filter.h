#pragma once

#include <span>
#include <vector>

#include "app/compare/measures/colors.h"

namespace texelscope::app::flip {

/// Weights of the offsets −radius…radius.
using Kernel = std::vector<float>;

/// A product of two kernels, and its share of a sum of such.
struct SeparableFilter {
  Kernel kernel;
  float share = 1;
};

/// The contrast sensitivity of each opponent channel as a filter; one radius for all.
struct SensitivityFilters {
  SeparableFilter achromatic;
  SeparableFilter red_green;
  /// To be added.
  SeparableFilter blue_yellow[2];
};

[[nodiscard]] SensitivityFilters sensitivity_filters(float pixels_per_degree);

/// A Gaussian as wide as a feature, and its derivatives, whose positive weights sum to 1 and whose negative ones to −1.
struct FeatureFilters {
  Kernel smooth;
  Kernel edge;
  Kernel point;
};

[[nodiscard]] FeatureFilters feature_filters(float pixels_per_degree);

/// One row of a plane, filtered; beyond the border its last values go on.
class RowFilter {
 public:
  /// The result stays until the next call.
  [[nodiscard]] std::span<const float> filter(const Plane& plane, int y, const Kernel& horizontal,
                                              const Kernel& vertical);

 private:
  std::vector<const float*> rows_;
  std::vector<float> padded_;
  std::vector<float> result_;
};

}  // namespace texelscope::app::flip
