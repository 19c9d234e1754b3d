#include "inspect/protocol/ring.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>

namespace texelscope::tests {
namespace {

using namespace inspect;

TEST(InspectRing, TheNewestIsReadAndOlderOnesAreFree) {
  const auto page = std::make_unique<ControlPage>();
  for (std::uint64_t sequence = 1; sequence <= 2; ++sequence) {
    const std::optional<std::size_t> slot = begin_writing(*page);
    ASSERT_TRUE(slot);
    finish_writing(page->slots[*slot], sequence);
  }
  const std::optional<std::size_t> read = begin_reading(*page);
  ASSERT_TRUE(read);
  EXPECT_EQ(page->slots[*read].sequence.load(), 2U);
  EXPECT_FALSE(begin_reading(*page)) << "the older state is free";
  set_state(page->slots[*read], SlotState::free);
}

TEST(InspectRing, AWriterNeverWaitsForAReader) {
  const auto page = std::make_unique<ControlPage>();
  const std::optional<std::size_t> first = begin_writing(*page);
  finish_writing(page->slots[*first], 1);
  const std::optional<std::size_t> held = begin_reading(*page);
  ASSERT_TRUE(held);
  for (std::uint64_t sequence = 2; sequence < 100; ++sequence) {
    const std::optional<std::size_t> slot = begin_writing(*page);
    ASSERT_TRUE(slot) << sequence;
    ASSERT_NE(*slot, *held);
    finish_writing(page->slots[*slot], sequence);
  }
  set_state(page->slots[*held], SlotState::free);
  const std::optional<std::size_t> next = begin_reading(*page);
  ASSERT_TRUE(next);
  EXPECT_EQ(page->slots[*next].sequence.load(), 99U);
}

/// A torn state would have words of two states.
TEST(InspectRing, StatesAreWholeAndInOrderBetweenThreads) {
  constexpr std::uint64_t states = 200'000;
  constexpr std::size_t words = 16;
  const auto page = std::make_unique<ControlPage>();
  std::array<std::array<std::uint64_t, words>, slot_count> slots{};
  std::thread writer([&] {
    for (std::uint64_t sequence = 1; sequence <= states; ++sequence) {
      const std::optional<std::size_t> slot = begin_writing(*page);
      if (!slot) {
        ADD_FAILURE() << "no slot at " << sequence;
        return;
      }
      slots[*slot].fill(sequence);
      finish_writing(page->slots[*slot], sequence);
    }
  });
  std::uint64_t last = 0;
  while (last < states && !HasFailure()) {
    const std::optional<std::size_t> slot = begin_reading(*page);
    if (!slot) {
      std::this_thread::yield();
      continue;
    }
    const std::uint64_t sequence = page->slots[*slot].sequence.load();
    for (const std::uint64_t word : slots[*slot]) {
      ASSERT_EQ(word, sequence);
    }
    ASSERT_GT(sequence, last);
    last = sequence;
    set_state(page->slots[*slot], SlotState::free);
  }
  writer.join();
}

TEST(InspectRing, AWindowThatBreaksTheRulesStopsNothing) {
  const auto page = std::make_unique<ControlPage>();
  for (Slot& slot : page->slots) {
    slot.state.store(77);
  }
  EXPECT_FALSE(begin_writing(*page));
  EXPECT_FALSE(begin_reading(*page));
}

}  // namespace
}  // namespace texelscope::tests
