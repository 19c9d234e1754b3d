#include "app/labs/stream/experiments/slow_image.h"

namespace texelscope::app::closed_texture {
namespace {

constexpr int held_band = slow_image::bands / 2;

gpu::CUDAArray make_array(const gpu::Device& device, const std::vector<std::byte>& pixels, const gpu::Stream& stream) {
  gpu::CUDAArray array =
      gpu::CUDAArray::from_descriptor(device, {.shape = gpu::Extent(slow_image::width, slow_image::height),
                                               .format = gpu::DataType::uint32,
                                               .num_channels = 1});
  array.copy_from(pixels, stream);
  // The pixels are in pageable memory of the caller.
  stream.synchronize();
  return array;
}

ExperimentResult run(const ExperimentSetup& setup, bool is_right) {
  warm_up(setup.device);
  const gpu::Stream stream = setup.device.create_stream("reader");
  const gpu::Buffer seen = make_stale_image(setup.device, stream);
  // The arrays outlive the closed texture: without its array a kernel on a GPU would read freed memory.
  const gpu::CUDAArray array = make_array(setup.device, fresh_image_bytes(), stream);
  const gpu::CUDAArray other_array = make_array(setup.device, stale_image_bytes(), stream);
  gpu::TextureObject texture = gpu::TextureObject::from_array(array, {});
  Gate gate{setup.device};
  begin(setup);
  for (int band = 0; band < slow_image::bands; ++band) {
    read_band(texture, seen, band, band == held_band ? &gate : nullptr, stream);
  }
  if (!is_right) {
    texture.close();
  }
  // This texture may reuse the slot of the closed one.
  const gpu::TextureObject other = gpu::TextureObject::from_array(other_array, {});
  gate.open();
  stream.synchronize();
  texture.close();
  ExperimentResult result = result_of_picture(seen, stream);
  if (!is_right && result.is_correct) {
    result.verdict +=
        setup.device.id().kind == gpu::DeviceKind::cpu
            ? " The CPU device kept the closed texture alive until every stream had finished the kernels that use it."
            : " The driver had not reused the closed texture's slot yet; nothing guarantees that it will not.";
  }
  return result;
}

}  // namespace

extern const ExperimentDeclaration experiment;
const ExperimentDeclaration experiment = {
    .name = "closed-texture",
    .title = "Texture closed while its kernel runs",
    .right = {.code = "read(texture, seen, stream);\n"
                      "stream.synchronize();\n"
                      "texture.close();",
              .text =
                  "The texture is closed after the kernels that read it have finished on the stream. Keeping a copy of "
                  "the TextureObject until then is enough, since it keeps the array alive, too."},
    .wrong = {.code = "read(texture, seen, stream);\n"
                      "texture.close();\n"
                      "other = make_texture(…);",
              .text = "A kernel receives a texture's handle, which keeps nothing alive. The CPU device retains what "
                      "pending work uses, so all pixels are right; CUDA guarantees nothing, and kernels that have not "
                      "run may read the other texture, shown in red."},
    .run = run};

}  // namespace texelscope::app::closed_texture
