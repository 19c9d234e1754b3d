#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

/// Loads and stores of host memory at any address.
namespace texelscope::gpu::copy {

/// 16 bytes as lanes of equal size: every processor has vector registers of this size.
template <class Lane>
struct VectorOf {
  using Type [[gnu::vector_size(16)]] = Lane;
};
template <class Lane>
using Vector = typename VectorOf<Lane>::Type;

/// An item of 16 bytes.
using Word16 = Vector<std::uint64_t>;

template <class Word>
[[gnu::always_inline]] inline Word load(const std::byte* from) noexcept {
  Word word;
  std::memcpy(&word, from, sizeof(Word));
  return word;
}

template <class Word>
[[gnu::always_inline]] inline void store(std::byte* to, const Word& word) noexcept {
  std::memcpy(to, &word, sizeof(Word));
}

/// Copies `bytes`, which are sizeof(Word) to twice that many, as two words that may overlap.
template <class Word>
[[gnu::always_inline]] inline void copy_pair(std::byte* to, const std::byte* from, std::int64_t bytes) noexcept {
  const std::int64_t last = bytes - static_cast<std::int64_t>(sizeof(Word));
  const Word head = load<Word>(from);
  const Word tail = load<Word>(from + last);
  store(to, head);
  store(to + last, tail);
}

/// Copies 1–32 bytes.
inline void copy_few(std::byte* to, const std::byte* from, std::int64_t bytes) noexcept {
  if (bytes >= 16) {
    copy_pair<Word16>(to, from, bytes);
  } else if (bytes >= 8) {
    copy_pair<std::uint64_t>(to, from, bytes);
  } else if (bytes >= 4) {
    copy_pair<std::uint32_t>(to, from, bytes);
  } else if (bytes >= 2) {
    copy_pair<std::uint16_t>(to, from, bytes);
  } else if (bytes == 1) {
    *to = *from;
  }
}

/// Copies rows that are too short for a call of memcpy.
inline void copy_row(std::byte* to, const std::byte* from, std::int64_t bytes) noexcept {
  constexpr std::int64_t worth_a_call = 512;
  if (bytes >= worth_a_call) {
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
    return;
  }
  std::int64_t done = 0;
  for (; done + 32 < bytes; done += 16) {
    store(to + done, load<Word16>(from + done));
  }
  copy_few(to + done, from + done, bytes - done);
}

}  // namespace texelscope::gpu::copy
