#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::gpu {

/// What a call costs the host, in nanoseconds: the medians of one run, in which the ways take turns.
struct CallCost {
  std::string_view name;  ///< Of the call.
  /// The driver's own function. On the CPU device, the call of the seam without the objects above it.
  double raw_ns = 0;
  /// By this library's objects, no observer; with the device's context current on the thread, as for the raw call.
  double object_ns = 0;
  /// The same from a thread where no context is current, which each call then makes so and leaves as it was.
  double other_context_ns = 0;
  /// The same as object_ns with a Trace.
  double traced_ns = 0;
  /// What the objects cost beyond the driver: the median of the differences of two turns, one behind the other, as a
  /// host's clock and caches change from turn to turn.
  double added_ns = 0;
  /// The most that added_ns may be on a CUDA device. The CPU device's calls wake threads, which varies by more.
  double max_added_ns = 100;
};

/// Measures allocate + free, copy, fill, launch and event record, and on a CUDA device the launch as an ordinary
/// kernel; and taking a stream of others, which has nothing raw beside it. `calls` ≥ 100 of each in each way.
/// `empty_kernel` is launched on one thread, or as an ordinary kernel on one block. @throws Unavailable, DriverError.
[[nodiscard]] std::vector<CallCost> measure_call_costs(DeviceId device, const kernels::KernelEntry& empty_kernel,
                                                       const void* kernel, std::uint64_t calls);

/// What observation costs where it is switched off: a call of the seam on a driver that does nothing, and the same
/// through the decorator without observers. Nanoseconds, medians in turns.
struct UnobservedCost {
  double direct_ns = 0;
  double switched_off_ns = 0;
  double traced_ns = 0;
};
[[nodiscard]] UnobservedCost measure_unobserved_cost(std::uint64_t calls);

}  // namespace texelscope::gpu
