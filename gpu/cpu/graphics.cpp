#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {

template <class Call>
Status CpuDriver::share(Call& call) noexcept {
  return call.access.path == InteropPath::through_host ? sharing_.perform(call) : Status::not_supported;
}

std::byte* CpuDriver::host_texels(driver::Driver& driver, ArrayHandle array) {
  const std::shared_ptr<ArrayStorage> storage = static_cast<CpuDriver&>(driver).arrays_.find(array);
  return storage ? storage->texels : nullptr;
}

/// GL renders on no CUDA device that this device could be.
Status CpuDriver::perform(driver::GLGetDevices& call) noexcept {
  call.ordinals.clear();
  return Status::success;
}

Status CpuDriver::perform(driver::GraphicsRegisterImage& call) noexcept { return share(call); }
Status CpuDriver::perform(driver::GraphicsRegisterBuffer& call) noexcept { return share(call); }
Status CpuDriver::perform(driver::GraphicsUnregister& call) noexcept { return share(call); }
Status CpuDriver::perform(driver::GraphicsMap& call) noexcept { return share(call); }
Status CpuDriver::perform(driver::GraphicsUnmap& call) noexcept { return share(call); }
Status CpuDriver::perform(driver::GraphicsMappedArray& call) noexcept { return share(call); }
Status CpuDriver::perform(driver::GraphicsMappedPointer& call) noexcept { return share(call); }

}  // namespace texelscope::gpu::cpu
