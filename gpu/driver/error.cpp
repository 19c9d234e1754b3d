#include "texelscope/gpu/error.h"

#include <fmt/format.h>

#include <utility>

namespace texelscope::gpu {
namespace {

std::string driver_error_text(Status status, const std::string& call, const std::string& device) {
  const std::string_view advice = status_advice(status);
  return fmt::format(
      "{}: {} failed with {} ({}): {}", device, call, status_name(status), static_cast<int>(status),
      advice.empty() ? "look up the number under CUresult in the CUDA Driver API documentation" : advice);
}

}  // namespace

DriverError::DriverError(Status status, std::string call, std::string device)
    : Error{driver_error_text(status, call, device)},
      status_{status},
      call_{std::move(call)},
      device_{std::move(device)} {}

}  // namespace texelscope::gpu
