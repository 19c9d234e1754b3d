#pragma once

#include "texelscope/gpu/data_type.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/host_texture.h"

namespace texelscope::gpu::cpu::texture_unit {

struct BoundTexture;

/// The functions of a texture: only those for its kind of result are set; the others are null.
struct FetchFunctions {
  kernels::HostTexture::SampleFloat sample_float = nullptr;
  kernels::HostTexture::SampleInt sample_int = nullptr;
  kernels::HostTexture::SampleUint sample_uint = nullptr;
  kernels::HostTexture::FetchFloat fetch_float = nullptr;
  kernels::HostTexture::FetchInt fetch_int = nullptr;
  kernels::HostTexture::FetchUint fetch_uint = nullptr;
};

/// The functions for this format, filter and read mode, which work for every number of channels; all null for a
/// combination that does not exist. `is_single` means a plain texture with one level, for which the sample functions
/// are specialized by rank.
[[nodiscard]] FetchFunctions general_fetch(const TextureDescriptor& descriptor, DataType format, int rank,
                                           bool is_single = true);

/// Replaces `sample_float` and `fetch_float` of an otherwise complete texture with faster functions with the same
/// results, if they exist. `is_single` as in general_fetch(). Not for blocks.
void use_fast_fetch(BoundTexture& texture, const TextureDescriptor& descriptor, DataType format, bool is_single);

}  // namespace texelscope::gpu::cpu::texture_unit
