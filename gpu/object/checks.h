#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "gpu/driver/device_box.h"
#include "gpu/object/stream/stream_box.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {

/// Throws an error that begins with the device's name.
template <class Error, class... Argument>
[[noreturn]] void throw_on(const DeviceBox& device, fmt::format_string<Argument...> text, Argument&&... arguments) {
  throw Error(device.name() + ": " + fmt::format(text, std::forward<Argument>(arguments)...));
}

[[noreturn]] void throw_closed(std::string_view object);
[[noreturn]] void throw_other_device(const DeviceBox& device, const DeviceBox& other, std::string_view object,
                                     std::string_view other_object);

/// The implementation of an open object. `object` names it in the error, such as "stream".
/// @throws InvalidState when it is closed or was moved from.
template <class Box>
[[nodiscard]] Box& require_open(const std::shared_ptr<Box>& box, std::string_view object) {
  if (!box) [[unlikely]] {
    throw_closed(object);
  }
  return *box;
}

/// @throws InvalidArgument if two objects that are used together belong to different devices.
inline void require_same_device(const DeviceBox& device, const DeviceBox& other, std::string_view object,
                                std::string_view other_object) {
  if (!device.is_like(other)) [[unlikely]] {
    throw_other_device(device, other, object, other_object);
  }
}

/// Checks a name that tools read as a zero-terminated string. @throws InvalidArgument for a zero byte inside it.
void require_name(const DeviceBox& device, const std::string& name, std::string_view object);

[[noreturn]] void throw_captured(const DeviceBox& device, std::string_view action);

/// @throws InvalidState if a GraphBuilder records the stream: `action` names the operation, which graphs cannot
/// contain.
inline void require_not_captured(const StreamBox& stream, std::string_view action) {
  if (stream.is_captured()) [[unlikely]] {
    throw_captured(*stream.device(), action);
  }
}

/// An open stream of `device`, for work on `object`. @throws InvalidState, InvalidArgument.
[[nodiscard]] inline StreamBox& require_stream(const Stream& stream, const DeviceBox& device, std::string_view object) {
  StreamBox& box = require_open(stream.box(), "stream");
  require_same_device(device, *box.device(), object, "stream");
  return box;
}

}  // namespace texelscope::gpu
