#include "gpu/cpu/array/bound_texels.h"
#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {

Status CpuDriver::perform(driver::SurfaceCreate& call) noexcept {
  return if_working([&] {
    std::shared_ptr<ArrayStorage> array = arrays_.find(call.array);
    if (!array) {
      return Status::invalid_handle;
    }
    if (!array->descriptor.is_surface_load_store) {
      return Status::invalid_value;
    }
    auto bound = std::make_shared<SurfaceBinding>();
    kernels::HostSurface& surface = bound->surface;
    surface.texels = array->texels;
    surface.row_bytes = static_cast<std::int64_t>(array->row_bytes());
    surface.height = static_cast<std::int64_t>(array->descriptor.shape.height());
    surface.depth = static_cast<std::int64_t>(array->descriptor.copy_extent().depth());
    surface.row_pitch_bytes = static_cast<std::int64_t>(array->row_pitch_bytes);
    surface.slice_pitch_bytes = static_cast<std::int64_t>(array->slice_pitch_bytes);
    bound->array = std::move(array);
    const auto address = reinterpret_cast<std::uint64_t>(&surface);
    call.surface = surfaces_.insert(address, std::move(bound));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::SurfaceDestroy& call) noexcept {
  return keep_until_passed(surfaces_.take(call.surface));
}

Status CpuDriver::perform(driver::SurfaceGetArray& call) noexcept {
  const std::shared_ptr<SurfaceBinding> surface = surfaces_.find(call.surface);
  if (!surface) {
    return refusal();
  }
  call.array = {reinterpret_cast<std::uint64_t>(surface->array.get())};
  return Status::success;
}

}  // namespace texelscope::gpu::cpu
