#pragma once

#include "gpu/driver/driver.h"

namespace texelscope::gpu::graphics {

/// A GL object and its copy on the device. The steps of map are fetch; those of unmap are copy_out, a wait for the
/// stream, and store.
class HostSharedResource {
 public:
  explicit HostSharedResource(GraphicsFlags flags) noexcept : flags_{flags} {}
  virtual ~HostSharedResource() = default;
  HostSharedResource(const HostSharedResource&) = delete;
  HostSharedResource& operator=(const HostSharedResource&) = delete;

  /// GL to host memory on this thread, and on to the device on `stream`. Raises GL errors.
  virtual Status fetch(const GLFunctions& gl, StreamHandle stream) noexcept = 0;
  /// Device to host memory, in the order of `stream`.
  virtual Status copy_out(StreamHandle stream) noexcept = 0;
  /// Host memory to GL, on this thread. Raises GL errors.
  virtual void store(const GLFunctions& gl) noexcept = 0;
  /// Gives everything back to the driver; once.
  virtual Status free() noexcept = 0;

  [[nodiscard]] virtual Status mapped_array(driver::GraphicsMappedArray& call) const noexcept = 0;
  [[nodiscard]] virtual Status mapped_mipmapped_array(driver::GraphicsMappedMipmappedArray& call) const noexcept = 0;
  [[nodiscard]] virtual Status mapped_pointer(driver::GraphicsMappedPointer& call) const noexcept = 0;

  [[nodiscard]] GraphicsFlags flags() const noexcept { return flags_; }
  [[nodiscard]] bool is_mapped() const noexcept { return is_mapped_; }
  void set_mapped(bool is_mapped) noexcept { is_mapped_ = is_mapped; }

 private:
  GraphicsFlags flags_;
  bool is_mapped_ = false;
};

/// CUDA_ERROR_NOT_MAPPED_AS_ARRAY and CUDA_ERROR_NOT_MAPPED_AS_POINTER.
inline constexpr Status not_mapped_as_array{212};
inline constexpr Status not_mapped_as_pointer{213};

/// The first failure of several calls.
inline void keep_first(Status& first, Status next) noexcept { first = first == Status::success ? next : first; }

}  // namespace texelscope::gpu::graphics
