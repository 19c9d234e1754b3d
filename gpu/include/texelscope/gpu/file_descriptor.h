#pragma once

#include <utility>

namespace texelscope::gpu {

/// A file descriptor of the system, closed when its owner ends. Moves, does not copy.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  /// Takes `number` over; -1 is none.
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

  /// -1 when there is none.
  [[nodiscard]] int number() const noexcept { return number_; }
  /// Hands the descriptor to the caller.
  [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }
  [[nodiscard]] bool is_closed() const noexcept { return number_ < 0; }
  /// Closing again is nothing.
  void close() noexcept;

 private:
  int number_ = -1;
};

}  // namespace texelscope::gpu
