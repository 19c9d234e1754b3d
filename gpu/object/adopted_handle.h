#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gpu/driver/device_box.h"

namespace texelscope::gpu {

[[noreturn]] void throw_null_handle(const DeviceBox& device, std::string_view object);
/// For a handle that the driver refuses. @throws InvalidArgument where it does not know the handle, Unavailable for an
/// object that this library has no words for, else DriverError.
[[noreturn]] void throw_unknown_handle(const DeviceBox& device, std::string_view object, std::uint64_t handle,
                                       Status status, const std::string& call_text);

/// What `call` asks the driver of an object that others made. `object` names its kind in errors, such as "array".
/// @throws InvalidArgument for null, or a handle that the driver does not know. A handle of an object that was
/// destroyed the CPU device always refuses. A CUDA driver does so for some kinds, and may crash on others (measured
/// with 580: of streams, events, arrays and functions).
template <class Handle, class Call>
[[nodiscard]] Call ask_about(DeviceBox& device, std::string_view object, Handle handle, Call call) {
  if (!handle) {
    throw_null_handle(device, object);
  }
  if (const Status status = device.driver().perform(call); status != Status::success) {
    throw_unknown_handle(device, object, handle.value, status, driver::describe_call(Call::info, call.arguments()));
  }
  return call;
}

}  // namespace texelscope::gpu
