#include "gpu/copy/host/host_packed.h"
#include "gpu/copy/host/host_register_transpose.h"
#include "gpu/copy/host/host_wide_transpose.h"
#include "gpu/copy/host/host_words.h"

namespace texelscope::gpu::copy {
namespace {

// Matrices are passed by value: their fields then stay in registers while bytes are written.

template <class Item>
void transpose_squares(PackedMatrix matrix) noexcept {
  constexpr std::int64_t lanes = lane_count<Item>;
  constexpr auto item = static_cast<std::int64_t>(sizeof(Item));
  for (std::int64_t row = 0; row < matrix.rows; row += lanes) {
    for (std::int64_t column = 0; column < matrix.columns; column += lanes) {
      shuffle_between<Item, lanes, lanes>(matrix.from + row * matrix.pitch + column * item, matrix.pitch,
                                          matrix.to + column * matrix.to_pitch + row * item, matrix.to_pitch);
    }
  }
}

/// Items of any size: the bytes written after an item are overwritten by the next one. `Words` is the number of words
/// of 16 bytes in an item, rounded up; 0 if it is not known at compile time.
template <std::int64_t Words>
void transpose_items(PackedMatrix matrix, std::int64_t item_bytes) noexcept {
  const std::int64_t words = Words > 0 ? Words : (item_bytes + 15) / 16;
  for (std::int64_t column = 0; column < matrix.columns; ++column) {
    const std::byte* from = matrix.from + column * item_bytes;
    std::byte* to = matrix.to + column * matrix.to_pitch;
    for (std::int64_t row = 0; row < matrix.rows; ++row) {
      for (std::int64_t word = 0; word < words; ++word) {
        store(to + word * 16, load<Word16>(from + word * 16));
      }
      from += matrix.pitch;
      to += item_bytes;
    }
  }
}

}  // namespace

void transpose_packed(const PackedMatrix& matrix, std::int64_t item_bytes) noexcept {
#if defined(__x86_64__)
  if (item_bytes <= 4 && has_wide_registers()) {
    switch (item_bytes) {
      case 1:
        return transpose_wide<std::uint8_t>(matrix);
      case 2:
        return transpose_wide<std::uint16_t>(matrix);
      case 3:
        return transpose_threes_wide(matrix);
      default:
        return transpose_wide<std::uint32_t>(matrix);
    }
  }
#endif
  switch (item_bytes) {
    case 1:
      return transpose_squares<std::uint8_t>(matrix);
    case 2:
      return transpose_squares<std::uint16_t>(matrix);
    case 4:
      return transpose_squares<std::uint32_t>(matrix);
    case 8:
      return transpose_squares<std::uint64_t>(matrix);
    default:
      break;
  }
  if (item_bytes <= 16) {
    return transpose_items<1>(matrix, item_bytes);
  }
  if (item_bytes <= 32) {
    return transpose_items<2>(matrix, item_bytes);
  }
  return transpose_items<0>(matrix, item_bytes);
}

}  // namespace texelscope::gpu::copy
