#include "gpu/copy/host/host_piece.h"

#include <cstdlib>

#include "gpu/copy/host/host_rgb_planes.h"
#include "gpu/copy/host/host_words.h"

namespace texelscope::gpu::copy {
namespace {

/// Items in reverse order, eight bytes at a time.
template <class Word>
void reverse_line(const std::byte* from, std::byte* to, std::int64_t count) noexcept {
  constexpr auto size = static_cast<std::int64_t>(sizeof(Word));
  std::int64_t item = 0;
  if constexpr (size <= 2) {
    for (; item + 8 / size <= count; item += 8 / size) {
      std::uint64_t words = __builtin_bswap64(load<std::uint64_t>(from - item * size + size - 8));
      if constexpr (size == 2) {
        constexpr std::uint64_t low_bytes = 0x00FF00FF00FF00FF;
        words = (words >> 8 & low_bytes) | (words & low_bytes) << 8;
      }
      store(to + item * size, words);
    }
  }
  for (; item < count; ++item) {
    store(to + item * size, load<Word>(from - item * size));
  }
}

template <class Word>
void gather_line(const std::byte* from, std::int64_t source_stride, std::byte* to, std::int64_t stride,
                 std::int64_t count) noexcept {
  constexpr auto size = static_cast<std::int64_t>(sizeof(Word));
  if (stride == size && source_stride == 0) {
    const Word word = load<Word>(from);
    for (std::int64_t item = 0; item < count; ++item) {
      store(to + item * size, word);
    }
  } else if (stride == size && source_stride == -size) {
    reverse_line<Word>(from, to, count);
  } else if (stride == size && source_stride == 2 * size) {
    // The stride is known at compile time, so the loop becomes vector moves.
    for (std::int64_t item = 0; item < count; ++item) {
      store(to + item * size, load<Word>(from + 2 * item * size));
    }
  } else {
    std::int64_t done = 0;
    if constexpr (size <= 2) {
      if (stride == size && source_stride == 3 * size && is_three_shuffled<Word>()) {
        done = take_every_third<Word>(from, to, count);
      }
    }
    for (std::int64_t item = done; item < count; ++item) {
      store(to + item * stride, load<Word>(from + item * source_stride));
    }
  }
}

/// Items of exactly one word, or of more than one word and less than two.
template <class Word>
void gather(HostPiece piece) noexcept {
  // The source's nearest neighbors first, so that all items of a cache line are read while it is cached.
  const bool is_across_nearer =
      piece.count_across > 1 && std::abs(piece.source_stride_across) < std::abs(piece.source_stride);
  const std::int64_t inner_count = is_across_nearer ? piece.count_across : piece.count;
  const std::int64_t inner_from = is_across_nearer ? piece.source_stride_across : piece.source_stride;
  const std::int64_t inner_to = is_across_nearer ? piece.stride_across : piece.stride;
  const std::int64_t outer_count = is_across_nearer ? piece.count : piece.count_across;
  const std::int64_t outer_from = is_across_nearer ? piece.source_stride : piece.source_stride_across;
  const std::int64_t outer_to = is_across_nearer ? piece.stride : piece.stride_across;
  for (std::int64_t outer = 0; outer < outer_count; ++outer) {
    const std::byte* const from = piece.from + outer * outer_from;
    std::byte* const to = piece.to + outer * outer_to;
    if (piece.item_bytes == sizeof(Word)) {
      gather_line<Word>(from, inner_from, to, inner_to, inner_count);
    } else {
      for (std::int64_t item = 0; item < inner_count; ++item) {
        copy_pair<Word>(to + item * inner_to, from + item * inner_from, piece.item_bytes);
      }
    }
  }
}

}  // namespace

void gather_piece(const HostPiece& piece) noexcept {
  if (piece.item_bytes >= 16) {
    gather<Word16>(piece);
  } else if (piece.item_bytes >= 8) {
    gather<std::uint64_t>(piece);
  } else if (piece.item_bytes >= 4) {
    gather<std::uint32_t>(piece);
  } else if (piece.item_bytes >= 2) {
    gather<std::uint16_t>(piece);
  } else {
    gather<std::uint8_t>(piece);
  }
}

void move_piece(HostKernel kernel, const HostPiece& piece) noexcept {
  switch (kernel) {
    case HostKernel::rows:
      for (std::int64_t row = 0; row < piece.count_across; ++row) {
        copy_row(piece.to + row * piece.stride_across, piece.from + row * piece.source_stride_across, piece.count);
      }
      break;
    case HostKernel::register_transpose:
      register_transpose(piece);
      break;
    case HostKernel::gather:
      gather_piece(piece);
      break;
  }
}

}  // namespace texelscope::gpu::copy
