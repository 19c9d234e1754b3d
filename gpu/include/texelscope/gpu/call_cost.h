#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::gpu {

/// The CPU time of one call in nanoseconds: medians of a single run that alternates between the variants.
struct CallCost {
  std::string_view name;  ///< Name of the call.
  /// A direct call of the driver's function; on the CPU device, the driver call without the objects above it.
  double raw_ns = 0;
  /// The call through this library's objects, without observers; the device's context is current on the thread, as for
  /// the raw call.
  double object_ns = 0;
  /// Like object_ns, but from a thread that has no current context: each call sets the context and restores the
  /// previous state.
  double other_context_ns = 0;
  /// Like object_ns, but with a Trace as an observer.
  double traced_ns = 0;
  /// Time that the objects add to the driver call: the median of the differences between consecutive measurements,
  /// because the host's clock and caches change over time.
  double added_ns = 0;
  /// Like added_ns, but for the first call after a synchronization, when its code and data are no longer cached.
  double first_added_ns = 0;
  /// The upper limit of added_ns on a CUDA device. The times of calls on the CPU device vary by more than this, because
  /// the calls wake threads.
  double max_added_ns = 100;
};

/// Measures allocate + free, copy, fill, launch and event record; on a CUDA device, also the launch of an ordinary
/// kernel; and the adoption of an external stream, which has no raw counterpart. Each variant makes `calls` ≥ 100
/// calls. `empty_kernel` is launched with one thread, or as an ordinary kernel with one block. @throws Unavailable,
/// DriverError.
[[nodiscard]] std::vector<CallCost> measure_call_costs(DeviceId device, const kernels::KernelEntry& empty_kernel,
                                                       const void* kernel, std::uint64_t calls);

/// The cost of disabled observation in nanoseconds: a call to a driver that does nothing, and the same call through the
/// decorator without observers. Medians of alternating measurements.
struct UnobservedCost {
  double direct_ns = 0;
  double switched_off_ns = 0;
  double traced_ns = 0;
};
[[nodiscard]] UnobservedCost measure_unobserved_cost(std::uint64_t calls);

}  // namespace texelscope::gpu
