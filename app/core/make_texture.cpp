#include <fmt/format.h>

#include "app/core/sample_texture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

gpu::TextureObject make_texture(const TextureSetup& setup, const gpu::Stream& stream) {
  if (const std::string text = refusal(setup); !text.empty()) {
    throw gpu::InvalidArgument(fmt::format("{}: {}", to_string(setup), text));
  }
  if (setup.memory != TextureMemory::array) {
    throw gpu::InvalidArgument(fmt::format("{}: textures of {} memory are not available here; use an array",
                                           to_string(setup), to_string(setup.memory)));
  }
  const gpu::CUDAArray array = gpu::CUDAArray::from_descriptor(stream.device(), setup.array);
  array.copy_from(std::span<const std::byte>{setup.levels[0]}, stream);
  return gpu::TextureObject::from_array(array, setup.texture);
}

}  // namespace texelscope::app
