#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "texelscope/gpu/data_type.h"

namespace texelscope::gpu {

/// The texels of a block of 4 × 4, decoded following the Khronos Data Format Specification (sections 18 – 20) and the
/// Direct3D 11.3 functional specification (19.5). These define BC6H and BC7 bit for bit. For BC1 – BC5, they define
/// only the endpoints exactly: values between them may be off by 1/255 and 3 % of the endpoints' difference, and GPUs
/// differ. Here they are those of an NVIDIA H100 (driver 580.159.04) for every pair of endpoints, with 8 bits (BC1 –
/// BC3) or 16 bits (BC4, BC5).
struct DecodedBlock {
  /// By texel, x fastest, and channel, of which there are channel_count(): the bits of a decoded_type().
  std::array<std::array<std::uint16_t, 4>, 16> texels{};
};

/// The type of decoded channels: uint8 for BC1, BC2, BC3 and BC7, uint16 or int16 for BC4 and BC5, which
/// have more than 8 bits between their endpoints, float16 for BC6H.
[[nodiscard]] DataType decoded_type(TexelEncoding encoding) noexcept;

/// Decodes block_bytes(encoding) bytes; any bytes form a valid block. Reserved modes of BC6H and BC7 decode to zeros.
[[nodiscard]] DecodedBlock decode_block(TexelEncoding encoding, const std::byte* block) noexcept;

/// Decodes the rows of blocks first_row to end_row − 1 of a picture of width × height texels, whose first block is
/// `blocks`: calls write(x, y, channels) with the channels of each texel of the picture, see DecodedBlock.
template <class Write>
void decode_block_rows(TexelEncoding encoding, const std::byte* blocks, std::uint64_t width, std::uint64_t height,
                       std::uint64_t first_row, std::uint64_t end_row, const Write& write) {
  constexpr std::uint64_t side = block_extent;
  const std::uint64_t columns = (width + side - 1) / side;
  for (std::uint64_t index = first_row * columns; index < end_row * columns; ++index) {
    const DecodedBlock block = decode_block(encoding, blocks + index * block_bytes(encoding));
    const std::uint64_t left = index % columns * side;
    const std::uint64_t top = index / columns * side;
    for (std::uint64_t y = top; y < std::min(height, top + side); ++y) {
      for (std::uint64_t x = left; x < std::min(width, left + side); ++x) {
        write(x, y, block.texels[(y - top) * side + x - left]);
      }
    }
  }
}

}  // namespace texelscope::gpu
