#include <exception>

#include "gpu/driver/open_driver.h"
#include "texelscope/gpu/device.h"

namespace texelscope::gpu {
namespace {

DeviceReport try_device(DeviceId id) {
  DeviceReport report{id, std::nullopt, ""};
  try {
    DeviceOptions options;
    // Asking whether a device works prints nothing; what matters comes back as the reason.
    options.diagnostics = [](const Diagnostic&) {};
    report.properties = Device::open(id, options).properties();
  } catch (const std::exception& error) {
    report.reason = error.what();
  }
  return report;
}

}  // namespace

std::vector<DeviceReport> find_devices() {
  std::vector<DeviceReport> reports;
  try {
    const int count = driver::count_cuda_devices();
    for (int ordinal = 0; ordinal < count; ++ordinal) {
      reports.push_back(try_device({DeviceKind::cuda, ordinal}));
    }
  } catch (const std::exception& error) {
    reports.push_back({{DeviceKind::cuda, 0}, std::nullopt, error.what()});
  }
  reports.push_back(try_device({DeviceKind::cpu, 0}));
  return reports;
}

}  // namespace texelscope::gpu
