#include "gpu/cpu/texture_unit/fetch_float4.h"
#include "gpu/cpu/texture_unit/fetch_functions.h"
#include "gpu/cpu/texture_unit/fetch_rgba8.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// Whether axis really clamps: WRAP and MIRROR do where coordinates are not normalised.
bool is_clamped(const TextureDescriptor& descriptor, int axis) {
  const AddressMode mode = descriptor.address_mode[axis];
  return mode == AddressMode::clamp || (mode != AddressMode::border && !descriptor.normalized_coords);
}

}  // namespace

kernels::HostTexture::SampleFloat fast_fetch(const TextureDescriptor& descriptor, DataType format, int num_channels,
                                             int rank) {
  if (rank != 2 || num_channels != 4) {
    return nullptr;
  }
  const bool is_linear = descriptor.filter_mode == FilterMode::linear;
  if (format == DataType::uint8 && descriptor.read_mode == ReadMode::normalized_float && !descriptor.srgb) {
    if (is_clamped(descriptor, 0) && is_clamped(descriptor, 1)) {
      return is_linear ? fetch_linear_rgba8<true> : fetch_point_rgba8<true>;
    }
    return is_linear ? fetch_linear_rgba8<false> : fetch_point_rgba8<false>;
  }
#ifdef __SSE2__
  if (format == DataType::float32 && is_linear) {
    return fetch_linear_float4;
  }
#endif
  return nullptr;
}

}  // namespace texelscope::gpu::cpu::texture_unit
