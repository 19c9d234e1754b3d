#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/file_descriptor.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/handle_owner.h"
#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::gpu {

class ExternalMemoryBox;

/// Memory that another API allocated and exported, such as Vulkan (CUexternalMemory). A cheap reference that keeps its
/// device alive. Buffers and arrays made from it share its bytes with the other API and keep it; it is let go of with
/// the last of them. Who uses it when is for an ExternalSemaphore to say.
class ExternalMemory {
 public:
  /// Memory that was exported as an opaque file descriptor (cuImportExternalMemory,
  /// CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD). `size_bytes` ≥ 1 is that of the whole allocation; `is_dedicated` must
  /// say whether it was allocated for one image or buffer alone (CUDA_EXTERNAL_MEMORY_DEDICATED). The descriptor
  /// belongs to the driver from then on; it is closed where this fails.
  /// @throws Unavailable on the CPU device, which takes host memory instead; InvalidArgument for a closed descriptor or
  /// 0 bytes; DriverError when the driver refuses it.
  [[nodiscard]] static ExternalMemory from_opaque_fd(const Device& device, FileDescriptor descriptor,
                                                     std::size_t size_bytes, bool is_dedicated);
  /// Host memory that another API mapped (vkMapMemory), which the CPU device uses in place. `owner` is kept until the
  /// last object made from it is gone and no scheduled work uses it; it may be null. It may be let go of on a stream's
  /// thread, so it must not hold objects of this device.
  /// @throws Unavailable on a CUDA device, which takes a file descriptor instead; InvalidArgument for null or 0 bytes.
  [[nodiscard]] static ExternalMemory from_host_memory(const Device& device, std::span<std::byte> memory,
                                                       std::shared_ptr<void> owner);

  /// Memory that others imported (CUexternalMemory, cudaExternalMemory_t), of `size_bytes` ≥ 1: there is nothing that
  /// the driver tells of it. @throws InvalidArgument for null or 0 bytes.
  [[nodiscard]] static ExternalMemory from_handle(const Device& device, ExternalMemoryHandle handle,
                                                  std::size_t size_bytes, const HandleOwner& owner = {});

  /// A range of it as linear memory (cuExternalMemoryGetMappedBuffer), given back by cuMemFree. Of ranges that overlap
  /// a CUDA device may not show through one what was written through the other: map both as one.
  /// @throws InvalidArgument for 0 bytes or a range that leaves the memory; DriverError when the driver refuses.
  [[nodiscard]] Buffer buffer(std::size_t offset_bytes, std::size_t size_bytes) const;

  /// An image as the exporting API laid it out, from `offset_bytes` on (cuExternalMemoryGetMappedMipmappedArray). The
  /// descriptor is that of level 0 and must be the image's own in format, shape and levels; is_surface_load_store
  /// stands for an image with storage use.
  /// @throws Unavailable on the CPU device: use array() of an image with linear tiling. @throws InvalidArgument as
  /// MipmappedArray::from_descriptor, and for an offset beyond the memory; DriverError when the driver refuses.
  [[nodiscard]] MipmappedArray mipmapped_array(const ArrayDescriptor& descriptor, unsigned num_levels,
                                               std::size_t offset_bytes = 0) const;

  /// A plain 2D image whose rows lie `row_pitch_bytes` apart from `offset_bytes` on (an image of linear tiling), used
  /// in place: bytes between the rows are neither read nor written. The CPU device alone.
  /// @throws Unavailable on a CUDA device: use mipmapped_array(). @throws InvalidArgument for a descriptor that is not
  /// plain 2D or that CUDAArray::from_descriptor refuses, a pitch smaller than a row, rows that leave the memory, an
  /// address or a pitch that is no multiple of a texel's size.
  [[nodiscard]] CUDAArray array(const ArrayDescriptor& descriptor, std::size_t offset_bytes,
                                std::size_t row_pitch_bytes) const;
  /// Of the whole memory, as it was imported.
  [[nodiscard]] std::size_t size_bytes() const;
  [[nodiscard]] Device device() const;
  /// @throws InvalidState when closed.
  [[nodiscard]] ExternalMemoryHandle handle() const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again is nothing.
  void close() noexcept { box_.reset(); }

  explicit ExternalMemory(std::shared_ptr<ExternalMemoryBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<ExternalMemoryBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<ExternalMemoryBox> box_;
};

}  // namespace texelscope::gpu
