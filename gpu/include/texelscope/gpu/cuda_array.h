#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/data_type.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/extent.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/handle_owner.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {

class ArrayBox;
class StridedMemoryView;

/// How the texels of an array are put together (CUDA_ARRAY3D_LAYERED, CUDA_ARRAY3D_CUBEMAP).
enum class ArrayKind : unsigned char { plain, layered, cube_map, layered_cube_map };

/// The texels and extents of an array. There are no sparse arrays and none of deferred mapping (docs/library.md says
/// why); those of others are taken by CUDAArray::from_handle().
struct ArrayDescriptor {
  /// (width), (width, height) or (width, height, depth) in texels, each ≥ 1: the reverse of NumPy's order. Of one layer
  /// (rank 1 or 2) or one face (rank 2, square) where there are some.
  Extent shape;
  DataType format = DataType::uint8;  ///< Of a channel.
  /// Channels of a texel: 1, 2 or 4.
  int num_channels = 4;
  /// Whether surfaces can be made from it (CUDA_ARRAY3D_SURFACE_LDST).
  bool is_surface_load_store = false;
  ArrayKind kind = ArrayKind::plain;  ///< Whether it has layers or faces.
  /// Layers of a layered array, cube maps of a layered cube map, ≥ 1; else 1.
  std::uint64_t num_layers = 1;
  /// Whether kernels can gather from textures of it (CUDA_ARRAY3D_TEXTURE_GATHER); plain 2D arrays only.
  bool is_texture_gather = false;
  /// How texels are stored. encoded_array() sets the format and the channels that an encoding has.
  TexelEncoding encoding = TexelEncoding::element;
  /// Whether its kind has layers, whether it has faces.
  [[nodiscard]] bool is_layered() const noexcept {
    return kind == ArrayKind::layered || kind == ArrayKind::layered_cube_map;
  }
  [[nodiscard]] bool is_cube_map() const noexcept {
    return kind == ArrayKind::cube_map || kind == ArrayKind::layered_cube_map;
  }
  /// Layers, or faces: 6 for each cube map, in the order +x, −x, +y, −y, +z, −z.
  [[nodiscard]] std::uint64_t num_slices() const noexcept { return is_cube_map() ? 6 * num_layers : num_layers; }
  /// The shape of a layer or face in elements: texels, or blocks of 4 × 4 texels, those at the edges cut off.
  [[nodiscard]] Extent element_extent() const noexcept {
    const auto blocks = [](std::uint64_t texels) {
      return texels / block_extent + (texels % block_extent != 0 ? 1 : 0);
    };
    return is_block_compressed(encoding) ? Extent(blocks(shape.width()), blocks(shape.height())) : shape;
  }
  /// All elements as copies count them: texels, or blocks of 4 × 4 texels, with z counting the layers or faces where
  /// there are some. That of a layered 1D array is (width, 1, layers).
  [[nodiscard]] Extent copy_extent() const noexcept {
    const Extent slice = element_extent();
    return kind == ArrayKind::plain ? slice : Extent(slice.width(), slice.height(), num_slices());
  }
  /// Bytes of one element: of a texel, or of a block of 4 × 4 texels. Of nv12, those of a texel of luma.
  [[nodiscard]] std::size_t element_size() const noexcept {
    return is_block_compressed(encoding)     ? block_bytes(encoding)
           : encoding == TexelEncoding::nv12 ? 1
                                             : gpu::size_bytes(format) * static_cast<std::size_t>(num_channels);
  }
  /// Bytes of all elements, or planes. @throws InvalidArgument when they do not fit 64 bits.
  [[nodiscard]] std::size_t size_bytes() const;

  bool operator==(const ArrayDescriptor&) const = default;
};

/// A plain array of block-compressed texels, or of nv12: format and channels are those of the encoding.
[[nodiscard]] ArrayDescriptor encoded_array(const Extent& shape, TexelEncoding encoding) noexcept;

/// "640x480 uint8x4", "64 float32x1 of 5 layers", "64x64 uint8x4 cube map", "64x64 uint8x4 of 3 cube maps", "64x64
/// uint8x4 normalized", "64x64 bc7_unorm"; then " surface" for an array that surfaces can be made from and " gather"
/// for one that kernels can gather from.
[[nodiscard]] std::string to_string(const ArrayDescriptor& descriptor);

/// A box of texels inside an array: its origin (x, y, z) and its extent, in texels, or in blocks of 4 × 4 texels where
/// the array has such. Of an array with layers or faces, z is the layer, the face, or 6 · the cube map + the face; y of
/// a layered 1D array is 0.
struct ArrayRegion {
  std::array<std::uint64_t, 3> origin{};
  Extent extent;
};

