#pragma once

#include <cstddef>

#include "texelscope/gpu/block_decoder.h"

namespace texelscope::gpu::blocks {

/// The parts of decode_block().
[[nodiscard]] DecodedBlock decode_bc1(const std::byte* block) noexcept;
[[nodiscard]] DecodedBlock decode_bc2(const std::byte* block) noexcept;
[[nodiscard]] DecodedBlock decode_bc3(const std::byte* block) noexcept;
/// BC4 has one channel, BC5 two.
[[nodiscard]] DecodedBlock decode_bc4_bc5(const std::byte* block, int num_channels, bool is_signed) noexcept;
[[nodiscard]] DecodedBlock decode_bc6h(const std::byte* block, bool is_signed) noexcept;
[[nodiscard]] DecodedBlock decode_bc7(const std::byte* block) noexcept;

}  // namespace texelscope::gpu::blocks
