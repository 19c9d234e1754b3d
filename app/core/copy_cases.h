#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// A copy to measure: a dense array seen through an operation, into a dense one.
struct CopyCase {
  std::string name;
  std::string type;
  std::int64_t itemsize = 1;
  gpu::Dimensions shape;
  /// Of the array, as texts of `layout --op`.
  std::string operation;

  [[nodiscard]] gpu::StridedLayout array() const { return {shape, itemsize}; }
  [[nodiscard]] gpu::StridedLayout source() const;
};

/// The cases, scaled down along their longest axes until an array has at most `most_bytes`.
[[nodiscard]] std::vector<CopyCase> copy_cases(std::int64_t most_bytes);

}  // namespace texelscope::app
