#include <vector>

#include "app/instruments/sweep/scenario.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {
namespace {

/// Three images acquired together, one of them drawn in a viewport.
SweepWork make_acquisitions(const SweepSetup& setup) {
  constexpr int width = 12;
  constexpr int height = 9;
  const std::shared_ptr<const ImageSharing> images = setup.share(setup.device);
  const gpu::Stream stream = setup.device.create_stream();
  std::vector<std::shared_ptr<SharedImage>> shared;
  for (int count = 0; count < 3; ++count) {
    shared.push_back(images->make_image(FrameFormat::rgba8, width, height));
  }
  return [images, stream, shared] {
    const std::vector<SharedImage*> all{shared[0].get(), shared[1].get(), shared[2].get()};
    {
      const std::unique_ptr<AcquiredImages> acquired = images->acquire_all(all, stream);
      for (std::size_t index = 0; index < shared.size(); ++index) {
        const std::vector<std::byte> texels(width * height * 4, static_cast<std::byte>(40 + 50 * index));
        acquired->surface(index).array().copy_from(std::span(texels), stream);
        stream.synchronize();
      }
      acquired->release();
    }
    std::vector<std::byte> bytes(width * height * 4);
    shared[1]->read(bytes);
    const Image seen = shared[2]->viewport_picture({.target = {0, 0, 8, 8}, .zoom = 0.5F});
    bytes.insert(bytes.end(), seen.pixels.begin(), seen.pixels.end());
    return bytes;
  };
}

}  // namespace

std::vector<SweepScenario> acquisition_scenarios() {
  return {
      {"acquisitions", "three images acquired together, one drawn in a viewport", RendererKind::gl, make_acquisitions},
      {"acquires_vulkan", "three images acquired together with Vulkan, one drawn in a viewport", RendererKind::vulkan,
       make_acquisitions}};
}

}  // namespace texelscope::app
