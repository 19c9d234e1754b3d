#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/fetch_explanation.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/host_texture.h"

namespace texelscope::gpu::cpu {

/// The maximum number of elements of a linear resource: CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH of an H100
/// and an H200.
inline constexpr std::uint64_t max_linear_elements = std::uint64_t{1} << 28U;

/// One level of a texture: x fastest, then y, then z or the layers.
struct TexelLevel {
  const std::byte* texels = nullptr;
  /// Extent of a single layer, in texels; its rank is the same in all levels.
  Extent extent;
  /// Bytes from one row to the next, and from one slice (or layer, or face) to the next; at least the size of their
  /// texels.
  std::size_t row_pitch_bytes = 0;
  std::size_t slice_pitch_bytes = 0;
};

/// Texels in host memory that the texture unit reads. They must stay alive and at the same address while a texture
/// created from the view is in use; they may be written between fetches.
struct TexelView {
  DataType format = DataType::uint8;
  /// 1, 2 or 4; 3 for blocks of BC6H.
  int num_channels = 4;
  /// Blocks are decoded texel by texel as they are fetched; rows and slices are then those of blocks. `format` is
  /// ignored.
  TexelEncoding encoding = TexelEncoding::element;
  /// Level 0 first; at least one, at most 16, each level's extents are max(1, half) of the previous level's.
  std::vector<TexelLevel> levels;
  ArrayKind kind = ArrayKind::plain;
  /// Layers of a layered array, 6 faces for each cube map; otherwise 1.
  std::uint64_t num_slices = 1;
  /// Whether the texels belong to a mipmapped array (of any number of levels) or to an array for gather, whose
  /// coordinates keep more bits.
  bool is_mipmapped = false;
  /// Whether the texels are a linear resource: one row, read by TextureOperation::element alone.
  bool is_linear = false;
};

/// A texture of the CPU device. The pointer is the handle of kernels::Texture on this device.
using TexturePointer = std::unique_ptr<kernels::HostTexture, void (*)(kernels::HostTexture*)>;

/// Binds texels for reads according to `descriptor`, with the fetch functions of that format and those modes. Fetches
/// do not affect one another and may run on any number of threads. Only the fetch function for the texture's result
/// type (float, signed or unsigned) returns texels; the others return zeros.
/// @throws InvalidArgument for a combination that the texture unit does not support, such as linear filtering of
/// integers read as elements, for an extent beyond 2²² texels along an axis (beyond max_linear_elements in a linear
/// resource), or for channels other than 1, 2 and 4, and for nv12.
[[nodiscard]] TexturePointer make_texture(const TexelView& texels, const TextureDescriptor& descriptor);

/// Explains a fetch of `unit`, which make_texture() bound to the texels that `texture` describes; its levels are
/// ignored.
/// @throws InvalidArgument for a fetch of a different shape.
[[nodiscard]] FetchExplanation explain_bound_fetch(const ExplainedTexture& texture, const kernels::HostTexture& unit,
                                                   const kernels::TextureFetch& fetch);

}  // namespace texelscope::gpu::cpu
