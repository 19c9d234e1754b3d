#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gpu/cpu/recording/recorded_objects.h"
#include "gpu/cpu/texture_unit/read_texels.h"
#include "texelscope/kernels/access_hooks.h"
#include "texelscope/kernels/kernel_entry.h"

namespace texelscope::gpu::cpu {

/// The hooks for kernels that were compiled for recording. On a thread without a LaunchRecording, they perform the
/// access and record nothing.
[[nodiscard]] const kernels::AccessHooks& access_hooks() noexcept;

/// Runs one launch on this thread, one index after another, and records its accesses.
class LaunchRecording final : private AccessContext {
 public:
  using Run = decltype(kernels::KernelEntry::run_on_host);

  LaunchRecording(AccessLog& log, RecordedObjects& objects, std::uint32_t launch,
                  const RecordedObjects::ScheduledMemory& memory);
  ~LaunchRecording() override;
  LaunchRecording(const LaunchRecording&) = delete;
  LaunchRecording& operator=(const LaunchRecording&) = delete;

  /// `recorded` is the kernel compiled for recording, `plain` the kernel that runs for threads that neither the log nor
  /// a sink wants. @throws what the kernel throws, such as kernels::HostTrap.
  void run(Run recorded, Run plain, const void* kernel, std::size_t kernel_size, kernels::LaunchExtent extent);

  /// The recording of the launch that runs on this thread; null if there is none.
  [[nodiscard]] static LaunchRecording* current() noexcept;

  // The accesses of the current thread, as in kernels::AccessHooks.
  void fetch(std::uint64_t handle, const kernels::TextureFetch& at, const void* result, const void* caller);
  /// The address of a surface access, which the caller performs; null if it is skipped. @throws kernels::HostTrap.
  std::byte* begin_surface(std::uint64_t handle, const kernels::SurfaceAccess& at, std::size_t size_bytes,
                           kernels::BoundaryMode mode, AccessKind kind, const void* caller);
  /// After the access: the value that was read, or that a write left.
  void end_surface(const void* value);
  void memory(AccessKind kind, std::uint64_t address, std::size_t size_bytes, const void* caller);
  void atomic(std::uint64_t address, std::size_t size_bytes, std::uint64_t before, std::uint64_t after,
              const void* caller);

 private:
  [[nodiscard]] std::span<const AccessedBytes> bytes() const override;
  [[nodiscard]] const AccessObject& object() const override { return recording_.object(access_.object); }
  [[nodiscard]] std::vector<std::vector<std::byte>> texture_levels() const override;

  /// Begins an access of the current thread, after its last write.
  Access& start(AccessKind kind, std::size_t size_bytes, const void* caller);
  Access& prepare(AccessKind kind, std::size_t size_bytes, const void* caller);
  /// Records the access that was started.
  void finish();
  /// Records a write of memory, which the kernel has performed since, unless an atomic operation followed: then
  /// `before` are the bytes at `address` before that operation.
  void finish_write(std::uint64_t address = 0, std::span<const std::byte> before = {});
  /// After the last access of a thread.
  void end_thread();
  void run_thread(Run recorded, const void* kernel, kernels::LaunchExtent extent, std::int64_t number);

  AccessLog& log_;
  RecordedObjects& objects_;
  AccessLog::Recording recording_;
  /// The functor's bytes, which are not memory of the device.
  std::pair<std::uint64_t, std::uint64_t> functor_{};
  /// The stack of the thread that runs the launch, which may lie beside an allocation: it has the kernel's variables.
  std::pair<std::uint64_t, std::uint64_t> stack_;
  bool is_kept_ = true;
  kernels::Index thread_{};
  Access access_;
  /// The last write of memory, in parts, until the kernel has performed it.
  struct UnfinishedWrite {
    std::uint64_t address;
    Access access;
  };
  std::vector<UnfinishedWrite> unfinished_;
  /// The texture of the access, for bytes().
  const RecordedObjects::Texture* texture_ = nullptr;
  mutable bool has_bytes_ = false;
  mutable std::vector<ReadTexel> texels_;
  mutable std::vector<AccessedBytes> bytes_;
};

}  // namespace texelscope::gpu::cpu
