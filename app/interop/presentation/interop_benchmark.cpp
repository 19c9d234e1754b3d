#include "app/interop/presentation/interop_benchmark.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

#include "render/gl/texture.h"
#include "texelscope/gpu/graphics_resource.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::app {
namespace {

constexpr auto flags = gpu::GraphicsFlags::surface_load_store | gpu::GraphicsFlags::write_discard;

/// Collects the samples of named parts over the rounds of a measurement.
class Stopwatch {
 public:
  void time(const std::string& name, const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
    samples_of(name).push_back(elapsed.count());
  }

  [[nodiscard]] std::vector<InteropFigure> figures() {
    std::vector<InteropFigure> figures;
    for (auto& [name, samples] : parts_) {
      std::sort(samples.begin(), samples.end());
      figures.push_back({name, samples[samples.size() / 2], samples.front()});
    }
    return figures;
  }

 private:
  std::vector<double>& samples_of(const std::string& name) {
    const auto found = std::find_if(parts_.begin(), parts_.end(), [&](const auto& part) { return part.first == name; });
    return found != parts_.end() ? found->second : parts_.emplace_back(name, std::vector<double>{}).second;
  }

  std::vector<std::pair<std::string, std::vector<double>>> parts_;
};

std::vector<SharedImage*> pointers(const std::vector<std::unique_ptr<SharedImage>>& images) {
  std::vector<SharedImage*> all;
  for (const std::unique_ptr<SharedImage>& image : images) {
    all.push_back(image.get());
  }
  return all;
}

}  // namespace

std::vector<InteropFigure> measure_mapping(const gpu::GLContext& context, const InteropOptions& options) {
  const gpu::Stream stream = context.device().create_stream();
  const auto count = static_cast<std::size_t>(options.image_count);
  std::vector<render::gl::Texture> textures;
  for (std::size_t i = 0; i < count; ++i) {
    textures.emplace_back(render::PixelFormat::rgba8, options.width, options.height);
  }
  const std::string images = fmt::format("{} images", count);

  Stopwatch stopwatch;
  std::vector<gpu::GraphicsResource> resources;
  for (const render::gl::Texture& texture : textures) {
    stopwatch.time("register 1 image", [&] {
      resources.push_back(gpu::GraphicsResource::from_gl_image(context, texture.name(), texture.target(), flags));
    });
  }
  // The first map of an image creates internal structures of the driver.
  gpu::GraphicsResource::map_all(resources, stream).unmap();
  stream.synchronize();

  for (int round = 0; round < options.rounds; ++round) {
    std::vector<gpu::Mapping> mappings;
    mappings.reserve(count);
    stopwatch.time("map 1 image", [&] { mappings.push_back(resources.front().map(stream)); });
    stopwatch.time("array, surface of 1 mapped image",
                   [&] { static_cast<void>(gpu::SurfaceObject::from_array(mappings.front().array())); });
    stopwatch.time("unmap 1 image", [&] { mappings.front().unmap(); });
    mappings.clear();

    stopwatch.time("map and unmap " + images + ", one by one", [&] {
      for (const gpu::GraphicsResource& resource : resources) {
        mappings.push_back(resource.map(stream));
      }
      for (gpu::Mapping& mapping : mappings) {
        mapping.unmap();
      }
    });
    stopwatch.time("map_all and unmap " + images, [&] { gpu::GraphicsResource::map_all(resources, stream).unmap(); });
    stream.synchronize();
  }
  return stopwatch.figures();
}

std::vector<InteropFigure> measure_acquisitions(const ImageSharing& images, const InteropOptions& options) {
  const gpu::Stream stream = images.device().create_stream();
  const auto count = static_cast<std::size_t>(options.image_count);
  std::vector<std::unique_ptr<SharedImage>> shared;
  for (std::size_t i = 0; i < count; ++i) {
    shared.push_back(images.make_image(FrameFormat::rgba8, options.width, options.height));
  }
  const auto made_together = images.make_images(FrameFormat::rgba8, options.width, options.height, count);
  const std::vector<SharedImage*> all = pointers(shared);
  const std::vector<SharedImage*> group = pointers(made_together);
  const auto acquire_each = [&] {
    for (SharedImage* image : all) {
      image->acquire(stream)->release();
    }
  };
  // The first acquisition creates internal structures of the driver.
  acquire_each();
  images.acquire_all(all, stream)->release();
  images.acquire_all(group, stream)->release();
  stream.synchronize();
  Stopwatch stopwatch;
  for (int round = 0; round < options.rounds; ++round) {
    std::unique_ptr<AcquiredImages> acquired;
    stopwatch.time("acquire 1 image", [&] { acquired = shared.front()->acquire(stream); });
    stopwatch.time("release 1 image", [&] { acquired->release(); });
    acquired.reset();
    stream.synchronize();
    stopwatch.time(fmt::format("acquire and release {} images, one by one", shared.size()), acquire_each);
    stream.synchronize();
    stopwatch.time(fmt::format("acquire and release {} images together", shared.size()),
                   [&] { images.acquire_all(all, stream)->release(); });
    stream.synchronize();
    stopwatch.time(fmt::format("acquire and release {} images created together", count),
                   [&] { images.acquire_all(group, stream)->release(); });
    stream.synchronize();
  }
  return stopwatch.figures();
}

}  // namespace texelscope::app
