#pragma once

#include "texelscope/kernels/texture_fetch.h"
#include "texelscope/kernels/vector.h"

namespace texelscope::kernels {

/// The object that a texture handle of the CPU device points to. The CPU device sets the functions for the texture's
/// format and modes on creation, so that a fetch is one indirect call.
struct HostTexture {
  /// TextureOperation::sample of a texture without layers; unused coordinates are ignored.
  using SampleFloat = Float4 (*)(const HostTexture& texture, float x, float y, float z);
  using SampleInt = Int4 (*)(const HostTexture& texture, float x, float y, float z);
  using SampleUint = Uint4 (*)(const HostTexture& texture, float x, float y, float z);
  /// A general fetch.
  using FetchFloat = Float4 (*)(const HostTexture& texture, const TextureFetch& fetch);
  using FetchInt = Int4 (*)(const HostTexture& texture, const TextureFetch& fetch);
  using FetchUint = Uint4 (*)(const HostTexture& texture, const TextureFetch& fetch);
  /// The functions of this texture, by result type.
  SampleFloat sample_float = nullptr;
  SampleInt sample_int = nullptr;
  SampleUint sample_uint = nullptr;
  FetchFloat fetch_float = nullptr;
  FetchInt fetch_int = nullptr;
  FetchUint fetch_uint = nullptr;
};

}  // namespace texelscope::kernels
