#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gpu/driver/describe.h"
#include "gpu/driver/device_box.h"
#include "gpu/driver/driver.h"
#include "gpu/driver/driver_decorator.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/live_objects.h"

namespace texelscope::tests {

/// The calls to a fake driver and its results; outlives the driver, which belongs to its device.
struct FakeScript {
  std::mutex mutex;
  /// Every call as "cuArray3DCreate(descriptor=4x4 uint8x4)".
  std::vector<std::string> calls;
  /// The status that calls of a name return, until it is erased.
  std::map<std::string, gpu::Status> answers;
  /// Makes calls that create objects succeed without a handle.
  bool gives_null_handles = false;
  std::vector<int> gl_ordinals{0};
  gpu::ArrayDescriptor mapped_array{gpu::Extent(8, 4), gpu::DataType::uint8, 4, true};
  std::size_t mapped_bytes = 64;
  /// Parameter sizes of each kernel; the offsets are multiples of 8.
  std::vector<std::size_t> parameter_sizes;
  std::set<std::uint64_t> mapped;
  bool can_access_peers = true;
  gpu::driver::PointerFacts pointer_facts;
  std::uint64_t next_handle = 0x100;

  /// The number of calls of that name so far.
  [[nodiscard]] std::size_t count(const std::string& name) {
    const std::lock_guard lock{mutex};
    std::size_t found = 0;
    for (const std::string& call : calls) {
      found += call.starts_with(name + "(") ? 1 : 0;
    }
    return found;
  }
  /// The last call; empty if there was none.
  [[nodiscard]] std::string last() {
    const std::lock_guard lock{mutex};
    return calls.empty() ? "" : calls.back();
  }
};

/// Records each call and returns handles that refer to no actual objects: for tests of the layers above the driver
/// interface.
class FakeDriver : public gpu::driver::Driver {
 public:
  explicit FakeDriver(std::shared_ptr<FakeScript> script) : script_{std::move(script)} {}

  TEXELSCOPE_DRIVER_CALLS(TEXELSCOPE_PERFORM_ANY)

 private:
  template <class Call>
  gpu::Status perform_any(Call& call) noexcept {
    const std::lock_guard lock{script_->mutex};
    const std::string name{Call::info.name};
    script_->calls.push_back(name + "(" + gpu::driver::describe_arguments(call.arguments()) + ")");
    if (const auto answer = script_->answers.find(name); answer != script_->answers.end()) {
      return answer->second;
    }
    return answer_to(call);
  }

  template <class Tag>
  void give(gpu::Handle<Tag>& handle) {
    handle.value = script_->gives_null_handles ? 0 : script_->next_handle++;
  }

