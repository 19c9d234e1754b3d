#include "app/instruments/sweep/scenario.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/memory/device_memory_resource.h"
#include "texelscope/gpu/memory/managed_memory_resource.h"
#include "texelscope/gpu/memory/synchronous_memory_resource.h"
#include "texelscope/gpu/memory/virtual_memory_resource.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {
namespace {

constexpr std::size_t size_bytes = 4096;

/// Creates a resource, and fills and reads a buffer from it.
template <class Make>
SweepScenario scenario_of(const char* name, const char* title, Make make) {
  return device_scenario(name, title, [make](const gpu::Device& device) {
    const gpu::Stream stream = device.create_stream();
    const auto resource = make(device);
    const gpu::Buffer memory = resource.allocate(size_bytes, stream);
    const gpu::Buffer pinned = device.allocate_pinned(size_bytes);
    memory.fill(std::byte{5}, stream);
    memory.copy_to(pinned, stream);
    stream.synchronize();
    return bytes_of(pinned);
  });
}

}  // namespace

std::vector<SweepScenario> memory_scenarios() {
  using gpu::Device;
  return {scenario_of("device_pool", "a device memory pool and a buffer from it",
                      [](const Device& device) { return gpu::DeviceMemoryResource::from_options(device, {}); }),
          scenario_of("synchronous_memory", "memory allocated and freed synchronously",
                      [](const Device& device) { return gpu::SynchronousMemoryResource::from_device(device); }),
          scenario_of("managed_memory", "managed memory, which migrates between host and device",
                      [](const Device& device) { return gpu::ManagedMemoryResource::from_options(device, {}); }),
          scenario_of("virtual_memory", "virtual memory: address range, pages and access",
                      [](const Device& device) { return gpu::VirtualMemoryResource::from_options(device, {}); })};
}

namespace {

/// Exports a pool, a buffer from it and an event, opens the pool and the buffer again as another process would (only
/// another process can open the event), and reads the earlier writes through them.
std::vector<std::byte> share(const gpu::Device& device) {
  const gpu::Stream stream = device.create_stream();
  const auto pool = gpu::DeviceMemoryResource::from_options(device, {.is_interprocess = true});
  const gpu::Event written = device.create_event({.is_interprocess = true});
  const gpu::Buffer memory = pool.allocate(size_bytes, stream);
  const gpu::Buffer pinned = device.allocate_pinned(size_bytes);
  memory.fill(std::byte{6}, stream);
  stream.record(written);
  static_cast<void>(written.ipc_descriptor());
  stream.synchronize();
  {
    const auto opened = gpu::DeviceMemoryResource::from_ipc_descriptor(device, pool.ipc_descriptor());
    const auto same = gpu::Buffer::from_ipc_descriptor(opened, memory.ipc_descriptor(), stream);
    same.copy_to(pinned, stream);
    stream.synchronize();
  }
  return bytes_of(pinned);
}

}  // namespace

std::vector<SweepScenario> interprocess_scenarios() {
  return {device_scenario("interprocess", "a pool, a buffer and an event shared with another process", share)};
}

}  // namespace texelscope::app
