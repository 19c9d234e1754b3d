#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/labs/stream/experiments/experiment.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::app::batched_mapping {
namespace {

constexpr std::uint32_t gl_texture_2d = 0x0DE1;  // GL_TEXTURE_2D, of the GL 1.1 registry
constexpr int image_count = 8;
constexpr int rounds = 15;
constexpr int extent = 64;

/// GL images that live as long as an experiment.
class GLImageSet {
 public:
  explicit GLImageSet(GLImages& gl) : gl_{gl} {
    const std::vector<std::byte> pixels(std::size_t{extent} * extent * 4);
    for (int i = 0; i < image_count; ++i) {
      names_.push_back(gl.make(extent, extent, pixels));
    }
  }
  ~GLImageSet() {
    for (const std::uint32_t name : names_) {
      gl_.remove(name);
    }
  }
  GLImageSet(const GLImageSet&) = delete;
  GLImageSet& operator=(const GLImageSet&) = delete;

  [[nodiscard]] const std::vector<std::uint32_t>& names() const noexcept { return names_; }

 private:
  GLImages& gl_;
  std::vector<std::uint32_t> names_;
};

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

ExperimentResult run(const ExperimentSetup& setup, bool is_right) {
  const GLImageSet images{*setup.gl};
  std::vector<gpu::GraphicsResource> resources;
  for (const std::uint32_t name : images.names()) {
    resources.push_back(gpu::GraphicsResource::from_gl_image(setup.gl->context(), name, gl_texture_2d,
                                                             gpu::GraphicsFlags::surface_load_store));
  }
  const gpu::Stream stream = setup.device.create_stream("mapped on");
  std::vector<double> microseconds;
  begin(setup);
  for (int round = 0; round < rounds; ++round) {
    const auto start = gpu::CallClock::now();
    if (is_right) {
      gpu::Mapping mapping = gpu::GraphicsResource::map_all(resources, stream);
      mapping.unmap();
    } else {
      std::vector<gpu::Mapping> mappings;
      for (const gpu::GraphicsResource& resource : resources) {
        mappings.push_back(resource.map(stream));
      }
      for (gpu::Mapping& mapping : mappings) {
        mapping.unmap();
      }
    }
    stream.synchronize();
    microseconds.push_back(std::chrono::duration<double, std::micro>(gpu::CallClock::now() - start).count());
  }
  ExperimentResult result;
  const double calls = is_right ? 2 : 2 * image_count;
  result.numbers = {{"one round of 8 images", median(microseconds), "µs"}, {"driver calls per round", calls, ""}};
  result.is_correct = is_right;
  result.verdict = fmt::format("Mapping and unmapping {} images took {:.0f} us per round in {} driver calls.",
                               image_count, result.numbers[0].value, calls);
  return result;
}

}  // namespace

extern const ExperimentDeclaration experiment;
const ExperimentDeclaration experiment = {
    .name = "batched-mapping",
    .title = "Batched against single mapping",
    .right =
        {.code = "mapping = map_all(images, stream);\n"
                 "mapping.unmap();",
         .text =
             "One call maps all eight images, and another unmaps them: the driver synchronizes GL and the stream once. "
             "On a GPU that is about fifty times as fast; on the CPU device, which copies each image, about the same."},
    .wrong = {.code = "for (image : images)\n"
                      "  mappings.push(image.map(stream));\n"
                      "for (mapping : mappings)\n"
                      "  mapping.unmap();",
              .text = "Each call synchronizes GL and the stream separately. The timeline shows sixteen spans where the "
                      "batch has two."},
    .needs_gl = true,
    .run = run};

}  // namespace texelscope::app::batched_mapping
