#pragma once

#include <cstddef>
#include <cstdint>

#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::inspect {

/// Mapped pages of an anonymous file (memfd), unmapped on destruction. Movable, not copyable.
class SharedPages {
 public:
  SharedPages() = default;
  ~SharedPages() { close(); }
  SharedPages(SharedPages&& other) noexcept;
  SharedPages& operator=(SharedPages&& other) noexcept;
  SharedPages(const SharedPages&) = delete;
  SharedPages& operator=(const SharedPages&) = delete;

  /// Creates a file of a fixed size, whose descriptor goes to `file`, and maps it for writing. If `is_for_readers`,
  /// other processes cannot write it. Without pages on failure; errno is set.
  [[nodiscard]] static SharedPages create(std::size_t size_bytes, bool is_for_readers,
                                          gpu::FileDescriptor& file) noexcept;
  /// Maps a file of another process. Without pages unless its size is fixed and at least `size_bytes`: only then do
  /// pages never vanish.
  [[nodiscard]] static SharedPages open(int file, std::size_t size_bytes, bool is_writable) noexcept;

  [[nodiscard]] bool is_mapped() const noexcept { return bytes_ != nullptr; }
  [[nodiscard]] std::byte* data() const noexcept { return bytes_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  void close() noexcept;

 private:
  std::byte* bytes_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace texelscope::inspect
