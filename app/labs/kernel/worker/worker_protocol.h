#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "app/labs/kernel/kernel_frame.h"
#include "texelscope/gpu/access.h"
#include "texelscope/gpu/data_type.h"

/// The protocol between the window and a kernel's process: orders and answers over a socket that preserves message
/// boundaries, images and frames through shared memory. The kernel may control the worker, so the window trusts no
/// sizes or counts that the worker sends.
namespace texelscope::app {

/// The worker's subcommand.
inline constexpr std::string_view kernel_worker_command = "kernel-worker";

/// The worker's initial descriptors, in addition to the standard ones. The memory and the module are empty at first.
struct WorkerDescriptors {
  static constexpr int control = 3;
  static constexpr int memory = 4;
  static constexpr int module = 5;
};

/// The reason why the worker ended.
enum class CrashKind : std::uint32_t {
  none,
  /// A signal: division by zero, invalid memory.
  fault,
  refused_call,
  trap,
  exception,
  out_of_memory,
  exit,
  /// The window requested the kernel's position.
  no_end,
  /// An answer without an order; found by the window itself.
  false_answer
};

/// Filled in by a signal handler, so no part may need memory or a lock.
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
  /// Addresses in the module's code, from its start; the innermost first.
  std::array<std::uint64_t, max_addresses> addresses{};
};

/// The accesses that a process records of its frames, if it was started with `--record`.
struct WorkerRecording {
  /// Whether all threads, with maps and hazards, are wanted; otherwise those that touch a byte.
  bool is_whole = true;
  gpu::MemoryByte touching{};
  /// Room for the recording behind the pixels of a frame: its size in 8 bytes, then a file of recorded accesses.
  static constexpr std::size_t room_bytes = std::size_t{192} << 20U;
};

/// The start of the shared memory; images and frames follow it.
struct WorkerMemory {
  static constexpr std::size_t size_bytes = 4096;

  CrashReport report;
  /// Bytes that the worker may allocate in addition to those in use when it loads the kernel.
  std::uint64_t allowed_bytes = 0;
  WorkerRecording recording;
};
static_assert(sizeof(WorkerMemory) <= WorkerMemory::size_bytes);
static_assert(std::atomic<CrashKind>::is_always_lock_free, "two processes share it");

struct WorkerOrder {
  /// `load` is the first order and is sent only once, after the sizes of the module and the shared memory have been
  /// set.
  enum class Kind : std::uint32_t { load, picture, frame };
  Kind kind = Kind::frame;
  /// The frame's number: starts at 1 and increases by one.
  std::uint64_t number = 0;
  std::int32_t width = 0;
  std::int32_t height = 0;
  /// An image, whose width is 0 if there is none in that position.
  std::uint32_t position = 0;
  std::int32_t channels = 0;
  gpu::DataType type{};
  /// The frame's buffers, in the format of kernel_buffers().
  std::uint32_t buffers = 0;
  KernelFrame frame;
  /// The offset of the pixels in the shared memory.
  std::uint64_t offset = 0;
};
static_assert(std::is_trivially_copyable_v<WorkerOrder>);

struct WorkerAnswer {
  enum class Kind : std::uint32_t { drawn, failed };
  Kind kind = Kind::drawn;
  /// The number of the drawn order. The kernel can write to the socket, so any other number ends the worker.
  std::uint64_t number = 0;
  /// The reason for the failure; without a terminating zero if it fills the array.
  std::array<char, 500> text{};
};
static_assert(std::is_trivially_copyable_v<WorkerAnswer>);

}  // namespace texelscope::app
