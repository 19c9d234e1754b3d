#include "gpu/copy/choose_method.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "gpu/copy/counted.h"

namespace texelscope::gpu::copy {
namespace {

/// Adjacent items that threads split, or interleave, in registers.
constexpr std::int64_t max_channels = 4;
constexpr std::int64_t widest_channel = 4;

struct Choice {
  CopyMethod method;
  std::string why;
};

/// On one side, neighbors along the long axis are exactly `few` items apart.
bool are_channels(const CopyPlan& plan, std::int64_t few, std::int64_t stride_of_many) noexcept {
  return few <= max_channels && plan.item_bytes <= widest_channel && stride_of_many == few * plan.item_bytes;
}

Choice choice_of(const CopyPlan& plan) {
  if (plan.volume_bytes == 0) {
    return {CopyMethod::nothing, "there are no elements"};
  }
  const std::int64_t item = plan.item_bytes;
  const bool is_run =
      plan.axes.empty() || (plan.axes.back().source_stride == item && plan.axes.back().destination_stride == item);
  if (is_run && plan.axes.size() <= 1) {
    return {CopyMethod::linear,
            fmt::format("both sides are one contiguous run of {} bytes", grouped(plan.volume_bytes))};
  }
  const CopyAxis& inner = plan.axes.back();
  if (is_run) {
    return {CopyMethod::rows,
            fmt::format("both sides are contiguous in rows of {} bytes", grouped(inner.extent * item))};
  }
  if (inner.source_stride == 0) {
    return {CopyMethod::elements, fmt::format("each item of the source is repeated {} times", inner.extent)};
  }
  const std::optional<std::size_t> run = source_run_axis(plan);
  if (!run || inner.destination_stride != item) {
    return {CopyMethod::elements, fmt::format("no items of the {} are adjacent", run ? "destination" : "source")};
  }
  const CopyAxis& source_run = plan.axes[*run];
  if (splits_channels(plan)) {
    return {CopyMethod::channels, fmt::format("splits {} channels into planes", source_run.extent)};
  }
  if (are_channels(plan, inner.extent, source_run.destination_stride)) {
    return {CopyMethod::channels, fmt::format("interleaves {} planes as channels", inner.extent)};
  }
  return {CopyMethod::tiles, fmt::format("the source is contiguous along axis {}, the destination along axis {}", *run,
                                         plan.axes.size() - 1)};
}

}  // namespace

bool splits_channels(const CopyPlan& plan) noexcept {
  const std::optional<std::size_t> run = source_run_axis(plan);
  return run && are_channels(plan, plan.axes[*run].extent, plan.axes.back().source_stride);
}

std::optional<std::size_t> source_run_axis(const CopyPlan& plan) noexcept {
  for (std::size_t axis = plan.axes.size(); axis-- > 0;) {
    const std::int64_t stride = plan.axes[axis].source_stride;
    const bool is_inner = axis + 1 == plan.axes.size();
    if ((is_inner ? stride : std::abs(stride)) == plan.item_bytes) {
      return axis;
    }
  }
  return std::nullopt;
}

void choose_method(CopyPlan& plan) {
  Choice choice = choice_of(plan);
  plan.method = choice.method;
  plan.steps.push_back(fmt::format("{}: {}", to_string(choice.method), choice.why));
}

}  // namespace texelscope::gpu::copy
