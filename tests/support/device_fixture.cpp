#include "tests/support/device_fixture.h"

#include <map>
#include <mutex>

namespace texelscope::tests {
namespace {

std::vector<gpu::DeviceId> find_devices_to_test() {
  std::vector<gpu::DeviceId> ids;
  for (const gpu::DeviceReport& report : gpu::find_devices()) {
    if (report.properties) {
      ids.push_back(report.id);
    }
  }
  return ids;
}

/// Creating a CUDA context takes a quarter of a second, so the first test of a process keeps it for the others. It is
/// never released, because the driver may shut down before static objects are destroyed.
void keep_context(gpu::DeviceId id) {
  static auto& kept = *new std::map<int, gpu::Device>;
  if (id.kind == gpu::DeviceKind::cuda && !kept.contains(id.ordinal)) {
    kept.emplace(id.ordinal, gpu::Device::open(id));
  }
}

}  // namespace

std::vector<gpu::DeviceId> devices_to_test() {
  static const std::vector<gpu::DeviceId> ids = find_devices_to_test();
  return ids;
}

std::string device_test_name(const testing::TestParamInfo<gpu::DeviceId>& info) {
  std::string name = to_string(info.param);
  for (char& character : name) {
    character = character == ':' ? '_' : character;
  }
  return name;
}

void DeviceFixture::SetUp() {
  keep_context(device_id());
  live_objects_ = std::make_shared<gpu::LiveObjects>();
  diagnostics_ = std::make_shared<std::vector<gpu::Diagnostic>>();
  const auto mutex = std::make_shared<std::mutex>();
  gpu::DeviceOptions options;
  options.observers.push_back(live_objects_);
  options.diagnostics = [sink = diagnostics_, mutex](const gpu::Diagnostic& diagnostic) {
    const std::lock_guard lock{*mutex};
    sink->push_back(diagnostic);
  };
  device_ = gpu::Device::open(device_id(), options);
  stream_ = device_->create_stream();
}

void DeviceFixture::TearDown() {
  stream_.reset();
  device_.reset();
  if (live_objects_) {
    for (const std::string& object : live_objects_->list()) {
      ADD_FAILURE() << "left behind: " << object;
    }
  }
  if (diagnostics_) {
    for (const gpu::Diagnostic& diagnostic : *diagnostics_) {
      ADD_FAILURE() << "unexpected diagnostic: " << diagnostic.text;
    }
  }
}

std::vector<gpu::Diagnostic> DeviceFixture::take_diagnostics() { return std::exchange(*diagnostics_, {}); }

}  // namespace texelscope::tests
