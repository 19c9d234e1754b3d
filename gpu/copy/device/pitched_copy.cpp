#include "gpu/copy/device/pitched_copy.h"

#include <limits>

#include "gpu/copy/device/device_launch.h"

namespace texelscope::gpu::copy {
namespace {

/// What every device takes as a pitch (CU_DEVICE_ATTRIBUTE_MAX_PITCH).
constexpr std::int64_t max_pitch_bytes = std::numeric_limits<std::int32_t>::max();

struct Pitches {
  std::int64_t row = 0;
  std::int64_t rows_per_slice = 1;
};

std::optional<Pitches> pitches_of(const CopyPlan& plan, std::int64_t CopyAxis::*stride, std::int64_t row_bytes) {
  const std::size_t rows = plan.axes.size() - 2;
  Pitches pitches{plan.axes[rows].*stride, plan.axes[rows].extent};
  if (pitches.row < row_bytes || pitches.row > max_pitch_bytes) {
    return std::nullopt;
  }
  if (rows > 0) {
    const std::int64_t slice = plan.axes[rows - 1].*stride;
    if (slice % pitches.row != 0 || slice / pitches.row < plan.axes[rows].extent) {
      return std::nullopt;
    }
    pitches.rows_per_slice = slice / pitches.row;
  }
  return pitches;
}

driver::ArrayCopySide side_of(const std::byte* first, const Pitches& pitches) {
  return {.pointer = {reinterpret_cast<std::uintptr_t>(first)},
          .row_pitch_bytes = static_cast<std::uint64_t>(pitches.row),
          .rows_per_slice = static_cast<std::uint64_t>(pitches.rows_per_slice)};
}

}  // namespace

std::optional<driver::ArrayCopy> pitched_copy(const CopyPlan& plan, const CopyPointers& pointers) {
  const std::size_t count = plan.axes.size();
  if (plan.method != CopyMethod::rows || count < 2 || count > 3) {
    return std::nullopt;
  }
  const std::int64_t row_bytes = plan.axes.back().extent * plan.item_bytes;
  const std::optional<Pitches> source = pitches_of(plan, &CopyAxis::source_stride, row_bytes);
  const std::optional<Pitches> destination = pitches_of(plan, &CopyAxis::destination_stride, row_bytes);
  if (row_bytes < least_pitched_row_bytes || !source || !destination) {
    return std::nullopt;
  }
  const CopyPointers first = first_item(plan, pointers);
  const auto rows = static_cast<std::uint64_t>(plan.axes[count - 2].extent);
  const auto slices = static_cast<std::uint64_t>(count == 3 ? plan.axes[0].extent : 1);
  return driver::ArrayCopy{.destination = side_of(first.destination, *destination),
                           .source = side_of(first.source, *source),
                           .extent = Extent(static_cast<std::uint64_t>(row_bytes), rows, slices),
                           .element_size = 1,
                           .stream = {}};
}

}  // namespace texelscope::gpu::copy
