#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "gpu/driver/device_box.h"
#include "gpu/object/graphics/mapping_validity.h"
#include "gpu/object/memory/memory_resource_box.h"
#include "gpu/object/stream/stream_box.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/memory/virtual_memory_resource.h"

namespace texelscope::gpu {

/// Objects mapped from it hold this box and are released first, as the driver requires (cuDestroyExternalMemory).
class ExternalMemoryBox : public DeviceObject<ExternalMemoryHandle, driver::ExternalMemoryDestroy> {
 public:
  ExternalMemoryBox(const std::shared_ptr<DeviceBox>& device, const driver::ExternalMemoryImport& import)
      : DeviceObject{device, device->call(import).memory},
        size_bytes_{import.size_bytes},
        host_memory_{import.host_memory} {}
  /// Memory imported elsewhere.
  ExternalMemoryBox(const std::shared_ptr<DeviceBox>& device, ExternalMemoryHandle made, std::size_t size_bytes,
                    const HandleOwner& owner)
      : DeviceObject{device, made, owner}, size_bytes_{size_bytes} {}

  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }
  /// 0 for memory from a file descriptor.
  [[nodiscard]] DevicePointer host_memory() const noexcept { return host_memory_; }

 private:
  std::size_t size_bytes_;
  DevicePointer host_memory_;
};

class BufferBox {
 public:
  /// Device memory, freed on `stream`.
  BufferBox(std::shared_ptr<StreamBox> stream, std::size_t size_bytes);
  /// Pinned host memory.
  BufferBox(std::shared_ptr<DeviceBox> device, std::size_t size_bytes);
  /// Memory of a resource, freed on `stream`.
  BufferBox(const std::shared_ptr<MemoryResourceBox>& resource, std::size_t size_bytes,
            const std::shared_ptr<StreamBox>& stream);
  /// Memory that a resource has already allocated.
  BufferBox(std::shared_ptr<MemoryResourceBox> resource, DevicePointer pointer, std::size_t size_bytes,
            std::shared_ptr<StreamBox> stream);
  /// Memory that belongs to a mapping.
  BufferBox(std::shared_ptr<DeviceBox> device, DevicePointer pointer, std::size_t size_bytes,
            std::shared_ptr<const MappingValidity> validity);
  /// Memory allocated elsewhere, as the driver reports it.
  BufferBox(std::shared_ptr<DeviceBox> device, const driver::PointerFacts& facts, std::size_t size_bytes,
            std::shared_ptr<const void> owner);
  /// A range of external memory.
  BufferBox(std::shared_ptr<const ExternalMemoryBox> memory, std::size_t offset_bytes, std::size_t size_bytes);
  ~BufferBox();
  BufferBox(const BufferBox&) = delete;
  BufferBox& operator=(const BufferBox&) = delete;

  enum class Origin : unsigned char { stream_ordered, page_locked, resource, mapped, wrapped, external };

  /// The size of memory that was allocated elsewhere and whose size is unknown: unlimited.
  static constexpr std::size_t unknown_size = std::numeric_limits<std::size_t>::max();

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  /// The limit for copies into the buffer and views of it; `unknown_size` does not limit them.
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }
  [[nodiscard]] bool has_known_size() const noexcept { return size_bytes_ != unknown_size; }
  /// The size for copies from the buffer and for filling all of it. @throws InvalidState if it is unknown.
  [[nodiscard]] std::size_t known_size() const {
    if (!has_known_size()) [[unlikely]] {
      refuse_size();
    }
    return size_bytes_;
  }
  /// @throws InvalidState after the mapping it came from has ended; `object` names the object that was created from it.
  [[nodiscard]] DevicePointer pointer(std::string_view object = "buffer") const {
    require_mapped(validity_.get(), object);
    return pointer_;
  }
  [[nodiscard]] DevicePointer host_pointer() const noexcept { return host_pointer_; }
  [[nodiscard]] Origin origin() const noexcept { return origin_; }
  [[nodiscard]] const std::shared_ptr<MemoryResourceBox>& resource() const noexcept { return resource_; }
  /// The device where the memory resides.
  [[nodiscard]] std::optional<DeviceId> place() const noexcept { return place_; }
  [[nodiscard]] bool is_managed() const noexcept { return is_managed_; }
  [[nodiscard]] MemoryAccess access() const noexcept { return access_; }
  [[nodiscard]] bool is_device_accessible() const noexcept { return access_ != MemoryAccess::none; }
  /// All memory of the CPU device is host memory, unless its access is restricted.
  [[nodiscard]] bool is_host_accessible() const noexcept {
    return is_host_accessible_ && (resource_ == nullptr || access_ == MemoryAccess::read_write);
  }

  /// Frees the memory on a stream other than the one on which it was allocated.
  void free_on(std::shared_ptr<StreamBox> stream) noexcept;
  void move_to(DevicePointer pointer, std::size_t size_bytes) noexcept;
  void set_access(MemoryAccess access) noexcept { access_ = access; }

 private:
  [[noreturn]] void refuse_size() const;

  std::shared_ptr<DeviceBox> device_;
  std::shared_ptr<StreamBox> stream_;
  std::shared_ptr<const MappingValidity> validity_;
  std::shared_ptr<MemoryResourceBox> resource_;
  std::shared_ptr<const void> owner_;
  std::size_t size_bytes_;
  DevicePointer pointer_;
  /// The host's address, if the host has one.
  DevicePointer host_pointer_;
  std::optional<DeviceId> place_;
  Origin origin_;
  MemoryAccess access_ = MemoryAccess::read_write;
  bool is_host_accessible_ = false;
  bool is_managed_ = false;
};

}  // namespace texelscope::gpu
