#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "app/labs/kernel/kernel_frame.h"
#include "texelscope/gpu/data_type.h"

/// What the window and the process of a kernel say to each other: orders and answers over a socket that keeps messages
/// apart, pictures and frames through shared memory. The worker may be taken over by its kernel, so the window believes
/// no size and no count that comes from there.
namespace texelscope::app {

/// The subcommand that the worker is.
inline constexpr std::string_view kernel_worker_command = "kernel-worker";

/// The descriptors that the worker begins with, beside the standard ones. The memory and the module are empty then.
struct WorkerDescriptors {
  static constexpr int control = 3;
  static constexpr int memory = 4;
  static constexpr int module = 5;
};

/// Why the worker ended.
enum class CrashKind : std::uint32_t {
  none,
  /// A signal: divided by zero, no memory there.
  fault,
  refused_call,
  trap,
  exception,
  out_of_memory,
  exit,
  /// The window asked where it is.
  no_end,
  /// An answer to no order. The window's own finding.
  false_answer
};

/// Filled in by a signal handler: no part of it needs memory or a lock.
struct CrashReport {
  /// Written last.
  std::atomic<CrashKind> kind{};
  std::int32_t signal = 0;
  std::int32_t code = 0;
  /// The number of a refused system call.
  std::int32_t call = 0;
  std::uint32_t is_stack_overflow = 0;
  std::uint64_t fault_address = 0;
  static constexpr std::size_t max_addresses = 64;
  std::atomic<std::uint32_t> address_count{};
  /// Of the module's code, from its beginning; the innermost first.
  std::array<std::uint64_t, max_addresses> addresses{};
};

/// Where the shared memory begins; pictures and frames lie behind it.
struct WorkerMemory {
  static constexpr std::size_t size_bytes = 4096;

  CrashReport report;
  /// Bytes that the worker may allocate beyond those that it has when it loads the kernel.
  std::uint64_t allowed_bytes = 0;
};
static_assert(sizeof(WorkerMemory) <= WorkerMemory::size_bytes);
static_assert(std::atomic<CrashKind>::is_always_lock_free, "two processes share it");

struct WorkerOrder {
  /// `load` comes first, once: the module and the shared memory have their sizes by then.
  enum class Kind : std::uint32_t { load, picture, frame };
  Kind kind = Kind::frame;
  /// Of a frame: from 1 on, each time one more.
  std::uint64_t number = 0;
  std::int32_t width = 0;
  std::int32_t height = 0;
  /// Of a picture, whose width is 0 where there is none in that position.
  std::uint32_t position = 0;
  std::int32_t channels = 0;
  gpu::DataType type{};
  /// Of a frame: as kernel_buffers() has them.
  std::uint32_t buffers = 0;
  KernelFrame frame;
  /// Of the pixels in the shared memory.
  std::uint64_t offset = 0;
};
static_assert(std::is_trivially_copyable_v<WorkerOrder>);

struct WorkerAnswer {
  enum class Kind : std::uint32_t { drawn, failed };
  Kind kind = Kind::drawn;
  /// That of the order that has been drawn. The kernel can write to the socket, so another number ends the worker.
  std::uint64_t number = 0;
  /// Why it failed; not ended by a zero where it fills all.
  std::array<char, 500> text{};
};
static_assert(std::is_trivially_copyable_v<WorkerAnswer>);

}  // namespace texelscope::app
