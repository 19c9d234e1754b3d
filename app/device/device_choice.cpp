#include "app/device/device_choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"

namespace texelscope::app {
namespace {

bool has_injected_failure(const gpu::DeviceOptions& options) {
  return std::ranges::any_of(options.observers, [](const auto& observer) {
    const auto* const injector = dynamic_cast<const gpu::FaultInjector*>(observer.get());
    return injector != nullptr && injector->has_fired();
  });
}

}  // namespace

ChosenDevice open_device(std::optional<gpu::DeviceId> id, const gpu::DeviceOptions& options) {
  if (id) {
    return {gpu::Device::open(*id, options), {}};
  }
  std::string reason;
  try {
    gpu::Device device = gpu::Device::open({gpu::DeviceKind::cuda, 0}, options);
    std::string note = fmt::format("device {} ({})", to_string(device.id()), device.properties().name);
    return {std::move(device), std::move(note)};
  } catch (const gpu::Unavailable& error) {
    reason = error.what();
  } catch (const gpu::DriverError& error) {
    // A requested failure is the result, not a reason to use another device.
    if (has_injected_failure(options)) {
      throw;
    }
    reason = error.what();
  }
  return {gpu::Device::open({}, options), fmt::format("using device cpu: {}", reason)};
}

}  // namespace texelscope::app
