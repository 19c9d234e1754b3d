#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace texelscope::inspect {

/// A slot: written by the program, read by the window.
enum class SlotState : std::uint32_t { free, writing, ready, reading };

inline constexpr std::size_t slot_count = 3;
inline constexpr std::size_t slot_text_bytes = 2000;
/// More than two processes that keep the rules need.
inline constexpr int max_attempts = 64;

struct Slot {
  std::atomic<std::uint32_t> state;
  std::uint32_t text_bytes;
  /// Increases with each array that is written.
  std::atomic<std::uint64_t> sequence;
  /// The array's description, JSON.
  std::array<char, slot_text_bytes> text;
};

/// The page of an array that both processes write: three slots, of which the window reads at most one, so that the
/// program always finds one to write, and the window always the newest; older ones wait to be written again. Either
/// process may be hostile to the other: a reader copies what it checks, and no value is trusted to stay.
struct ControlPage {
  /// 1 while the window shows the array; otherwise updates may be rare.
  std::atomic<std::uint32_t> is_shown;
  std::uint32_t reserved;
  std::array<Slot, slot_count> slots;
};
inline constexpr std::size_t control_bytes = 8192;
static_assert(sizeof(ControlPage) <= control_bytes);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<std::uint32_t>::is_always_lock_free);

[[nodiscard]] inline bool change_state(Slot& slot, SlotState from, SlotState to) noexcept {
  auto expected = static_cast<std::uint32_t>(from);
  return slot.state.compare_exchange_strong(expected, static_cast<std::uint32_t>(to), std::memory_order_acq_rel);
}

inline void set_state(Slot& slot, SlotState to) noexcept {
  slot.state.store(static_cast<std::uint32_t>(to), std::memory_order_release);
}

[[nodiscard]] inline SlotState state_of(const Slot& slot) noexcept {
  return static_cast<SlotState>(slot.state.load(std::memory_order_acquire));
}

/// A slot to write: a free one, or else the oldest that waits to be read. Only one thread may write. Nothing if the
/// other process breaks the rules.
[[nodiscard]] inline std::optional<std::size_t> begin_writing(ControlPage& page) noexcept {
  // The window may change a slot between any two steps, but at most a few times while one state is written.
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    std::optional<std::size_t> oldest;
    for (std::size_t i = 0; i < slot_count; ++i) {
      if (change_state(page.slots[i], SlotState::free, SlotState::writing)) {
        return i;
      }
      if (state_of(page.slots[i]) == SlotState::ready &&
          (!oldest || page.slots[i].sequence.load() < page.slots[*oldest].sequence.load())) {
        oldest = i;
      }
    }
    if (oldest && change_state(page.slots[*oldest], SlotState::ready, SlotState::writing)) {
      return oldest;
    }
  }
  return std::nullopt;
}

inline void finish_writing(Slot& slot, std::uint64_t sequence) noexcept {
  slot.sequence.store(sequence, std::memory_order_relaxed);
  set_state(slot, SlotState::ready);
}

/// The newest slot that waits to be read and is newer than the sequence number `last`, without taking it; nothing if
/// there is none.
[[nodiscard]] inline std::optional<std::size_t> newest_slot(const ControlPage& page, std::uint64_t last) noexcept {
  std::optional<std::size_t> newest;
  for (std::size_t i = 0; i < slot_count; ++i) {
    if (state_of(page.slots[i]) != SlotState::ready) {
      continue;
    }
    if (const std::uint64_t sequence = page.slots[i].sequence.load(); sequence > last) {
      newest = i;
      last = sequence;
    }
  }
  return newest;
}

/// The newest slot that waits to be read and is newer than the one read before, which had the sequence number `last`,
/// 0 for none; for set_state(free) after reading. Nothing if there is none.
[[nodiscard]] inline std::optional<std::size_t> begin_reading(ControlPage& page, std::uint64_t& last) noexcept {
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    const std::optional<std::size_t> newest = newest_slot(page, last);
    if (!newest) {
      return std::nullopt;
    }
    if (change_state(page.slots[*newest], SlotState::ready, SlotState::reading)) {
      // The program may have written a newer state to it since.
      last = page.slots[*newest].sequence.load();
      return newest;
    }
  }
  return std::nullopt;
}

}  // namespace texelscope::inspect
