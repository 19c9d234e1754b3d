#include "gpu/copy/device_launch.h"

#include "texelscope/gpu/error.h"

namespace texelscope::gpu::copy {

DeviceLaunch make_launch(const CopyPlan& plan, const CopyPointers& pointers) {
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
