#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "inspect/protocol/ring.h"
#include "inspect/protocol/shared_pages.h"
#include "inspect/sender/array.h"
#include "inspect/sender/description.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::inspect {

/// An array of this program by its name: its ring of copies, and what the window knows of it. Lock `mutex` for all of
/// it but `number`.
struct Source {
  std::uint32_t number = 0;
  std::string name;
  std::mutex mutex;

  SharedPages control;
  SharedPages slots;
  std::size_t slot_bytes = 0;
  /// Open until the window has them.
  gpu::FileDescriptor control_file;
  gpu::FileDescriptor slots_file;
  /// What each slot holds, without trust in the shared page.
  std::array<CopiedArray, slot_count> copies{};

  std::uint64_t sequence = 0;
  std::uint64_t skipped = 0;
  std::chrono::steady_clock::time_point sent{};
  bool is_announced = false;
  bool has_news = false;
  bool has_ended = false;

  // Over a link without shared memory.
  Demand demand = no_demand;
  /// The slot with the last state that was sent, for the next demand.
  std::optional<std::size_t> kept;
  bool awaits_taken = false;

  [[nodiscard]] ControlPage& page() const noexcept { return *reinterpret_cast<ControlPage*>(control.data()); }
  [[nodiscard]] std::byte* slot(std::size_t position) const noexcept { return slots.data() + position * slot_bytes; }

  /// Whether the window shows the array, as far as it says.
  [[nodiscard]] bool is_shown() const noexcept {
    return control.is_mapped() && page().is_shown.load(std::memory_order_relaxed) != 0;
  }
  /// Makes slots of at least `bytes`. @throws std::system_error without memory.
  void make_ring(std::uint64_t bytes);
  /// Frees the memory and forgets what a window knows, for the next one.
  void drop_ring() noexcept;
};

}  // namespace texelscope::inspect
