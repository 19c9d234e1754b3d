#include "gpu/cpu/array/array_storage.h"
#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {

template <class Call>
Status CpuDriver::share(Call& call) noexcept {
  return call.access.path == InteropPath::through_host ? sharing_.perform(call) : Status::not_supported;
}

graphics::HostPart CpuDriver::host_part(driver::Driver& driver, MipmappedArrayHandle array, unsigned level,
                                        unsigned slice) noexcept {
  auto& cpu = static_cast<CpuDriver&>(driver);
  graphics::HostPart found;
  guarded([&] {
    const std::shared_ptr<MipmappedStorage> storage = cpu.mipmapped_arrays_.find(array);
    if (!storage || level >= storage->levels.size()) {
      return Status::invalid_value;
    }
    const ArrayStorage& whole = *storage->levels[level];
    ArrayDescriptor descriptor = whole.descriptor;
    descriptor.kind = ArrayKind::plain;
    descriptor.num_layers = 1;
    const std::size_t offset_bytes =
        static_cast<std::size_t>(whole.texels - whole.block->bytes()) + slice * whole.slice_pitch_bytes;
    auto part = std::make_shared<ArrayStorage>(descriptor, whole.block, offset_bytes);
    std::byte* const texels = part->texels;
    found = {cpu.hand_out(storage->parts, std::move(part)), texels};
    return Status::success;
  });
  return found;
}

/// GL never renders on this device, because it is not a CUDA device.
Status CpuDriver::perform(driver::GLGetDevices& call) noexcept {
  call.ordinals.clear();
  return Status::success;
}

Status CpuDriver::perform(driver::GraphicsRegisterImage& call) noexcept { return share(call); }
Status CpuDriver::perform(driver::GraphicsRegisterBuffer& call) noexcept { return share(call); }
Status CpuDriver::perform(driver::GraphicsUnregister& call) noexcept { return share(call); }
Status CpuDriver::perform(driver::GraphicsMap& call) noexcept {
  const Status status = captures_.refuse(call.stream);
  return status == Status::success ? share(call) : status;
}
Status CpuDriver::perform(driver::GraphicsUnmap& call) noexcept {
  const Status status = captures_.refuse(call.stream);
  return status == Status::success ? share(call) : status;
}
Status CpuDriver::perform(driver::GraphicsMappedArray& call) noexcept { return share(call); }
Status CpuDriver::perform(driver::GraphicsMappedMipmappedArray& call) noexcept { return share(call); }
Status CpuDriver::perform(driver::GraphicsMappedPointer& call) noexcept { return share(call); }

}  // namespace texelscope::gpu::cpu
