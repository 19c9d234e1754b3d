#include "gpu/object/checks.h"

#include <fmt/format.h>

namespace texelscope::gpu {

void throw_closed(std::string_view object) {
  throw InvalidState(fmt::format(
      "this {} is closed or was moved from: keep a copy of it while it is in use, or create another", object));
}

void require_name(const DeviceBox& device, const std::string& name, std::string_view object) {
  if (const std::size_t place = name.find(char{0}); place != std::string::npos) {
    throw_on<InvalidArgument>(device, "the name \"{}\" of a {} has a zero byte at {}: remove it", name.c_str(), object,
                              place);
  }
}

void throw_captured(const DeviceBox& device, std::string_view action) {
  throw_on<InvalidState>(device,
                         "cannot {} on a stream that a GraphBuilder records: graphs cannot contain this; do it before "
                         "begin() or after end()",
                         action);
}

void throw_other_device(const DeviceBox& device, const DeviceBox& other, std::string_view object,
                        std::string_view other_object) {
  if (device.id() == other.id()) {
    throw InvalidArgument(fmt::format(
        "the {} and the {} belong to two separately opened instances of {}: open the device once and share the Device",
        object, other_object, device.name()));
  }
  throw InvalidArgument(fmt::format("the {} belongs to {} and the {} to {}: use objects of the same device", object,
                                    device.name(), other_object, other.name()));
}

}  // namespace texelscope::gpu
