#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "inspect/protocol/ring.h"
#include "inspect/protocol/shared_pages.h"
#include "inspect/sender/array.h"
#include "inspect/sender/cuda.h"
#include "inspect/sender/description.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::inspect {

/// An array of this program by its name: its ring of copies, and what the window knows of it. Lock `mutex` for all of
/// it but `number`.
struct Source {
  std::uint32_t number = 0;
  std::string name;
  std::mutex mutex;
  /// Whether the sender's thread waits for the mutex: a program that calls without a pause would never let it in.
  std::atomic<bool> is_thread_waiting = false;

  SharedPages control;
  /// On the host; or else in the memory of a device.
  SharedPages slots;
  std::unique_ptr<CudaSlots> cuda;
  /// The slots whose copies on the device have not completed, the oldest first.
  std::deque<std::size_t> copying;
  /// Memory that the window may still have open.
  std::vector<std::unique_ptr<CudaSlots>> retired;
  std::size_t slot_bytes = 0;
  /// Open until the window has them.
  gpu::FileDescriptor control_file;
  gpu::FileDescriptor slots_file;
  /// The state in each slot, without trust in the shared page.
  std::array<CopiedArray, slot_count> copies{};

  std::uint64_t sequence = 0;
  std::uint64_t skipped = 0;
  std::chrono::steady_clock::time_point sent{};
  /// The time at which the program began to prepare the array for the next call.
  std::optional<std::chrono::steady_clock::time_point> prepared_since;
  bool is_announced = false;
  bool has_news = false;
  bool has_ended = false;

  // Over a link without shared memory.
  Demand demand = no_demand;
  /// The slot with the last state that was sent, for the next demand.
  std::optional<std::size_t> kept;
  std::uint64_t last_read = 0;
  bool awaits_taken = false;

  [[nodiscard]] ControlPage& page() const noexcept { return *reinterpret_cast<ControlPage*>(control.data()); }
  [[nodiscard]] std::byte* slot(std::size_t position) const noexcept { return slots.data() + position * slot_bytes; }

  /// For the sender's thread.
  [[nodiscard]] std::unique_lock<std::mutex> lock_first() {
    is_thread_waiting.store(true, std::memory_order_relaxed);
    std::unique_lock lock{mutex};
    is_thread_waiting.store(false, std::memory_order_relaxed);
    return lock;
  }
  /// Whether the window shows the array, as far as it says.
  [[nodiscard]] bool is_shown() const noexcept {
    return control.is_mapped() && page().is_shown.load(std::memory_order_relaxed) != 0;
  }
  /// Makes slots of at least `bytes` for data on the host. @throws std::system_error without memory.
  void make_ring(std::uint64_t bytes);
  /// The same for data on a CUDA device. @throws std::invalid_argument.
  void make_cuda_ring(const void* data, std::uint64_t bytes);
  /// Makes the copies ready that have completed on a device. @returns whether all have.
  [[nodiscard]] bool finish_copies();
  /// Frees the memory and forgets what a window knows, for the next one.
  void drop_ring() noexcept;

 private:
  void make_control();
};

}  // namespace texelscope::inspect
