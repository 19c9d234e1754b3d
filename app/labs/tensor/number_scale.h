#pragma once

#include "app/labs/tensor/tensor_view.h"
#include "texelscope/kernels/kernel_function.h"

namespace texelscope::app {

/// The scale of numbers in a range: plain data, which can be passed to kernels.
struct NumberScale {
  NumberScale() = default;
  explicit NumberScale(const NumberRange& range)
      : lowest{range.lowest * 0.5}, length{range.highest * 0.5 - range.lowest * 0.5} {}

  /// 0 at the lowest number and below, 1 at the highest and above; 0.5 if both are equal. Never NaN for a finite
  /// number.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION double part_of(double number) const {
    if (!(length > 0)) {
      return 0.5;
    }
    const double part = (number * 0.5 - lowest) / length;
    return part > 0 ? (part < 1 ? part : 1.0) : 0.0;
  }

  /// Half of each value, since the length of a range of doubles may overflow.
  double lowest = 0;
  double length = 0.5;
};

}  // namespace texelscope::app
