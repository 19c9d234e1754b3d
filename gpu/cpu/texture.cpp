#include "gpu/cpu/bindings.h"
#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {

Status CpuDriver::perform(driver::TextureCreate& call) noexcept {
  if (const Status status = state(); status != Status::success) {
    return status;
  }
  std::shared_ptr<ArrayStorage> array = arrays_.find(call.array);
  if (!array) {
    return Status::invalid_handle;
  }
  return guarded([&] {
    const ArrayDescriptor& descriptor = array->descriptor;
    const TexelView view{
        .format = descriptor.format,
        .num_channels = descriptor.num_channels,
        .levels = {{array->texels, descriptor.shape, array->row_pitch_bytes, array->slice_pitch_bytes}}};
    auto texture = std::make_shared<TextureBinding>(TextureBinding{array, make_texture(view, call.descriptor)});
    const auto address = reinterpret_cast<std::uint64_t>(texture->texture.get());
    call.texture = textures_.insert(address, std::move(texture));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::TextureDestroy& call) noexcept {
  std::shared_ptr<TextureBinding> texture = textures_.take(call.texture);
  if (!texture) {
    return refusal();
  }
  streams_.keep_until_passed(std::move(texture));
  return Status::success;
}

}  // namespace texelscope::gpu::cpu
