#pragma once

#include <cstddef>

#include "texelscope/gpu/data_type.h"
#include "texelscope/gpu/extent.h"

namespace texelscope::gpu::cpu {

/// Texels in host memory, x fastest, that the texture unit reads. They stay where they are and alive while a texture
/// made from the view is in use; writing them between fetches is allowed.
struct TexelView {
  const std::byte* texels = nullptr;
  /// Size in texels; its rank is the rank of the texture's coordinates.
  Extent extent;
  DataType format = DataType::uint8;
  /// 1, 2 or 4.
  int num_channels = 4;
  /// Bytes from one row to the next, and from one slice to the next; at least what the texels need.
  std::size_t row_pitch_bytes = 0;
  std::size_t slice_pitch_bytes = 0;
};

}  // namespace texelscope::gpu::cpu
