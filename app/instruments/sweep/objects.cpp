#include "app/device/scoped_synchronize.h"
#include "app/instruments/sweep/scenario.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::app {
namespace {

/// Uses one object of each type that needs no graphics, and two streams that wait for each other.
std::vector<std::byte> use_objects(const gpu::Device& device) {
  const gpu::Stream first = device.create_stream();
  const gpu::Stream second = device.create_stream();
  const gpu::Event filled = device.create_event({.has_timing = true});
  const gpu::Event copied = device.create_event({.has_timing = true});
  const gpu::Buffer memory = device.allocate(256, first);
  const gpu::Buffer pinned = device.allocate_pinned(256);
  const gpu::CUDAArray array =
      gpu::CUDAArray::from_descriptor(device, {gpu::Extent(8, 8), gpu::DataType::uint8, 4, true});
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(array);
  // Waits even if a call fails, because the memory that the second stream reads is released in the order of the first
  // stream.
  const ScopedSynchronize wait{second};
  memory.fill(std::byte{42}, first);
  first.record(filled);
  second.wait(filled);
  array.copy_from(memory, second);
  array.copy_to(pinned, second);
  second.record(copied);
  copied.synchronize();
  static_cast<void>(second.is_done());
  static_cast<void>(elapsed_ms(filled, copied));
  first.synchronize();
  device.synchronize();
  return bytes_of(pinned);
}

}  // namespace

std::vector<SweepScenario> object_scenarios() {
  return {device_scenario("objects", "streams, events, buffers, an array and a surface", use_objects)};
}

}  // namespace texelscope::app
