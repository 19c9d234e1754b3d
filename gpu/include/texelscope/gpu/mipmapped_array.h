#pragma once

#include <memory>
#include <string>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/handle_owner.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::gpu {

class MipmappedArrayBox;

/// The number of levels from the largest extent of `shape` down to a single texel: 1 + floor(log2(largest)). Layers do
/// not count.
[[nodiscard]] unsigned full_level_count(const Extent& shape) noexcept;

/// The descriptor of a level: extents max(1, extent >> level), everything else as in level 0.
[[nodiscard]] ArrayDescriptor level_descriptor(const ArrayDescriptor& base, unsigned level) noexcept;

/// The filter that computes a level as weighted sums of the previous level's texels.
enum class LevelFilter : unsigned char {
  /// The mean of the covered texels: 2 texels along each axis, or fractions of 3 if the extent is odd.
  box,
  /// A sinc in a Kaiser window (α 4) of 3 texels of the next level on each side: sharper, but may ring at edges.
  kaiser
};

/// The settings of MipmappedArray::generate_levels().
struct LevelGeneration {
  LevelFilter filter = LevelFilter::box;
  /// Whether uint8 texels with 4 channels are sRGB: colors are then filtered as linear light (IEC 61966-2-1), alpha
  /// unchanged.
  bool is_srgb = false;
  /// The texels that the Kaiser filter reads beyond an edge: clamp, wrap (for textures that repeat) or mirror. Faces
  /// and layers are filtered separately.
  AddressModes address_mode{};
};

/// Arrays of halving extents that textures read as one (CUmipmappedArray). A cheap reference that keeps its device
/// alive; destroyed with the last reference, including those of its levels and textures. A mapped array (from
/// GraphicsResource) is borrowed; after its mapping has ended, it throws, as do its levels.
class MipmappedArray {
 public:
  /// `descriptor` describes level 0; `num_levels` is 1 – full_level_count(descriptor.shape).
  /// @throws InvalidArgument like CUDAArray::from_descriptor, and for a number of levels outside that range.
  /// @throws DriverError if the driver refuses (cuMipmappedArrayCreate).
  [[nodiscard]] static MipmappedArray from_descriptor(const Device& device, const ArrayDescriptor& descriptor,
                                                      unsigned num_levels);

  /// A mipmapped array created elsewhere (CUmipmappedArray, cudaMipmappedArray_t). The driver reports the descriptor of
  /// level 0, and levels are requested from it until there are no more (cuMipmappedArrayGetLevel).
  /// @throws like CUDAArray::from_handle.
  [[nodiscard]] static MipmappedArray from_handle(const Device& device, MipmappedArrayHandle handle,
                                                  const HandleOwner& owner = {});

  /// Descriptor of level 0.
  [[nodiscard]] const ArrayDescriptor& descriptor() const;
  [[nodiscard]] unsigned num_levels() const;  ///< Includes level 0.
  /// Size in bytes of the texels of all levels.
  [[nodiscard]] std::size_t size_bytes() const;
  [[nodiscard]] Device device() const;

  /// @throws InvalidState when closed, or after the mapping it came from has ended.
  [[nodiscard]] MipmappedArrayHandle handle() const;

  /// The array of a level, with the kind and rank of this object; level 0 is the largest. The returned array keeps the
  /// memory of all levels alive, even after this object is closed; closing that array destroys nothing.
  /// @throws InvalidArgument for a level that does not exist. @throws InvalidState like handle().
  [[nodiscard]] CUDAArray level(unsigned index) const;

  /// Generates each level from the previous one, beginning with level 0, with kernels in stream order. Both devices
  /// produce the same bytes. Sums are in double precision, or in float between two axes of 8- and 16-bit formats;
  /// integers round to nearest with halves up, floats to nearest even, and every NaN becomes the same NaN. Allocates
  /// device memory for one level without gaps, and up to twice that amount between two axes.
  /// @throws InvalidArgument for block-compressed texels, an invalid filter, sRGB with formats other than uint8 with 4
  /// channels, and address mode border. @throws InvalidState like handle(). @throws DriverError if the driver refuses.
  void generate_levels(const Stream& stream, const LevelGeneration& how = {}) const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again has no effect.
  void close() noexcept { box_.reset(); }

  explicit MipmappedArray(std::shared_ptr<MipmappedArrayBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<MipmappedArrayBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<MipmappedArrayBox> box_;
};

}  // namespace texelscope::gpu
