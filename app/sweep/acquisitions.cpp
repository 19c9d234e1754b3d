#include <vector>

#include "app/sweep/scenario.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {
namespace {

/// Three images acquired together, of which one is seen in a viewport.
class AcquisitionWork final : public SweepWork {
 public:
  explicit AcquisitionWork(const SweepSetup& setup)
      : images_{setup.share(setup.device)}, stream_{setup.device.create_stream()} {
    for (std::unique_ptr<SharedImage>& image : shared_) {
      image = images_->make_image(FrameFormat::rgba8, width, height);
    }
  }

  std::vector<std::byte> run() override {
    const std::vector<SharedImage*> all{shared_[0].get(), shared_[1].get(), shared_[2].get()};
    {
      const std::unique_ptr<AcquiredImages> acquired = images_->acquire_all(all, stream_);
      for (std::size_t index = 0; index < all.size(); ++index) {
        const std::vector<std::byte> texels(width * height * 4, static_cast<std::byte>(40 + 50 * index));
        acquired->surface(index).array().copy_from(std::span(texels), stream_);
        stream_.synchronize();
      }
      acquired->release();
    }
    std::vector<std::byte> bytes(width * height * 4);
    shared_[1]->read(bytes);
    const Image seen = shared_[2]->viewport_picture({.target = {0, 0, 8, 8}, .zoom = 0.5F});
    bytes.insert(bytes.end(), seen.pixels.begin(), seen.pixels.end());
    return bytes;
  }

 private:
  static constexpr int width = 12;
  static constexpr int height = 9;

  std::shared_ptr<const ImageSharing> images_;
  gpu::Stream stream_;
  std::unique_ptr<SharedImage> shared_[3];
};

std::unique_ptr<SweepWork> make_acquisitions(const SweepSetup& setup) {
  return std::make_unique<AcquisitionWork>(setup);
}

}  // namespace

std::vector<SweepScenario> acquisition_scenarios() {
  return {
      {"acquisitions", "three images acquired together, one seen in a viewport", RendererKind::gl, make_acquisitions},
      {"acquires_vulkan", "the same with Vulkan", RendererKind::vulkan, make_acquisitions}};
}

}  // namespace texelscope::app
