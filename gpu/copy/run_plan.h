#pragma once

#include "gpu/copy/host/copy_pointers.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu::copy {

/// Carries out a plan in the order of `stream`, by its device, which reaches both sides: one driver call.
/// `pointers` are those of offset 0. @throws DriverError, InvalidState.
void run_plan(const CopyPlan& plan, const CopyPointers& pointers, const Stream& stream);

/// The same where one side is memory of the host, page-locked, and the device has its own: the copy engine moves rows
/// at pitches.
void run_across_bus(const CopyPlan& plan, const CopyPointers& pointers, const Stream& stream);

}  // namespace texelscope::gpu::copy
