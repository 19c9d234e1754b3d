#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/texture/texture_setup.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/fetch_list.h"

namespace texelscope::app {

/// The four channels that a fetch returns, as bits; TextureSetup::result_kind() is their type. Channels that the array
/// does not have contain the device's result for them.
using FetchedTexel = std::array<std::uint32_t, 4>;

/// The kernel function for a fetch: any fetch by Texture::fetch, or plain samples by Texture::sample_1d, sample_2d and
/// sample_3d, for which the CPU device may have a faster function.
enum class FetchRoute : unsigned char { fetch, sample };

/// Creates the texture on the stream's device and uploads its texels. The setup's memory must stay valid until the
/// stream has completed the upload.
/// @throws gpu::InvalidArgument for a setup that refusal() refuses.
[[nodiscard]] gpu::TextureObject make_texture(const TextureSetup& setup, const gpu::Stream& stream);

/// Schedules `count` ≥ 1 fetches: `fetches` contains kernels::TextureFetch that refusal() accepts, `results` receives
/// FetchedTexel, `count` of each, in memory that the device can access.
void schedule_fetches(const gpu::TextureObject& texture, ResultKind kind, const gpu::Buffer& fetches,
                      const gpu::Buffer& results, std::int64_t count, FetchRoute route, const gpu::Stream& stream);

/// Runs `count` ≥ 1 fetches of a list whose memory the stream's device can access, which for the CPU device is any, and
/// waits for them. Nothing is copied. The list's fetches must be valid for the texture.
void sample_list(const gpu::TextureObject& texture, ResultKind kind, const kernels::FetchList& list, std::int64_t count,
                 const gpu::Stream& stream);

/// Runs fetches of an existing texture on the stream's device and waits for them; returns one result for each.
[[nodiscard]] std::vector<FetchedTexel> sample_texture(const gpu::TextureObject& texture, ResultKind kind,
                                                       std::span<const kernels::TextureFetch> fetches,
                                                       const gpu::Stream& stream);

/// Runs the fetches on the stream's device and waits for them; returns one result for each.
/// @throws gpu::InvalidArgument for a setup or a fetch that refusal() refuses.
[[nodiscard]] std::vector<FetchedTexel> sample_texture(const TextureSetup& setup,
                                                       std::span<const kernels::TextureFetch> fetches,
                                                       const gpu::Stream& stream);

}  // namespace texelscope::app
