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

/// Memory that another API, such as Vulkan, allocated and exported (CUexternalMemory). A cheap reference that keeps its
/// device alive. Buffers and arrays created from it share its bytes with the other API and keep it alive; it is
/// released with the last of them. Use an ExternalSemaphore to synchronize the accesses.
class ExternalMemory {
 public:
  /// Memory exported as an opaque file descriptor (cuImportExternalMemory, CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD).
  /// `size_bytes` ≥ 1 is the size of the whole allocation; `is_dedicated` must state whether it was allocated for a
  /// single image or buffer (CUDA_EXTERNAL_MEMORY_DEDICATED). The driver takes ownership of the descriptor; on failure,
  /// it is closed.
  /// @throws Unavailable on the CPU device, which uses host memory instead; InvalidArgument for a closed descriptor or
  /// 0 bytes; DriverError if the driver refuses it.
  [[nodiscard]] static ExternalMemory from_opaque_fd(const Device& device, FileDescriptor descriptor,
                                                     std::size_t size_bytes, bool is_dedicated);
  /// Host memory mapped by another API (vkMapMemory), which the CPU device uses in place. `owner` is retained until the
  /// last object created from the memory is destroyed and no scheduled work uses it; it may be null. It may be released
  /// on a stream's thread, so it must not hold objects of this device.
  /// @throws Unavailable on a CUDA device, which uses a file descriptor instead; InvalidArgument for null or 0 bytes.
  [[nodiscard]] static ExternalMemory from_host_memory(const Device& device, std::span<std::byte> memory,
                                                       std::shared_ptr<void> owner);

  /// Memory imported elsewhere (CUexternalMemory, cudaExternalMemory_t), of `size_bytes` ≥ 1: the driver reports
  /// nothing about it. @throws InvalidArgument for null or 0 bytes.
  [[nodiscard]] static ExternalMemory from_handle(const Device& device, ExternalMemoryHandle handle,
                                                  std::size_t size_bytes, const HandleOwner& owner = {});

  /// A range of the memory as linear memory (cuExternalMemoryGetMappedBuffer), freed by cuMemFree. With overlapping
  /// ranges, a CUDA device may not show writes through one range in the other: map both as a single range.
  /// @throws InvalidArgument for 0 bytes or a range that exceeds the memory; DriverError if the driver refuses.
  [[nodiscard]] Buffer buffer(std::size_t offset_bytes, std::size_t size_bytes) const;

  /// An image in the layout of the exporting API, starting at `offset_bytes` (cuExternalMemoryGetMappedMipmappedArray).
  /// The descriptor is that of level 0 and must match the image's format, shape and levels; is_surface_load_store
  /// corresponds to storage usage of the image.
  /// @throws Unavailable on the CPU device: use array() with an image of linear tiling. @throws InvalidArgument like
  /// MipmappedArray::from_descriptor, and for an offset beyond the memory; DriverError if the driver refuses.
  [[nodiscard]] MipmappedArray mipmapped_array(const ArrayDescriptor& descriptor, unsigned num_levels,
                                               std::size_t offset_bytes = 0) const;

  /// A plain 2D image with rows `row_pitch_bytes` apart, starting at `offset_bytes` (an image of linear tiling), used
  /// in place: bytes between the rows are neither read nor written. CPU device only.
  /// @throws Unavailable on a CUDA device: use mipmapped_array(). @throws InvalidArgument for a descriptor that is not
  /// plain 2D or that CUDAArray::from_descriptor refuses, a pitch smaller than a row, rows that exceed the memory, or
  /// an address or pitch that is not a multiple of the texel size.
  [[nodiscard]] CUDAArray array(const ArrayDescriptor& descriptor, std::size_t offset_bytes,
                                std::size_t row_pitch_bytes) const;
  /// Size of the whole memory, as imported.
  [[nodiscard]] std::size_t size_bytes() const;
  [[nodiscard]] Device device() const;
  /// @throws InvalidState when closed.
  [[nodiscard]] ExternalMemoryHandle handle() const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again has no effect.
  void close() noexcept { box_.reset(); }

  explicit ExternalMemory(std::shared_ptr<ExternalMemoryBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<ExternalMemoryBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<ExternalMemoryBox> box_;
};

}  // namespace texelscope::gpu
