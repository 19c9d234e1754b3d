#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/texture/texture_setup.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::app {

/// The four channels that a fetch returns, as bits; which kind they are TextureSetup::result_kind() tells. Channels
/// that the array does not have are what the device returns for them.
using FetchedTexel = std::array<std::uint32_t, 4>;

/// Which of a kernel's ways to a fetch is taken: any of them by Texture::fetch, or plain samples by Texture::sample_1d,
/// sample_2d and sample_3d, which the CPU device may have a quicker function for.
enum class FetchRoute : unsigned char { fetch, sample };

/// Makes the texture on the stream's device, its texels uploaded. The setup's memory must stay until the stream has
/// passed the upload.
/// @throws gpu::InvalidArgument for a setup that refusal() refuses.
[[nodiscard]] gpu::TextureObject make_texture(const TextureSetup& setup, const gpu::Stream& stream);

/// Schedules `count` ≥ 1 fetches: `fetches` holds as many kernels::TextureFetch that refusal() lets pass, `results`
/// takes as many FetchedTexel; both are memory that the device reaches.
void schedule_fetches(const gpu::TextureObject& texture, ResultKind kind, const gpu::Buffer& fetches,
                      const gpu::Buffer& results, std::int64_t count, FetchRoute route, const gpu::Stream& stream);

/// Runs the fetches on the stream's device and waits for them: one result for each.
/// @throws gpu::InvalidArgument for a setup or a fetch that refusal() refuses.
[[nodiscard]] std::vector<FetchedTexel> sample_texture(const TextureSetup& setup,
                                                       std::span<const kernels::TextureFetch> fetches,
                                                       const gpu::Stream& stream);

}  // namespace texelscope::app
