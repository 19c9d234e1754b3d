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

/// The arrangement of an array's texels (CUDA_ARRAY3D_LAYERED, CUDA_ARRAY3D_CUBEMAP).
enum class ArrayKind : unsigned char { plain, layered, cube_map, layered_cube_map };

/// The texels and extents of an array. Sparse arrays and arrays with deferred mapping cannot be created
/// (docs/library.md explains why), but CUDAArray::from_handle() accepts existing arrays of these kinds.
struct ArrayDescriptor {
  /// (width), (width, height) or (width, height, depth) in texels, each ≥ 1: the reverse of NumPy's order. For arrays
  /// with layers (rank 1 or 2) or faces (rank 2, square), the shape of one layer or face.
  Extent shape;
  DataType format = DataType::uint8;  ///< Type of a channel.
  /// Channels per texel: 1, 2 or 4.
  int num_channels = 4;
  /// Whether surfaces can be created from the array (CUDA_ARRAY3D_SURFACE_LDST).
  bool is_surface_load_store = false;
  ArrayKind kind = ArrayKind::plain;  ///< Whether it has layers or faces.
  /// Layers of a layered array or cube maps of a layered cube map, ≥ 1; otherwise 1.
  std::uint64_t num_layers = 1;
  /// Whether kernels can gather from its textures (CUDA_ARRAY3D_TEXTURE_GATHER); plain 2D arrays only.
  bool is_texture_gather = false;
  /// Storage of the texels. encoded_array() sets the format and channels that an encoding requires.
  TexelEncoding encoding = TexelEncoding::element;
  /// Whether this kind has layers, and whether it has faces.
  [[nodiscard]] bool is_layered() const noexcept {
    return kind == ArrayKind::layered || kind == ArrayKind::layered_cube_map;
  }
  [[nodiscard]] bool is_cube_map() const noexcept {
    return kind == ArrayKind::cube_map || kind == ArrayKind::layered_cube_map;
  }
  /// Layers, or faces: 6 for each cube map, in the order +x, −x, +y, −y, +z, −z.
  [[nodiscard]] std::uint64_t num_slices() const noexcept { return is_cube_map() ? 6 * num_layers : num_layers; }
  /// The shape of a layer or face in elements: texels, or blocks of 4 × 4 texels, with partial blocks at the edges
  /// counted.
  [[nodiscard]] Extent element_extent() const noexcept {
    const auto blocks = [](std::uint64_t texels) {
      return texels / block_extent + (texels % block_extent != 0 ? 1 : 0);
    };
    return is_block_compressed(encoding) ? Extent(blocks(shape.width()), blocks(shape.height())) : shape;
  }
  /// The extent in elements, as copies count them: texels, or blocks of 4 × 4 texels; z counts the layers or faces if
  /// the array has them. For a layered 1D array: (width, 1, layers).
  [[nodiscard]] Extent copy_extent() const noexcept {
    const Extent slice = element_extent();
    return kind == ArrayKind::plain ? slice : Extent(slice.width(), slice.height(), num_slices());
  }
  /// Size of one element in bytes: a texel, or a block of 4 × 4 texels. For nv12, a luma texel.
  [[nodiscard]] std::size_t element_size() const noexcept {
    return is_block_compressed(encoding)     ? block_bytes(encoding)
           : encoding == TexelEncoding::nv12 ? 1
                                             : gpu::size_bytes(format) * static_cast<std::size_t>(num_channels);
  }
  /// Bytes of all elements or planes. @throws InvalidArgument if they overflow 64 bits.
  [[nodiscard]] std::size_t size_bytes() const;

  bool operator==(const ArrayDescriptor&) const = default;
};

/// A plain array of block-compressed texels, or nv12: format and channels follow from the encoding.
[[nodiscard]] ArrayDescriptor encoded_array(const Extent& shape, TexelEncoding encoding) noexcept;

/// "640x480 uint8x4", "64 float32x1 of 5 layers", "64x64 uint8x4 cube map", "64x64 uint8x4 of 3 cube maps", "64x64
/// uint8x4 normalized", "64x64 bc7_unorm"; followed by " surface" if surfaces can be created from the array and "
/// gather" if kernels can gather from it.
[[nodiscard]] std::string to_string(const ArrayDescriptor& descriptor);

/// A box of texels inside an array: its origin (x, y, z) and extent, in texels, or in blocks of 4 × 4 texels for
/// block-compressed arrays. For an array with layers or faces, z is the layer, the face, or 6 · the cube map + the
/// face; for a layered 1D array, y is 0.
struct ArrayRegion {
  std::array<std::uint64_t, 3> origin{};
  Extent extent;
};

