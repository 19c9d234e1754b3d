#include "gpu/copy/device/device_launch.h"

#include <optional>

#include "gpu/copy/choose_method.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::copy {

namespace {

/// The source's contiguous axis is traversed in ascending order: its runs are read from their lowest address.
CopyPlan facing_source(CopyPlan plan) {
  if (const std::optional<std::size_t> run = source_run_axis(plan); run && plan.axes[*run].source_stride < 0) {
    CopyAxis& axis = plan.axes[*run];
    plan.source_offset += (axis.extent - 1) * axis.source_stride;
    plan.destination_offset += (axis.extent - 1) * axis.destination_stride;
    axis.source_stride = -axis.source_stride;
    axis.destination_stride = -axis.destination_stride;
  }
  return plan;
}

}  // namespace

DeviceLaunch make_launch(const CopyPlan& wanted, const CopyPointers& pointers) {
  const CopyPlan plan = facing_source(wanted);
  switch (plan.method) {
    case CopyMethod::rows:
      return launch_rows(plan, pointers);
    case CopyMethod::channels:
      return launch_channels(plan, pointers);
    case CopyMethod::tiles:
      return launch_tiles(plan, pointers);
    case CopyMethod::elements:
      return launch_elements(plan, pointers);
    case CopyMethod::nothing:
    case CopyMethod::linear:
      break;
  }
  throw InvalidArgument("no kernel copies " + to_string(plan) + "; copy the bytes");
}

}  // namespace texelscope::gpu::copy
