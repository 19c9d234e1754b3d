#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/kernels/kernel_function.h"

namespace texelscope::app {

/// The operation of the kernel on each number.
[[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::uint32_t mix(std::uint32_t number, std::uint32_t index,
                                                           std::uint32_t salt) noexcept {
  return number * 1664525U + index + salt;
}

/// Launches mix() on the first `count` numbers of a buffer: each is read and written without atomics, so that wrong
/// stream ordering shows as a race and as wrong numbers.
void launch_mix(const gpu::Buffer& buffer, std::uint32_t count, std::uint32_t salt, const gpu::Stream& stream);

/// One thread of random work, which owns buffers with known contents. Streams are shared with the other threads.
class RandomWorker {
 public:
  RandomWorker(gpu::Device device, std::span<const gpu::Stream> streams, std::uint64_t seed);
  RandomWorker(const RandomWorker&) = delete;
  RandomWorker& operator=(const RandomWorker&) = delete;
  /// Waits for work that still uses its memory.
  ~RandomWorker();

  /// Performs one operation. @throws gpu::Error.
  void step();
  /// Verifies every buffer. @throws gpu::Error.
  void finish();

  [[nodiscard]] std::uint64_t checks() const noexcept { return checks_; }
  [[nodiscard]] const std::vector<std::string>& wrong() const noexcept { return wrong_; }

 private:
  struct Known {
    gpu::Buffer buffer;
    /// The stream of the buffer's last work.
    std::size_t stream;
    std::vector<std::uint32_t> numbers;
  };

  std::size_t draw(std::size_t end) { return static_cast<std::size_t>(random_() % end); }
  void allocate();
  void fill(Known& known);
  void upload(Known& known);
  void launch(Known& known);
  void copy(Known& to, Known& from);
  void copy_through_array(Known& known);
  void check(Known& known);
  void close(std::size_t index);
  /// Makes later work on another stream wait for the work scheduled on the buffer's stream.
  void move(Known& known, std::size_t stream);

  gpu::Device device_;
  std::span<const gpu::Stream> streams_;
  std::mt19937_64 random_;
  std::vector<Known> known_;
  std::uint64_t checks_ = 0;
  std::vector<std::string> wrong_;
};

}  // namespace texelscope::app
