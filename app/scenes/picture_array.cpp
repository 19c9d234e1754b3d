#include "app/scenes/picture_array.h"

#include <algorithm>

#include "app/device/scoped_synchronize.h"
#include "app/images/image_convert.h"
#include "app/scenes/builtin_image.h"

namespace texelscope::app {

gpu::CUDAArray picture_array(const SceneSetup& setup) {
  const Image image = with_array_channels(setup.image ? *setup.image : *builtin_image());
  auto array = gpu::CUDAArray::from_descriptor(
      setup.device, {gpu::Extent(static_cast<std::uint64_t>(image.width), static_cast<std::uint64_t>(image.height)),
                     image.type, image.channels, false});
  const gpu::Buffer staging = setup.device.allocate_pinned(image.pixels.size());
  std::ranges::copy(image.pixels, staging.host_bytes().begin());
  const ScopedSynchronize wait(setup.stream);
  array.copy_from(staging, setup.stream);
  setup.stream.synchronize();
  return array;
}

gpu::TextureObject picture_texture(const gpu::CUDAArray& picture, gpu::TextureDescriptor descriptor) {
  descriptor.read_mode =
      gpu::is_floating_point(picture.format()) ? gpu::ReadMode::element : gpu::ReadMode::normalized_float;
  return gpu::TextureObject::from_array(picture, descriptor);
}

}  // namespace texelscope::app
