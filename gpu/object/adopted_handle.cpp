#include "gpu/object/adopted_handle.h"

#include "gpu/object/checks.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {

void throw_null_handle(const DeviceBox& device, std::string_view object) {
  throw_on<InvalidArgument>(device, "the handle of {} {} is null: pass the handle of a live object",
                            std::string_view{"aeiou"}.find(object.front()) == std::string_view::npos ? "a" : "an",
                            object);
}

void throw_unknown_handle(const DeviceBox& device, std::string_view object, std::uint64_t handle, Status status,
                          const std::string& call_text) {
  switch (status) {
    case Status::invalid_handle:
    case Status::invalid_value:
    case Status::invalid_context:
      throw_on<InvalidArgument>(
          device,
          "{:#x} is not the handle of a {} of this device: the object was destroyed, or belongs to another context",
          handle, object);
    case Status::not_supported:
      throw_on<Unavailable>(device, "the {} {:#x} has a format that DataType does not include: it cannot be used here",
                            object, handle);
    default:
      throw DriverError(status, call_text, device.name());
  }
}

}  // namespace texelscope::gpu
