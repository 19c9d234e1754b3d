#include "inspect/protocol/ring.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>

namespace texelscope::tests {
namespace {

using namespace inspect;

TEST(InspectRing, TheNewestIsReadAndOlderOnesAreNot) {
  const auto page = std::make_unique<ControlPage>();
  for (std::uint64_t sequence = 1; sequence <= 2; ++sequence) {
    const std::optional<std::size_t> slot = begin_writing(*page);
    ASSERT_TRUE(slot);
    finish_writing(page->slots[*slot], sequence);
  }
  std::uint64_t last = 0;
  const std::optional<std::size_t> read = begin_reading(*page, last);
  ASSERT_TRUE(read);
  EXPECT_EQ(last, 2U);
  EXPECT_EQ(page->slots[*read].sequence.load(), 2U);
  EXPECT_FALSE(begin_reading(*page, last));
  set_state(page->slots[*read], SlotState::free);
  EXPECT_FALSE(begin_reading(*page, last)) << "the older state is not read after the newer one";
  EXPECT_EQ(last, 2U);
}

TEST(InspectRing, AWriterNeverWaitsForAReader) {
  const auto page = std::make_unique<ControlPage>();
  const std::optional<std::size_t> first = begin_writing(*page);
  finish_writing(page->slots[*first], 1);
  std::uint64_t last = 0;
  const std::optional<std::size_t> held = begin_reading(*page, last);
  ASSERT_TRUE(held);
  for (std::uint64_t sequence = 2; sequence < 100; ++sequence) {
    const std::optional<std::size_t> slot = begin_writing(*page);
    ASSERT_TRUE(slot) << sequence;
    ASSERT_NE(*slot, *held);
    finish_writing(page->slots[*slot], sequence);
  }
  set_state(page->slots[*held], SlotState::free);
  const std::optional<std::size_t> next = begin_reading(*page, last);
  ASSERT_TRUE(next);
  EXPECT_EQ(page->slots[*next].sequence.load(), 99U);
}

/// A torn state would have words of two states. The writer waits after every few states until the newest was read, so
/// that none of them may be lost.
TEST(InspectRing, StatesAreWholeAndInOrderBetweenThreads) {
  constexpr std::uint64_t states = 200'000;
  constexpr std::uint64_t states_in_a_row = 5;
  constexpr std::size_t words = 16;
  const auto page = std::make_unique<ControlPage>();
  std::array<std::array<std::uint64_t, words>, slot_count> slots{};
  std::atomic<std::uint64_t> last_read = 0;
  std::atomic<bool> has_ended = false;
  std::thread writer([&] {
    for (std::uint64_t sequence = 1; sequence <= states && !has_ended; ++sequence) {
      const std::optional<std::size_t> slot = begin_writing(*page);
      if (!slot) {
        ADD_FAILURE() << "no slot at " << sequence;
        return;
      }
      slots[*slot].fill(sequence);
      finish_writing(page->slots[*slot], sequence);
      while (sequence % states_in_a_row == 0 && last_read != sequence && !has_ended) {
        std::this_thread::yield();
      }
    }
  });
  std::uint64_t last = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (last < states && !HasFailure()) {
    const std::uint64_t before = last;
    const std::optional<std::size_t> slot = begin_reading(*page, last);
    if (!slot) {
      EXPECT_LT(std::chrono::steady_clock::now(), end) << "the state after " << last << " is lost";
      std::this_thread::yield();
      continue;
    }
    for (const std::uint64_t word : slots[*slot]) {
      EXPECT_EQ(word, last);
    }
    EXPECT_GT(last, before);
    set_state(page->slots[*slot], SlotState::free);
    last_read = last;
  }
  has_ended = true;
  writer.join();
}

TEST(InspectRing, AWindowThatBreaksTheRulesStopsNothing) {
  const auto page = std::make_unique<ControlPage>();
  for (Slot& slot : page->slots) {
    slot.state.store(77);
  }
  EXPECT_FALSE(begin_writing(*page));
  std::uint64_t last = 0;
  EXPECT_FALSE(begin_reading(*page, last));
}

}  // namespace
}  // namespace texelscope::tests
