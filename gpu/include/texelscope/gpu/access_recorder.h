#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "texelscope/gpu/access.h"

namespace texelscope::gpu {

class AccessLog;

/// The object and bytes of an access, valid during the call that receives it.
class AccessContext {
 public:
  virtual ~AccessContext() = default;
  /// The bytes that the access read or wrote: of a fetch, each texel that contributes; none for the border and outside.
  [[nodiscard]] virtual std::span<const AccessedBytes> bytes() const = 0;
  [[nodiscard]] virtual const AccessObject& object() const = 0;
  /// Copies of the texels that the texture of a fetch has now: level 0 first, x fastest, then y, then z or layers,
  /// without padding. Empty for other accesses. @throws std::bad_alloc.
  [[nodiscard]] virtual std::vector<std::vector<std::byte>> texture_levels() const = 0;
};

/// Receives all accesses while they happen, for conclusions that need more accesses than memory can hold.
class AccessSink {
 public:
  virtual ~AccessSink() = default;
  /// A launch was scheduled, on the thread that scheduled it; called for kernels that cannot be recorded, too.
  virtual void scheduled(const AccessLaunch& launch) { static_cast<void>(launch); }
  /// The following calls come from one launch at a time, on the thread of its stream. A graph's launch was scheduled
  /// with an earlier number.
  virtual void begin(const AccessLaunch& launch) { static_cast<void>(launch); }
  virtual void access(const Access& access, const AccessContext& context) = 0;
  virtual void end(const AccessLaunch& launch) { static_cast<void>(launch); }
  /// Whether it must receive the accesses of threads that the recorder does not keep, too. If no sink does, these
  /// threads run as fast as without recording.
  [[nodiscard]] virtual bool needs_all_threads() const { return true; }
};

/// The threads and the number of accesses that a recorder keeps.
struct AccessRecorderOptions {
  /// Accesses to keep, 104 bytes each; later ones are only counted.
  std::size_t max_accesses = std::size_t{1} << 20;
  /// The box of indices whose threads are kept, from `first` up to and excluding `end`.
  kernels::Index first{0, 0, 0};
  kernels::Index end{std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::max(),
                     std::numeric_limits<std::int32_t>::max()};
  /// Keeps every n-th thread of a launch in row-major order, n ≥ 1.
  std::uint32_t every = 1;
  /// Keeps only those of these threads that read or wrote this byte, with all of their accesses. A fetch reads each
  /// texel that contributes to it.
  std::optional<MemoryByte> touching{};
  /// Shared libraries with the same kernels, compiled for recording (texelscope_recorded_kernels() in CMake).
  std::vector<std::filesystem::path> modules{};
  std::vector<std::shared_ptr<AccessSink>> sinks{};
};

/// Records the accesses of kernels on CPU devices that are opened with it (DeviceOptions::access_recorder), while it is
/// on: texture fetches, surface accesses, and accesses of linear memory, with their values and source lines. Only
/// kernels that were compiled for recording have accesses: those of a Program that such a device compiles, and those
/// for which one of `modules` has a copy. A recorded launch runs its threads one after another in row-major order, so
/// values before and after an access are exact; its results are those of other launches unless they depend on the order
/// of threads. Devices opened without a recorder run the same code as ever.
class AccessRecorder {
 public:
  /// Initially off. @throws InvalidArgument for every = 0. The device that is opened with it loads the modules.
  explicit AccessRecorder(AccessRecorderOptions options = {});
  ~AccessRecorder();
  AccessRecorder(const AccessRecorder&) = delete;
  AccessRecorder& operator=(const AccessRecorder&) = delete;

  /// Applies to launches that are scheduled afterwards.
  void set_on(bool is_on) noexcept;
  [[nodiscard]] bool is_on() const noexcept;

  /// A copy of everything recorded so far. Waits for a launch that is being recorded, not for streams.
  [[nodiscard]] AccessRecording recording() const;
  /// Discards the accesses; launches, objects and sites keep their numbers.
  void clear();

  /// For the library's own drivers.
  [[nodiscard]] AccessLog& log() noexcept { return *log_; }

 private:
  std::unique_ptr<AccessLog> log_;
};

/// Makes the kernels of a loaded shared library call the recorder of the CPU device that runs them: for code of a
/// Program that the caller loads itself. @returns false if it was not compiled for recording.
[[nodiscard]] bool record_module(void* library);

}  // namespace texelscope::gpu
