#pragma once

#include <optional>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {

/// Makes the work scheduled on `consumer` from now on wait for all that `producer` has been given so far, both streams
/// of other libraries on one CUDA device, by an event (cuEventRecord, cuStreamWaitEvent); nothing when they are one.
/// The host does not wait. @throws InvalidArgument for stream 0, of which nobody knows which stream it is; Unavailable
/// on the CPU device, which no other library has streams on.
void make_wait(const Device& device, ForeignStream consumer, ForeignStream producer);

/// The device that memory lies on, as the driver of `device` knows (cuPointerGetAttributes); nothing for the host's.
[[nodiscard]] std::optional<DeviceId> location_of(const Device& device, DevicePointer memory);

}  // namespace texelscope::gpu
