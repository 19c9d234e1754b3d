#include "app/labs/stream/experiments/slow_image.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::app::map_and_launch {
namespace {

constexpr std::uint32_t gl_texture_2d = 0x0DE1;  // GL_TEXTURE_2D, of the GL 1.1 registry

/// A GL image that lives as long as an experiment.
class StaleGLImage {
 public:
  explicit StaleGLImage(GLImages& gl)
      : gl_{gl}, name_{gl.make(slow_image::width, slow_image::height, stale_image_bytes())} {}
  ~StaleGLImage() { gl_.remove(name_); }
  StaleGLImage(const StaleGLImage&) = delete;
  StaleGLImage& operator=(const StaleGLImage&) = delete;

  [[nodiscard]] std::uint32_t name() const noexcept { return name_; }

 private:
  GLImages& gl_;
  std::uint32_t name_;
};

ExperimentResult run(const ExperimentSetup& setup, bool is_right) {
  warm_up(setup.device);
  const StaleGLImage image{*setup.gl};
  const gpu::GraphicsResource resource = gpu::GraphicsResource::from_gl_image(
      setup.gl->context(), image.name(), gl_texture_2d, gpu::GraphicsFlags::surface_load_store);
  const gpu::Stream mapped_on = setup.device.create_stream("mapped on");
  const gpu::Stream other = setup.device.create_stream("another");
  const gpu::Event mapped = setup.device.create_event({});
  const gpu::Event written = setup.device.create_event({});
  Gate gate{setup.device};
  begin(setup);
  gpu::Mapping mapping = resource.map(mapped_on);
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(mapping.array());
  if (is_right) {
    mapped_on.record(mapped);
    other.wait(mapped);
  }
  for (int band = 0; band < slow_image::bands; ++band) {
    write_band(surface, band, !is_right && band == 0 ? &gate : nullptr, other);
  }
  if (is_right) {
    other.record(written);
    mapped_on.wait(written);
  }
  mapping.unmap();
  ExperimentResult result = result_of_picture(setup.gl->read(image.name()));
  // The kernels write to an image that is no longer mapped; the surface and the registration outlive them.
  gate.open();
  other.synchronize();
  return result;
}

}  // namespace

extern const ExperimentDeclaration experiment;
const ExperimentDeclaration experiment = {
    .name = "map-and-launch",
    .title = "Map on one stream, launch on another",
    .right = {.code = "mapping = resource.map(a);\n"
                      "a.record(mapped);\n"
                      "b.wait(mapped);\n"
                      "write(mapping, b);\n"
                      "b.record(written);\n"
                      "a.wait(written);\n"
                      "mapping.unmap();  // on a\n"
                      "gl.read(image);",
              .text = "Map and unmap order GL's work only with that of their own stream, so the events extend this "
                      "order to the other stream and back. GL reads what the kernels wrote."},
    .wrong = {.code = "mapping = resource.map(a);\n"
                      "write(mapping, b);\n"
                      "mapping.unmap();  // on a\n"
                      "gl.read(image);",
              .text = "The unmap waits for stream a, which is idle, while stream b has not begun: GL reads the old "
                      "image. The experiment holds stream b back until GL has read; b then writes into an image that "
                      "is not mapped, which CUDA leaves undefined."},
    .needs_gl = true,
    .run = run};

}  // namespace texelscope::app::map_and_launch
