#pragma once

#include <memory>
#include <string>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/handle_owner.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::gpu {

class MipmappedArrayBox;

/// Levels from the largest extent of `shape` down to a single texel: 1 + floor(log2(largest)). Layers do not count.
[[nodiscard]] unsigned full_level_count(const Extent& shape) noexcept;

/// The descriptor of a level: extents max(1, extent >> level), all else as in level 0.
[[nodiscard]] ArrayDescriptor level_descriptor(const ArrayDescriptor& base, unsigned level) noexcept;

/// How texels of the next level are weighted sums of those of a level.
enum class LevelFilter : unsigned char {
  /// The mean of what a texel covers: 2 texels along each axis, or parts of 3 where the extent is odd.
  box,
  /// A sinc within a Kaiser window (α 4) of 3 texels of the next level to each side: sharper, and may ring at edges.
  kaiser
};

/// How MipmappedArray::generate_levels() makes levels.
struct LevelGeneration {
  LevelFilter filter = LevelFilter::box;
  /// Whether uint8 texels of 4 channels are sRGB: color is then filtered as linear light (IEC 61966-2-1), alpha as it
  /// is.
  bool is_srgb = false;
  /// The texels that the Kaiser filter reads beyond an edge: clamp, wrap (of textures that repeat) or mirror. Faces and
  /// layers are filtered each by itself.
  AddressModes address_mode{};
};

/// Arrays of halving extents that textures read as one (CUmipmappedArray). A cheap reference that keeps its device
/// alive; destroyed with the last reference, its levels and the textures made from it included. A mapped one (from
/// GraphicsResource) is borrowed, and throws once its mapping has ended, as do its levels.
class MipmappedArray {
 public:
  /// `descriptor` is that of level 0; `num_levels` is 1 – full_level_count(descriptor.shape).
  /// @throws InvalidArgument as CUDAArray::from_descriptor, and for a number of levels outside that range.
  /// @throws DriverError when the driver refuses (cuMipmappedArrayCreate).
  [[nodiscard]] static MipmappedArray from_descriptor(const Device& device, const ArrayDescriptor& descriptor,
                                                      unsigned num_levels);

  /// One that others made (CUmipmappedArray, cudaMipmappedArray_t). The driver tells the descriptor of level 0 and is
  /// asked for levels until it has no more (cuMipmappedArrayGetLevel).
  /// @throws as CUDAArray::from_handle.
  [[nodiscard]] static MipmappedArray from_handle(const Device& device, MipmappedArrayHandle handle,
                                                  const HandleOwner& owner = {});

  /// Level 0's.
  [[nodiscard]] const ArrayDescriptor& descriptor() const;
  [[nodiscard]] unsigned num_levels() const;  ///< Level 0 among them.
  /// Bytes of the texels of all levels.
  [[nodiscard]] std::size_t size_bytes() const;
  [[nodiscard]] Device device() const;

  /// @throws InvalidState when closed, or when the mapping it came from has ended.
  [[nodiscard]] MipmappedArrayHandle handle() const;

  /// The array of a level, 0 the largest, with the kind and rank of this one. It keeps the memory of all levels alive,
  /// also after this object is closed; closing it destroys nothing.
  /// @throws InvalidArgument for a level that is not there. @throws InvalidState as handle().
  [[nodiscard]] CUDAArray level(unsigned index) const;

  /// Makes each level from the one before, beginning with level 0, by kernels in the order of `stream`. Both devices
  /// make the same bytes. Sums are in double precision, or float between two axes of 8 and 16-bit formats; integers
  /// round to nearest, halves up, floats to nearest even, and NaN becomes one NaN. Takes memory of the device: a level
  /// without gaps, and up to twice as much between two axes.
  /// @throws InvalidArgument for block-compressed texels, a filter that is none, sRGB of other formats than uint8 of 4
  /// channels, and address mode border. @throws InvalidState as handle(). @throws DriverError when the driver refuses.
  void generate_levels(const Stream& stream, const LevelGeneration& how = {}) const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again is nothing.
  void close() noexcept { box_.reset(); }

  explicit MipmappedArray(std::shared_ptr<MipmappedArrayBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<MipmappedArrayBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<MipmappedArrayBox> box_;
};

}  // namespace texelscope::gpu
