#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gpu/driver/device_box.h"

namespace texelscope::gpu {

[[noreturn]] void throw_null_handle(const DeviceBox& device, std::string_view object);
/// Reports a handle that the driver refuses. @throws InvalidArgument if the driver does not know it, Unavailable for a
/// format outside DataType, otherwise DriverError.
[[noreturn]] void throw_unknown_handle(const DeviceBox& device, std::string_view object, std::uint64_t handle,
                                       Status status, const std::string& call_text);

/// `object` names the kind in errors, such as "array". @throws InvalidArgument for null.
template <class Handle>
void require_handle(const DeviceBox& device, std::string_view object, Handle handle) {
  if (!handle) {
    throw_null_handle(device, object);
  }
}

/// Makes `call` to query the driver about an object that was created elsewhere.
/// @throws InvalidArgument for null, or a handle unknown to the driver. The CPU device refuses every destroyed object.
/// A CUDA driver refuses some kinds and may crash on others (measured with 580: streams, events, arrays, and
/// functions).
template <class Handle, class Call>
[[nodiscard]] Call ask_about(DeviceBox& device, std::string_view object, Handle handle, Call call) {
  require_handle(device, object, handle);
  const Status status = device.driver().perform(call);
  // For an event, pending work is not an error.
  if (status != Status::success && status != Status::not_ready) {
    throw_unknown_handle(device, object, handle.value, status, driver::describe_call(Call::info, call.arguments()));
  }
  return call;
}

}  // namespace texelscope::gpu
