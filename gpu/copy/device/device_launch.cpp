#include "gpu/copy/device/device_launch.h"

#include <optional>

#include "gpu/copy/choose_method.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::copy {

CopyPlan with_ascending_source(CopyPlan plan, std::size_t axis) {
  if (CopyAxis& along = plan.axes[axis]; along.source_stride < 0) {
    plan.source_offset += (along.extent - 1) * along.source_stride;
    plan.destination_offset += (along.extent - 1) * along.destination_stride;
    along.source_stride = -along.source_stride;
    along.destination_stride = -along.destination_stride;
  }
  return plan;
}

DeviceLaunch make_launch(const CopyPlan& wanted, const CopyPointers& pointers) {
  // The source's runs are read from their lowest address.
  const std::optional<std::size_t> run = source_run_axis(wanted);
  const CopyPlan plan = run ? with_ascending_source(wanted, *run) : wanted;
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
