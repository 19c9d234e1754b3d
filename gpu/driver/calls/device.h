#pragma once

#include <cstdint>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/device.h"

namespace texelscope::gpu::driver {

/// Starts the driver and takes the device's primary context.
struct ContextRetain {
  static constexpr CallInfo info{"cuDevicePrimaryCtxRetain", ObjectKind::context, CallEffect::creates};
  int ordinal = 0;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("device", ordinal);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(static_cast<std::uint64_t>(ordinal) + 1);
  }
};

struct ContextRelease {
  static constexpr CallInfo info{"cuDevicePrimaryCtxRelease", ObjectKind::context, CallEffect::destroys};
  int ordinal = 0;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("device", ordinal);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(static_cast<std::uint64_t>(ordinal) + 1);
  }
};

struct ContextSynchronize {
  static constexpr CallInfo info{"cuCtxSynchronize"};

  template <class Visitor>
  void visit(Visitor&&) const {}
};

struct DeviceQuery {
  static constexpr CallInfo info{"cuDeviceGetAttribute"};
  DeviceProperties properties{};  // result

  template <class Visitor>
  void visit(Visitor&&) const {}
};

}  // namespace texelscope::gpu::driver
