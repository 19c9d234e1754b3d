#include "gpu/layout/axes.h"

#include <fmt/format.h>

namespace texelscope::gpu {

std::string axes_text(std::size_t count) {
  if (count == 0) {
    return "rank 0 has no axes";
  }
  return fmt::format("the axes are 0 to {}, or -{} to -1 from the end", count - 1, count);
}

std::string permutation_fault(const Dimensions& permutation, std::size_t count) {
  if (permutation.size() != count) {
    return fmt::format("it names {} of {} axes; name each axis once", permutation.size(), count);
  }
  std::uint64_t named = 0;
  for (const std::int64_t number : permutation) {
    const auto axis = axis_index(number, count);
    if (!axis) {
      return fmt::format("axis {} is out of range; {}", number, axes_text(count));
    }
    if ((named >> *axis & 1) != 0) {
      return fmt::format("axis {} is named twice; name each axis once", *axis);
    }
    named |= std::uint64_t{1} << *axis;
  }
  return {};
}

}  // namespace texelscope::gpu
