// Vulkan fills an image, and a kernel draws rings into it in place. A timeline semaphore keeps the two in order. usage:
// draw_vulkan [DEVICE [FILE.ppm]], where DEVICE is cpu, cuda or cuda:N.

#include <texelscope/gpu/external_memory.h>
#include <texelscope/gpu/external_semaphore.h>
#include <texelscope/gpu/surface_object.h>
#include <texelscope/kernels/vector.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

#include "draw_rings.h"
#include "vulkan_image.h"
#include "vulkan_timeline.h"

namespace gpu = texelscope::gpu;
namespace kernels = texelscope::kernels;

int main(int argc, char** argv) {
  const gpu::Device device = gpu::Device::open(gpu::device_id_from_string(argc > 1 ? argv[1] : "cpu").value());
  const gpu::Stream stream = device.create_stream();
  const bool is_gpu = device.id().kind == gpu::DeviceKind::cuda;
  VulkanImage shared(is_gpu, device.properties().uuid);
  shared.clear();

  const gpu::ArrayDescriptor texels{.shape = {256, 256}, .is_surface_load_store = true};
  const auto import_image = [&] {
    if (is_gpu) {
      gpu::FileDescriptor exported(shared.memory_descriptor());  // closed by the driver
      const auto memory = gpu::ExternalMemory::from_opaque_fd(device, std::move(exported), shared.size_bytes, true);
      return memory.mipmapped_array(texels, 1).level(0);
    }
    const auto memory = gpu::ExternalMemory::from_host_memory(device, shared.map(), nullptr);
    return memory.array(texels, shared.rows().offset, shared.rows().rowPitch);
  };
  const auto import_timeline = [&] {
    constexpr auto kind = gpu::ExternalSemaphoreKind::timeline;
    return is_gpu
               ? gpu::ExternalSemaphore::from_opaque_fd(device, gpu::FileDescriptor(shared.timeline_descriptor()), kind)
               : gpu::ExternalSemaphore::from_host_timeline(
                     device, std::make_shared<VulkanTimeline>(*shared.device, *shared.timeline));
  };
  const gpu::CUDAArray array = import_image();
  const gpu::ExternalSemaphore timeline = import_timeline();
  const auto surface = gpu::SurfaceObject::from_array(array);
  timeline.wait(stream, 1);     // for Vulkan's queue
  draw_rings(stream, surface);  // in a .cu file of its own, for which nvcc need not read the headers of Vulkan
  timeline.signal(stream, 2);   // Vulkan's queues may wait for this

  std::vector<kernels::Uchar4> pixels(256 * 256);
  array.copy_to(pixels, stream);
  stream.synchronize();
  std::ofstream file(argc > 2 ? argv[2] : "vulkan.ppm", std::ios::binary);
  file << "P6\n256 256\n255\n";
  for (const kernels::Uchar4 pixel : pixels) {
    file.put(static_cast<char>(pixel.x)).put(static_cast<char>(pixel.y)).put(static_cast<char>(pixel.z));
  }
}
