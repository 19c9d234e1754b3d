#pragma once

#include <utility>

namespace texelscope::gpu {

/// An owning file descriptor, closed on destruction. Movable, not copyable.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  /// Takes ownership of `number`; -1 means none.
  explicit FileDescriptor(int number) noexcept : number_{number} {}
  ~FileDescriptor() { close(); }
  FileDescriptor(FileDescriptor&& other) noexcept : number_{other.release()} {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      close();
      number_ = other.release();
    }
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  /// -1 if there is none.
  [[nodiscard]] int number() const noexcept { return number_; }
  /// Transfers ownership of the descriptor to the caller.
  [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }
  [[nodiscard]] bool is_closed() const noexcept { return number_ < 0; }
  /// Closing again has no effect.
  void close() noexcept;

 private:
  int number_ = -1;
};

}  // namespace texelscope::gpu