/// Texels in a device-specific order, for textures and surfaces. The layout is opaque: there is no pointer into an
/// array, and therefore neither DLPack nor an array interface; copy to a Buffer to address the texels. A cheap
/// reference that keeps its device alive; the array is destroyed with the last reference, including those of its
/// textures and surfaces. A mapped array (from GraphicsResource) is borrowed, and throws after its mapping has ended.
class CUDAArray {
 public:
  /// @throws InvalidArgument for an extent of 0 or beyond the device's limits, channels other than 1, 2 and 4, layers
  /// of rank 3, cube maps that are not square, layers or texture gather for a kind that does not support them,
  /// block-compressed arrays that are not 2D or are surfaces, and nv12 that is not a plain 2D array with even extents.
  /// @throws DriverError if the driver refuses (cuArray3DCreate).
  [[nodiscard]] static CUDAArray from_descriptor(const Device& device, const ArrayDescriptor& descriptor);
  /// An array created elsewhere (CUarray, cudaArray_t). The driver reports its descriptor (cuArray3DGetDescriptor), but
  /// not its context: an array of a different context works as far as the driver allows.
  /// @throws InvalidArgument for null, or a handle unknown to the driver; Unavailable for a format that DataType does
  /// not include.
  [[nodiscard]] static CUDAArray from_handle(const Device& device, ArrayHandle handle, const HandleOwner& owner = {});
  /// The descriptor and its parts. @throws InvalidState like handle().
  [[nodiscard]] const ArrayDescriptor& descriptor() const;
  [[nodiscard]] Extent shape() const { return descriptor().shape; }
  [[nodiscard]] DataType format() const { return descriptor().format; }
  [[nodiscard]] int num_channels() const { return descriptor().num_channels; }
  [[nodiscard]] bool is_surface_load_store() const { return descriptor().is_surface_load_store; }
  [[nodiscard]] std::size_t element_size() const { return descriptor().element_size(); }
  [[nodiscard]] std::size_t size_bytes() const { return descriptor().size_bytes(); }
  [[nodiscard]] Device device() const;

  /// @throws InvalidState when closed, or after the mapping it came from has ended.
  [[nodiscard]] ArrayHandle handle() const;

  /// A plane of an nv12 array (cuArrayGetPlane): 0 is luma, uint8 with 1 channel; 1 is chroma, uint8 with 2 channels at
  /// half the width and height. A plane keeps the whole array alive; closing the plane destroys nothing. Copies,
  /// textures and surfaces accept planes.
  /// @throws InvalidArgument for an array of a different encoding, and for a plane other than 0 and 1. @throws
  /// InvalidState like handle().
  [[nodiscard]] CUDAArray plane(unsigned index) const;

  /// Fills the whole array from contiguous memory of at least size_bytes(), texels in C order (x fastest), in stream
  /// order. Pageable memory must stay unchanged until the stream reaches the copy.
  /// @throws InvalidArgument, with both sizes, if the source is smaller.
  void copy_from(std::span<const std::byte> source, const Stream& stream) const;
  /// Overload for values of any trivially copyable type. A temporary is rejected, as it would be destroyed before it is
  /// read.
  template <LastingHostRange Range>
  void copy_from(Range&& source, const Stream& stream) const {
    copy_from(std::span<const std::byte>{std::as_bytes(std::span{source})}, stream);
  }
  template <HostRange Range>
    requires(!LastingHostRange<Range>)
  void copy_from(Range&& source, const Stream& stream) const = delete;
  void copy_from(const Buffer& source, const Stream& stream) const;  ///< Copies from a buffer.
  /// Copies the whole array to `destination` and returns it.
  /// @throws InvalidArgument, with both sizes, if `destination` is smaller than size_bytes().
  std::span<std::byte> copy_to(std::span<std::byte> destination, const Stream& stream) const;
  const Buffer& copy_to(const Buffer& destination, const Stream& stream) const;
  template <WritableHostRange Range>
  auto copy_to(Range&& destination, const Stream& stream) const {
    const std::span values{destination};
    copy_to(std::span<std::byte>{std::as_writable_bytes(values)}, stream);
    return values;
  }
  template <HostRange Range>
    requires(!WritableHostRange<Range>)
  void copy_to(Range&& destination, const Stream& stream) const = delete;  // must be neither const nor a temporary
  /// Copies a box of texels from or to memory that is contiguous in C order.
  /// @throws InvalidArgument if the region exceeds the array or the memory is too small.
  void copy_from(std::span<const std::byte> source, const ArrayRegion& region, const Stream& stream) const;
  std::span<std::byte> copy_to(std::span<std::byte> destination, const ArrayRegion& region, const Stream& stream) const;

  /// Copies from or to memory of any layout and kind. The shape of the memory is ([depth,] [height,] width, channels)
  /// with elements of the format's size, or lacks the channels axis and has elements of whole texels (for a
  /// block-compressed array, whole blocks). Layers or faces take the place of the depth; the shape of a layered 1D
  /// array is (layers, width, channels). The elements have the type of the channels, as lanes if they are whole texels,
  /// or are opaque bytes; to copy bits as a different type, view() the memory as that type. The device packs memory
  /// that is not in pitched rows. In stream order; pageable memory must stay unchanged until the stream reaches the
  /// copy.
  /// @throws InvalidArgument if shape, itemsize or type do not match, the region exceeds the array, or `destination` is
  /// read-only or its elements may overlap.
  void copy_from(const StridedMemoryView& source, const Stream& stream) const;
  void copy_from(const StridedMemoryView& source, const ArrayRegion& region, const Stream& stream) const;
  const StridedMemoryView& copy_to(const StridedMemoryView& destination, const Stream& stream) const;
  const StridedMemoryView& copy_to(const StridedMemoryView& destination, const ArrayRegion& region,
                                   const Stream& stream) const;

  /// Copies all of `source`, or a region of it, to `origin` (x, y, z) of this array (cuMemcpy3DAsync). The arrays may
  /// be of different kinds: to a copy, a layer, a face and a slice of a 3D array are equivalent.
  /// Blocks are bytes of any texels. @throws InvalidArgument if the texels differ in format or channels, the region
  /// exceeds either array, or both are the same array and the regions overlap.
  void copy_from(const CUDAArray& source, const Stream& stream) const;
  void copy_from(const CUDAArray& source, const ArrayRegion& region, const std::array<std::uint64_t, 3>& origin,
                 const Stream& stream) const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again has no effect.
  void close() noexcept { box_.reset(); }

  explicit CUDAArray(std::shared_ptr<ArrayBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<ArrayBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<ArrayBox> box_;
};

}  // namespace texelscope::gpu