/// Texels in the device's own order, for textures and surfaces. The layout is opaque: there is no pointer into an
/// array, and so no DLPack and no array interface; copy to a Buffer to reach the texels by address. A cheap reference
/// that keeps its device alive; the array is destroyed with the last reference, textures and surfaces made from it
/// included. A mapped array (from GraphicsResource) is borrowed, and throws once its mapping has ended.
class CUDAArray {
 public:
  /// @throws InvalidArgument for an extent of 0 or beyond the device's limits, channels other than 1, 2 and 4, layers
  /// of rank 3, cube maps that are not square, layers or texture gather of a kind that has none; for block-compressed
  /// arrays that are not 2D or are surfaces, and nv12 that is no plain 2D array of even extents.
  /// @throws DriverError when the driver refuses (cuArray3DCreate).
  [[nodiscard]] static CUDAArray from_descriptor(const Device& device, const ArrayDescriptor& descriptor);
  /// An array that others made (CUarray, cudaArray_t). The driver tells its descriptor (cuArray3DGetDescriptor), but
  /// not its context: one of another context works as far as the driver lets it.
  /// @throws InvalidArgument for null, or what the driver does not know; Unavailable for a format that is none of
  /// DataType's.
  [[nodiscard]] static CUDAArray from_handle(const Device& device, ArrayHandle handle, const HandleOwner& owner = {});
  /// What it was made from, or is of, and the parts of that. @throws InvalidState as handle().
  [[nodiscard]] const ArrayDescriptor& descriptor() const;
  [[nodiscard]] Extent shape() const { return descriptor().shape; }
  [[nodiscard]] DataType format() const { return descriptor().format; }
  [[nodiscard]] int num_channels() const { return descriptor().num_channels; }
  [[nodiscard]] bool is_surface_load_store() const { return descriptor().is_surface_load_store; }
  [[nodiscard]] std::size_t element_size() const { return descriptor().element_size(); }
  [[nodiscard]] std::size_t size_bytes() const { return descriptor().size_bytes(); }
  [[nodiscard]] Device device() const;

  /// @throws InvalidState when closed, or when the mapping it came from has ended.
  [[nodiscard]] ArrayHandle handle() const;

  /// A plane of an nv12 array (cuArrayGetPlane): 0 is luma, uint8 of 1 channel; 1 is chroma, uint8 of 2 channels at
  /// half the width and height. It keeps the whole alive; closing it destroys nothing. Copies, textures and surfaces
  /// take planes.
  /// @throws InvalidArgument for an array of another encoding, and for other planes. @throws InvalidState as handle().
  [[nodiscard]] CUDAArray plane(unsigned index) const;

  /// Fills the whole array from contiguous memory of at least size_bytes(), texels in C order (x fastest), in the order
  /// of `stream`. Pageable memory must stay unchanged until the stream gets there.
  /// @throws InvalidArgument when the source is smaller, with both sizes.
  void copy_from(std::span<const std::byte> source, const Stream& stream) const;
  /// The same from values of any type that is copied bit by bit. A temporary would be gone before it is read.
  template <LastingHostRange Range>
  void copy_from(Range&& source, const Stream& stream) const {
    copy_from(std::span<const std::byte>{std::as_bytes(std::span{source})}, stream);
  }
  template <HostRange Range>
    requires(!LastingHostRange<Range>)
  void copy_from(Range&& source, const Stream& stream) const = delete;
  void copy_from(const Buffer& source, const Stream& stream) const;  ///< From a buffer.
  /// Copies the whole array out; returns the destination.
  /// @throws InvalidArgument when it is smaller than size_bytes(), with both sizes.
  std::span<std::byte> copy_to(std::span<std::byte> destination, const Stream& stream) const;
  const Buffer& copy_to(const Buffer& destination, const Stream& stream) const;
  template <LastingHostRange Range>
  auto copy_to(Range&& destination, const Stream& stream) const {
    const std::span values{destination};
    copy_to(std::span<std::byte>{std::as_writable_bytes(values)}, stream);
    return values;
  }
  /// The same for a box of texels, whose memory is contiguous in C order.
  /// @throws InvalidArgument when the region leaves the array or the memory is too small.
  void copy_from(std::span<const std::byte> source, const ArrayRegion& region, const Stream& stream) const;
  std::span<std::byte> copy_to(std::span<std::byte> destination, const ArrayRegion& region, const Stream& stream) const;

  /// The same from and to memory of any layout and kind: of shape ([depth,] [height,] width, channels), with elements
  /// of the format's size, or without the channels, with elements of whole texels (of a block-compressed array, of
  /// whole blocks). Layers or faces stand where the depth does; a layered 1D array's shape is (layers, width,
  /// channels). What does not lie in rows at pitches is packed by the device. In the order of `stream`; pageable memory
  /// must stay unchanged until it gets there.
  /// @throws InvalidArgument when shape or itemsize is another, the region leaves the array, or `destination` is
  /// read-only or its elements may overlap.
  void copy_from(const StridedMemoryView& source, const Stream& stream) const;
  void copy_from(const StridedMemoryView& source, const ArrayRegion& region, const Stream& stream) const;
  const StridedMemoryView& copy_to(const StridedMemoryView& destination, const Stream& stream) const;
  const StridedMemoryView& copy_to(const StridedMemoryView& destination, const ArrayRegion& region,
                                   const Stream& stream) const;

  /// Copies all of `source`, or a region of it, to `origin` (x, y, z) of this array (cuMemcpy3DAsync). The arrays may
  /// be of different kinds: a layer, a face and a slice of a 3D array are alike to a copy.
  /// @throws InvalidArgument when the texels differ in size, the region leaves either array, or both are the same array
  /// and the regions overlap.
  void copy_from(const CUDAArray& source, const Stream& stream) const;
  void copy_from(const CUDAArray& source, const ArrayRegion& region, const std::array<std::uint64_t, 3>& origin,
                 const Stream& stream) const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again is nothing.
  void close() noexcept { box_.reset(); }

  explicit CUDAArray(std::shared_ptr<ArrayBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<ArrayBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<ArrayBox> box_;
};

}  // namespace texelscope::gpu
