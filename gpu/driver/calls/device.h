#pragma once

#include <cstdint>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/device.h"

namespace texelscope::gpu::driver {

/// Starts the driver and takes the device's primary context, or lets go of it.
template <CallEffect effect>
struct PrimaryContext {
  static constexpr CallInfo info{
      effect == CallEffect::creates ? "cuDevicePrimaryCtxRetain" : "cuDevicePrimaryCtxRelease", ObjectKind::context,
      effect};
  int ordinal = 0;

  [[nodiscard]] Arguments arguments() const { return {{"device", ordinal}}; }
  /// A handle of 0 would be none.
  [[nodiscard]] Argument object() const { return {"context", Handle<struct ContextTag>{std::uint64_t(ordinal) + 1}}; }
};

using ContextRetain = PrimaryContext<CallEffect::creates>;
using ContextRelease = PrimaryContext<CallEffect::destroys>;

struct ContextSynchronize {
  static constexpr CallInfo info{.name = "cuCtxSynchronize", .survives_failure = true};
  TEXELSCOPE_ARGUMENTS()
};

struct DeviceQuery {
  static constexpr CallInfo info{"cuDeviceGetAttribute"};
  DeviceProperties properties{};  // result
  TEXELSCOPE_ARGUMENTS()
};

}  // namespace texelscope::gpu::driver
