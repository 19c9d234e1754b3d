#pragma once

#include "gpu/copy/device/pitched_copy.h"
#include "gpu/copy/host/copy_pointers.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/copy_route.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu::copy {

/// The locations of both sides of a copy, as seen by its device.
struct CopyEnds {
  bool is_source_reached = true;
  bool is_destination_reached = true;
  /// Host memory, of a device with separate memory.
  bool is_source_on_host = false;
  bool is_destination_on_host = false;
};

/// The route for a plan. `pointers` are the addresses of offset 0.
[[nodiscard]] CopyRoute choose_route(const CopyPlan& plan, const CopyPointers& pointers, const CopyEnds& ends);

/// Carries out a plan on a device that can access both sides: one driver call in the order of `stream`. `pointers` are
/// the addresses of offset 0. @throws DriverError, InvalidState.
void run_plan(const CopyPlan& plan, const CopyPointers& pointers, const Stream& stream);

/// Carries out a plan with one side in pinned host memory, on a device with separate memory: the copy engine moves
/// pitched rows.
void run_across_bus(const CopyPlan& plan, const CopyPointers& pointers, const Stream& stream);

}  // namespace texelscope::gpu::copy
