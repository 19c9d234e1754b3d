#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "gpu/driver/device_box.h"
#include "gpu/object/mapping_validity.h"
#include "gpu/object/stream_box.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu {

class BufferBox {
 public:
  /// Device memory, freed on `stream`.
  BufferBox(std::shared_ptr<StreamBox> stream, std::size_t size_bytes)
      : device_{stream->device()},
        stream_{std::move(stream)},
        size_bytes_{size_bytes},
        pointer_{device_->call(driver::MemoryAllocate{.size_bytes = size_bytes, .stream = stream_->handle()}).pointer},
        origin_{Origin::stream_ordered} {}

  /// Page-locked host memory.
  BufferBox(std::shared_ptr<DeviceBox> device, std::size_t size_bytes)
      : device_{std::move(device)},
        size_bytes_{size_bytes},
        pointer_{device_->call(driver::HostAllocate{.size_bytes = size_bytes}).pointer},
        origin_{Origin::page_locked} {}

  /// Memory that belongs to a mapping.
  BufferBox(std::shared_ptr<DeviceBox> device, DevicePointer pointer, std::size_t size_bytes,
            std::shared_ptr<const MappingValidity> validity)
      : device_{std::move(device)},
        validity_{std::move(validity)},
        size_bytes_{size_bytes},
        pointer_{pointer},
        origin_{Origin::mapped} {}

  ~BufferBox() {
    if (origin_ == Origin::stream_ordered) {
      device_->clean_up(driver::MemoryFree{.pointer = pointer_, .stream = stream_->handle()});
    } else if (origin_ == Origin::page_locked) {
      device_->clean_up(driver::HostFree{pointer_});
    }
  }
  BufferBox(const BufferBox&) = delete;
  BufferBox& operator=(const BufferBox&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }
  /// @throws InvalidState when the mapping it came from has ended; `object` names what was made from it.
  [[nodiscard]] DevicePointer pointer(std::string_view object = "buffer") const {
    require_mapped(validity_.get(), object);
    return pointer_;
  }
  /// All memory of the CPU device is the host's.
  [[nodiscard]] bool is_host_accessible() const noexcept {
    return origin_ == Origin::page_locked || device_->id().kind == DeviceKind::cpu;
  }
  /// Frees stream-ordered memory on another stream than the one it was allocated on.
  void free_on(std::shared_ptr<StreamBox> stream) noexcept {
    if (origin_ == Origin::stream_ordered) {
      stream_ = std::move(stream);
    }
  }

 private:
  enum class Origin : unsigned char { stream_ordered, page_locked, mapped };

  std::shared_ptr<DeviceBox> device_;
  std::shared_ptr<StreamBox> stream_;
  std::shared_ptr<const MappingValidity> validity_;
  std::size_t size_bytes_;
  DevicePointer pointer_;
  Origin origin_;
};

}  // namespace texelscope::gpu
