#include "app/cli/doctor/sharing_check.h"

#include <memory>
#include <span>
#include <vector>

#include "app/cli/doctor/round_trip.h"

namespace texelscope::app {

std::uint64_t count_sharing_differences(const ImageSharing& images) {
  constexpr int width = 61;
  constexpr int height = 37;
  const gpu::Stream stream = images.device().create_stream();
  const std::unique_ptr<SharedImage> image = images.make_image(FrameFormat::rgba8, width, height);
  std::uint64_t differences = 0;
  for (const std::uint32_t seed : {1U, 2U}) {
    {
      const std::unique_ptr<AcquiredImages> acquired = image->acquire(stream);
      write_pattern(acquired->surface(), seed, stream);
      acquired->release();
    }
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width) * height);
    image->read(std::as_writable_bytes(std::span(pixels)));
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const std::uint32_t pixel = pixels[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)];
        differences += pixel != pattern_texel(seed, x, y) ? 1 : 0;
      }
    }
  }
  return differences;
}

}  // namespace texelscope::app
