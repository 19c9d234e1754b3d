#include "gpu/cpu/recording/surface_texel.h"

#include "texelscope/kernels/host_surface.h"

namespace texelscope::gpu::cpu {
namespace {

/// The address of a surface access by the rules that kernels use.
template <std::size_t size, kernels::BoundaryMode mode>
std::byte* texel_address(std::uint64_t handle, const kernels::SurfaceAccess& at) {
  struct Texel {
    std::byte bytes[size];
  };
  return kernels::detail::host_texel<Texel, mode>(handle, at);
}

template <std::size_t size>
std::byte* texel_address(std::uint64_t handle, const kernels::SurfaceAccess& at, kernels::BoundaryMode mode) {
  switch (mode) {
    case kernels::BoundaryMode::clamp:
      return texel_address<size, kernels::BoundaryMode::clamp>(handle, at);
    case kernels::BoundaryMode::zero:
      return texel_address<size, kernels::BoundaryMode::zero>(handle, at);
    case kernels::BoundaryMode::trap:
      break;
  }
  return texel_address<size, kernels::BoundaryMode::trap>(handle, at);
}

}  // namespace

std::byte* surface_texel(std::uint64_t handle, const kernels::SurfaceAccess& at, std::size_t size_bytes,
                         kernels::BoundaryMode mode) {
  switch (size_bytes) {
    case 1:
      return texel_address<1>(handle, at, mode);
    case 2:
      return texel_address<2>(handle, at, mode);
    case 4:
      return texel_address<4>(handle, at, mode);
    case 8:
      return texel_address<8>(handle, at, mode);
    default:
      return texel_address<16>(handle, at, mode);
  }
}

}  // namespace texelscope::gpu::cpu
