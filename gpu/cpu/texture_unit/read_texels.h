#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "texelscope/kernels/host_texture.h"
#include "texelscope/kernels/texture_fetch.h"

namespace texelscope::gpu::cpu {

/// Bytes that a fetch reads: a texel, or the block that contains it.
struct ReadTexel {
  const std::byte* address = nullptr;
  std::size_t size_bytes = 0;
  std::uint32_t sample = 0;  ///< Number of an anisotropic fetch's sample; each of its levels has another one.
};

/// The texels that a fetch of a texture from make_texture() reads, as often as it reads them, without the border.
/// Blocks are not located: none for block-compressed texels. Replaces the contents of `texels`. @throws std::bad_alloc.
void read_texels(const kernels::HostTexture& texture, const kernels::TextureFetch& fetch,
                 std::vector<ReadTexel>& texels);

}  // namespace texelscope::gpu::cpu
