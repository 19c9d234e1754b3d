#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/labs/copy/copy_setup.h"
#include "app/labs/layout/memory_picture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {

/// The contestants of a run.
enum class CopyRacer : std::uint8_t { copy, memcpy, naive };
inline constexpr std::size_t copy_racers = 3;

/// Larger copies are refused, to limit memory use and waiting time.
inline constexpr std::int64_t largest_run_bytes = std::int64_t{1} << 30;

/// The outcome of a copy so far.
struct CopyOutcome {
  /// The copy in one line.
  std::string description;
  std::string method;
  std::string device;
  CopyMemory source_memory = CopyMemory::device;
  CopyMemory destination_memory = CopyMemory::device;
  std::int64_t elements = 0;
  /// Bytes read; the same number is written.
  std::int64_t bytes = 0;
  /// The duration of each round in seconds, by racer.
  std::array<std::vector<double>, copy_racers> seconds;
  /// The reason why the naive copy did not run; empty if it did.
  std::string naive_reason;
  /// The number of elements that differ from the source's; nothing while unknown.
  std::optional<std::uint64_t> differences;
  MemoryPicture source_picture;
  MemoryPicture destination_picture;

  /// Bytes read plus bytes written per second, from the median round, in GB/s (10⁹ bytes); 0 before the first round.
  [[nodiscard]] double gigabytes_per_second(CopyRacer racer) const;
  /// Interquartile range of the rounds' times, divided by their median; 0 for fewer than four rounds.
  [[nodiscard]] double spread(CopyRacer racer) const;
  /// Whether the times of the copy or of the memcpy vary so much that the machine must be busy.
  [[nodiscard]] bool is_disturbed() const;
};

/// Half of CopyOutcome::spread(), as " ±12 %", at most 100 %; empty for 0.
[[nodiscard]] std::string spread_text(double spread);

/// The memory of one side of a copy, of any kind. A value type; its copies share the memory.
class SideMemory {
 public:
  /// @throws gpu::DriverError when memory runs out.
  SideMemory(CopyMemory kind, std::size_t size_bytes, const gpu::Stream& stream);

  [[nodiscard]] CopyMemory kind() const noexcept { return kind_; }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_bytes_; }
  [[nodiscard]] gpu::StridedMemoryView view(const gpu::StridedLayout& layout, const gpu::ElementType& type) const;
  /// All bytes, or the first `count` of them.
  [[nodiscard]] gpu::StridedMemoryView bytes() const { return bytes(size_bytes_); }
  [[nodiscard]] gpu::StridedMemoryView bytes(std::size_t count) const;
  /// Null for pageable memory.
  [[nodiscard]] const gpu::Buffer* buffer() const { return buffer_ ? &*buffer_ : nullptr; }
  /// Whether kernels on a device can access the memory.
  [[nodiscard]] bool is_reached_by(const gpu::Device& device) const;

 private:
  CopyMemory kind_;
  std::size_t size_bytes_;
  std::optional<gpu::Buffer> buffer_{};
  std::shared_ptr<std::vector<std::byte>> host_{};
};

/// Runs a copy step by step: checks it element by element, measures it against a memcpy of the same size and a naive
/// kernel, and shows its effect on an image.
class CopyRun {
 public:
  /// `setup` must have a plan; `file` is read when the content is an .npy file.
  CopyRun(gpu::Device device, CopyInput input, CopySetup setup);

  [[nodiscard]] bool is_done() const noexcept { return number_ >= step_count; }
  /// One step: at most a round of one racer, or the work around the rounds. @throws gpu::Error when the device cannot
  /// run it, with the reason.
  void step();
  /// 0 – 1.
  [[nodiscard]] double progress() const noexcept { return static_cast<double>(number_) / step_count; }
  [[nodiscard]] const CopyOutcome& outcome() const noexcept { return outcome_; }

 private:
  static constexpr int rounds = 7;
  static constexpr int step_count = 1 + rounds * static_cast<int>(copy_racers) + 1;

  void begin();
  void check();
  void race(CopyRacer racer);
  void run_once(CopyRacer racer);
  void show();
  [[nodiscard]] std::vector<std::byte> content() const;
  [[nodiscard]] gpu::StridedMemoryView source() const;
  [[nodiscard]] gpu::StridedMemoryView destination() const;

  gpu::Device device_;
  gpu::Stream stream_;
  CopyInput input_;
  CopySetup setup_;
  std::optional<SideMemory> source_;
  std::optional<SideMemory> destination_;
  /// The repetitions of a racer in a round, for a measurable duration.
  std::array<int, copy_racers> repetitions_{};
  int number_ = 0;
  CopyOutcome outcome_;
};

/// "1024×1024 of 4 bytes, permuted(1, 0), to C order": a copy in one line.
[[nodiscard]] std::string describe(const CopyInput& input, const CopySetup& setup);

}  // namespace texelscope::app
