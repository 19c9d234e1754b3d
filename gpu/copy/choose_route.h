#pragma once

#include "gpu/copy/device/pitched_copy.h"
#include "texelscope/gpu/copy_route.h"

namespace texelscope::gpu::copy {

/// Where both sides of a copy are, as its device sees them.
struct CopyEnds {
  bool is_source_reached = true;
  bool is_destination_reached = true;
  /// Memory of the host, while the device has one of its own.
  bool is_source_on_host = false;
  bool is_destination_on_host = false;
};

/// The route for a plan. `pointers` are those of offset 0.
[[nodiscard]] CopyRoute choose_route(const CopyPlan& plan, const CopyPointers& pointers, const CopyEnds& ends);

}  // namespace texelscope::gpu::copy
