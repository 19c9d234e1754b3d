#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::gpu {

/// The kind of resource that a texture reads (CUresourcetype).
enum class ResourceKind : unsigned char { array, mipmapped_array, linear, pitch_2d };

[[nodiscard]] std::string_view to_string(ResourceKind kind) noexcept;

/// The resource of a texture without its memory: all that the texture rules need.
struct ResourceFacts {
  ResourceKind kind = ResourceKind::array;
  /// The descriptor of the array or of level 0. Linear memory counts as a plain array of rank 1, pitch-2D memory as a
  /// plain array of rank 2.
  ArrayDescriptor texels;
  unsigned num_levels = 1;  ///< 1 if it is not a mipmap.

  bool operator==(const ResourceFacts&) const = default;
};

/// "array 4x4 uint8x4", "mipmapped array 64x64 uint8x4 with 7 levels", "linear memory of 100 float32x1", "pitched
/// memory of 64x64 uint8x4".
[[nodiscard]] std::string to_string(const ResourceFacts& facts);

/// A texture's view of an array or a mipmapped array (CUDA_RESOURCE_VIEW_DESC): the format, and the levels and layers
/// to use. Start from ResourceDescriptor::whole_view().
struct ResourceView {
  /// The array's own format, a format with the same texel size, or, for an array of uint32 with 2 (BC1, BC4) or 4
  /// channels, a block-compressed encoding without srgb, with the format and channels of encoded_array(): each texel is
  /// then a block, and the view has 4 times the width and height.
  DataType format = DataType::uint8;
  int num_channels = 4;
  TexelEncoding encoding = TexelEncoding::element;
  /// The level that becomes level 0 of the view, and the last level; both 0 if it is not a mipmap. Level clamps and
  /// biases count from the first.
  unsigned first_level = 0;
  unsigned last_level = 0;
  /// The layer that becomes layer 0 of the view, and the last layer; both 0 if there are no layers. For a layered cube
  /// map, all cube maps.
  std::uint64_t first_layer = 0;
  std::uint64_t last_layer = 0;

  bool operator==(const ResourceView&) const = default;
};

/// "as uint8x4, levels 1 to 3, layers 0 to 0".
[[nodiscard]] std::string to_string(const ResourceView& view);

/// Rows of texels in linear memory.
struct PitchedRows {
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  /// Bytes from one row to the next.
  std::size_t pitch_bytes = 0;
};

/// The source of a texture (CUDA_RESOURCE_DESC): an array, a mipmapped array, or linear memory interpreted as texels. A
/// value that keeps the memory alive.
class ResourceDescriptor {
 public:
  /// @throws InvalidState when closed.
  [[nodiscard]] static ResourceDescriptor from_array(const CUDAArray& array);
  [[nodiscard]] static ResourceDescriptor from_mipmapped_array(const MipmappedArray& array);

  /// Elements of one row, for kernels that fetch by index (tex1Dfetch): `size_bytes` (by default, all that follow)
  /// starting at `offset_bytes`.
  /// @throws InvalidArgument if the size is not a multiple of the element, is less than one element, exceeds the buffer
  /// or DeviceProperties::max_texture_1d_linear, or the first byte is not aligned to texture_alignment; for channels
  /// other than 1, 2 and 4. @throws InvalidState for a buffer of unknown size if `size_bytes` is omitted.
  [[nodiscard]] static ResourceDescriptor from_linear(const Buffer& buffer, DataType format, int num_channels,
                                                      std::size_t offset_bytes = 0,
                                                      std::optional<std::size_t> size_bytes = std::nullopt);

  /// Rows of texels, read as a 2D texture.
  /// @throws InvalidArgument if the pitch is less than a row, exceeds max_texture_2d_linear_pitch or is not aligned to
  /// texture_pitch_alignment, an extent is 0 or exceeds max_texture_2d_linear, the rows exceed the buffer, or the first
  /// byte is not aligned to texture_alignment; for channels other than 1, 2 and 4.
  [[nodiscard]] static ResourceDescriptor from_pitch_2d(const Buffer& buffer, DataType format, int num_channels,
                                                        const PitchedRows& rows, std::size_t offset_bytes = 0);
  /// The view of the whole resource in its own format. @throws InvalidArgument for linear and pitch-2D memory, which do
  /// not support views.
  [[nodiscard]] ResourceView whole_view() const;
  /// This resource with the given view, which replaces any previous one. The driver's rules are checked here.
  /// @throws InvalidArgument for a format, levels or layers that are invalid for this resource; the message contains
  /// the rule.
  [[nodiscard]] ResourceDescriptor viewed(const ResourceView& view) const;
  /// The view; nullopt for the whole resource.
  [[nodiscard]] const std::optional<ResourceView>& view() const noexcept { return view_; }
  /// Kind and facts of the resource, as seen through the view.
  [[nodiscard]] ResourceKind kind() const noexcept { return facts_.kind; }
  [[nodiscard]] const ResourceFacts& facts() const noexcept { return facts_; }
  /// The facts of the resource without the view.
  [[nodiscard]] const ResourceFacts& whole_facts() const noexcept { return view_ ? whole_facts_ : facts_; }
  /// First byte in the buffer; linear and pitch-2D memory only, otherwise 0.
  [[nodiscard]] std::size_t offset_bytes() const noexcept { return offset_bytes_; }
  /// Bytes from one row to the next; pitch-2D memory only, otherwise 0.
  [[nodiscard]] std::size_t pitch_bytes() const noexcept { return pitch_bytes_; }
  [[nodiscard]] Device device() const;

  /// The underlying object. @throws InvalidArgument for a resource of a different kind.
  [[nodiscard]] CUDAArray array() const;
  [[nodiscard]] MipmappedArray mipmapped_array() const;
  [[nodiscard]] Buffer buffer() const;

 private:
  ResourceDescriptor() = default;

  ResourceFacts facts_;
  ResourceFacts whole_facts_;
  std::optional<ResourceView> view_;
  std::shared_ptr<ArrayBox> array_;
  std::shared_ptr<MipmappedArrayBox> mipmapped_array_;
  std::shared_ptr<BufferBox> buffer_;
  std::size_t offset_bytes_ = 0;
  std::size_t pitch_bytes_ = 0;
};

}  // namespace texelscope::gpu
