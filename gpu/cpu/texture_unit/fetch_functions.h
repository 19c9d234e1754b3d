#pragma once

#include "texelscope/gpu/data_type.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/host_texture.h"

namespace texelscope::gpu::cpu::texture_unit {

/// The functions of a texture: one is set, the others are null.
struct FetchFunctions {
  kernels::HostTexture::SampleFloat sample_float = nullptr;
  kernels::HostTexture::SampleInt sample_int = nullptr;
  kernels::HostTexture::SampleUint sample_uint = nullptr;
};

/// The functions for that format, filter and reading, which work for every number of channels; all null for a
/// combination that does not exist.
[[nodiscard]] FetchFunctions general_fetch(const TextureDescriptor& descriptor, DataType format, int rank);

/// A faster function with the same results where there is one, else null.
[[nodiscard]] kernels::HostTexture::SampleFloat fast_fetch(const TextureDescriptor& descriptor, DataType format,
                                                           int num_channels, int rank);

}  // namespace texelscope::gpu::cpu::texture_unit
