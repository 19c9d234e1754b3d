#pragma once

#include "texelscope/kernels/vector.h"

namespace texelscope::kernels {

/// What a texture handle of the CPU device points to. The CPU device fills in the functions for the texture's format
/// and modes when it is made, so that a fetch is one indirect call. Unused coordinates are ignored.
struct HostTexture {
  using SampleFloat = Float4 (*)(const HostTexture& texture, float x, float y, float z);
  using SampleInt = Int4 (*)(const HostTexture& texture, float x, float y, float z);
  using SampleUint = Uint4 (*)(const HostTexture& texture, float x, float y, float z);

  SampleFloat sample_float = nullptr;
  SampleInt sample_int = nullptr;
  SampleUint sample_uint = nullptr;
};

}  // namespace texelscope::kernels