  template <class Call>
  gpu::Status answer_to(Call&) {
    return gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::DeviceQuery& call) {
    call.properties.name = "fake";
    call.properties.max_texture_1d = {1024};
    call.properties.max_texture_2d = {512, 256};
    call.properties.max_texture_3d = {64, 64, 32};
    call.properties.max_texture_1d_layered = {1024, 16};
    call.properties.max_texture_2d_layered = {512, 256, 16};
    call.properties.max_texture_cube_map = {512};
    call.properties.max_texture_cube_map_layered = {512, 12};
    call.properties.max_texture_2d_gather = {128, 128};
    call.properties.max_texture_1d_mipmapped = {256};
    call.properties.max_texture_2d_mipmapped = {256, 256};
    call.properties.max_texture_1d_linear = {1 << 16};
    call.properties.max_texture_2d_linear = {400, 300};
    call.properties.max_texture_2d_linear_pitch = 4096;
    call.properties.texture_alignment = 512;
    call.properties.texture_pitch_alignment = 32;
    call.properties.compute_major = 8;
    call.properties.compute_minor = 6;
    call.properties.max_threads_per_block = 1024;
    call.properties.max_block = {1024, 1024, 64};
    call.properties.max_grid = {2147483647, 65535, 65535};
    call.properties.max_shared_bytes_per_block = 49152;
    call.properties.max_shared_bytes_per_block_opt_in = 101376;
    call.properties.max_surface_1d = {1024};
    call.properties.max_surface_2d = {512, 256};
    call.properties.max_surface_3d = {64, 64, 32};
    call.properties.max_surface_1d_layered = {1024, 16};
    call.properties.max_surface_2d_layered = {512, 256, 16};
    call.properties.max_surface_cube_map = {500};
    call.properties.max_surface_cube_map_layered = {500, 12};
    call.properties.has_stream_ordered_memory = true;
    call.properties.has_managed_memory = true;
    call.properties.has_interprocess_pools = true;
    call.properties.has_interprocess_events = true;
    return gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::StreamCreate& call) { return give(call.created), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::EventCreate& call) { return give(call.event), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::MemoryAllocate& call) { return give(call.pointer), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::HostAllocate& call) { return give(call.pointer), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::MemoryPoolCreate& call) { return give(call.pool), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::MemoryPoolOfDevice& call) { return give(call.pool), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::MemoryPoolAllocate& call) { return give(call.pointer), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::ManagedAllocate& call) { return give(call.pointer), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::MemoryInfo& call) {
    call.free_bytes = 1000;
    call.total_bytes = 4000;
    return gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::PeerQuery& call) {
    call.can_access = script_->can_access_peers;
    return gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::PointerQuery& call) {
    call.facts = script_->pointer_facts;
    return gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::ArrayCreate& call) { return give(call.array), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::MipmappedArrayCreate& call) { return give(call.array), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::MipmappedArrayGetLevel& call) {
    return give(call.level_array), gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::TextureCreate& call) { return give(call.texture), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::SurfaceCreate& call) { return give(call.surface), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::ModuleLoad& call) { return give(call.module), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::ModuleGetFunction& call) { return give(call.function), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::CaptureEnd& call) { return give(call.graph), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::GraphInstantiate& call) { return give(call.exec), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::ExternalMemoryImport& call) { return give(call.memory), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::ExternalMemoryMappedBuffer& call) {
    return give(call.pointer), gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::ExternalMemoryMappedMipmappedArray& call) {
    return give(call.array), gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::ExternalMemoryMappedArray& call) { return give(call.array), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::ExternalSemaphoreImport& call) {
    return give(call.semaphore), gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::GLGetDevices& call) {
    call.ordinals = script_->gl_ordinals;
    return gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::GraphicsRegisterImage& call) { return give(call.resource), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::GraphicsRegisterBuffer& call) { return give(call.resource), gpu::Status::success; }
  gpu::Status answer_to(gpu::driver::GraphicsMap& call) {
    for (const gpu::GraphicsHandle resource : call.resources) {
      if (script_->mapped.contains(resource.value)) {
        return gpu::Status::already_mapped;
      }
    }
    for (const gpu::GraphicsHandle resource : call.resources) {
      script_->mapped.insert(resource.value);
    }
    return gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::GraphicsUnmap& call) {
    for (const gpu::GraphicsHandle resource : call.resources) {
      if (script_->mapped.erase(resource.value) == 0) {
        return gpu::Status::not_mapped;
      }
    }
    return gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::GraphicsMappedArray& call) {
    call.descriptor = script_->mapped_array;
    return give(call.array), gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::GraphicsMappedMipmappedArray& call) {
    call.descriptor = script_->mapped_array;
    return give(call.array), gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::MipmappedArrayGetDescriptor& call) {
    call.described = script_->mapped_array;
    call.levels = 1;
    return gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::FunctionGetAttributes& call) {
    for (const std::size_t size : script_->parameter_sizes) {
      call.parameters.push_back({call.parameters.size() * 8, size});
    }
    return gpu::Status::success;
  }
  gpu::Status answer_to(gpu::driver::GraphicsMappedPointer& call) {
    call.size_bytes = script_->mapped_bytes;
    return give(call.pointer), gpu::Status::success;
  }

  std::shared_ptr<FakeScript> script_;
};

/// A device on a fake driver, with the calls, diagnostics and live objects.
struct FakeDevice {
  explicit FakeDevice(gpu::DeviceId id = {gpu::DeviceKind::cuda, 0},
                      std::vector<std::shared_ptr<gpu::CallObserver>> more_observers = {}) {
    more_observers.push_back(live_objects);
    device.emplace(std::make_shared<gpu::DeviceBox>(
        id, gpu::driver::observe(std::make_unique<FakeDriver>(script), std::move(more_observers)),
        [sink = diagnostics](const gpu::Diagnostic& diagnostic) { sink->push_back(diagnostic.text); }));
  }

  std::shared_ptr<FakeScript> script = std::make_shared<FakeScript>();
  std::shared_ptr<gpu::LiveObjects> live_objects = std::make_shared<gpu::LiveObjects>();
  std::shared_ptr<std::vector<std::string>> diagnostics = std::make_shared<std::vector<std::string>>();
  std::optional<gpu::Device> device;
};

/// The text of the error that `function` throws; "no error" when it throws none.
template <class Error>
[[nodiscard]] std::string error_of(const std::function<void()>& function) {
  try {
    function();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace texelscope::tests
