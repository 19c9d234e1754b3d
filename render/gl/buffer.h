#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace texelscope::render::gl {

/// GL memory of a fixed size that a compute device can map. Owns its GL name. While a device has acquired it, using it
/// throws. Belongs to the thread of the GL context.
class Buffer {
 public:
  Buffer() = default;
  /// `size` in bytes, contents undefined. @throws Error when it is 0 or GL is out of memory.
  explicit Buffer(std::size_t size);
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  [[nodiscard]] std::uint32_t name() const noexcept { return name_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Replaces bytes, starting at `offset`. @throws Error when they exceed the buffer, or when the buffer is acquired.
  void upload(std::span<const std::byte> bytes, std::size_t offset = 0);
  /// Reads bytes, starting at `offset`; waits for GL. @throws Error when they exceed the buffer, or when the buffer is
  /// acquired.
  void read(std::span<std::byte> bytes, std::size_t offset = 0) const;
  /// Checks that GL can draw the first `count` vertices of `bytes` each. @throws Error when they exceed the buffer, or
  /// when the buffer is acquired.
  void require_vertices(std::size_t count, std::size_t bytes) const;

  /// Marks the buffer as acquired by a compute device, or as released.
  void set_acquired(bool is_acquired) noexcept { is_acquired_ = is_acquired; }
  [[nodiscard]] bool is_acquired() const noexcept { return is_acquired_; }

 private:
  void require_usable(const char* action, std::size_t count, std::size_t offset) const;

  std::uint32_t name_ = 0;
  std::size_t size_ = 0;
  bool is_acquired_ = false;
};

}  // namespace texelscope::render::gl
