#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/labs/texture/texture_sampler.h"
#include "app/labs/texture/texture_work.h"
#include "texelscope/gpu/fetch_explanation.h"

namespace texelscope::app {

/// The fetch that is looked at: its coordinates, exactly, as one of the descriptors takes them.
struct TextureProbe {
  std::size_t side = 0;
  std::array<float, 3> coordinates{0.3F, 0.4F, 0.5F};
  /// Whether it stays where it is when the mouse moves.
  bool is_pinned = false;
  bool operator==(const TextureProbe&) const = default;
};

/// What is known about a fetch.
struct ProbeResult {
  kernels::TextureFetch fetch;
  /// Why it cannot be explained; empty when it is.
  std::string error;
  gpu::FetchExplanation explanation;
  /// What the device gives; nothing where there is none, or it failed.
  std::optional<FetchedTexel> device;
  ResultKind kind = ResultKind::floats;
  int num_channels = 4;
};

/// Explains a fetch of a descriptor that can be sampled, and runs it on a device where there is one.
/// @throws gpu::Error when the device fails; what cannot be explained is told in the result.
[[nodiscard]] ProbeResult probe_fetch(const TextureWork& work, std::size_t side, const kernels::TextureFetch& fetch,
                                      TextureSampler* sampler);

/// The model's view of the texels, read by a descriptor.
[[nodiscard]] gpu::ExplainedTexture explained_texture(const TextureWork& work, std::size_t side);
/// Whether the explanation knows what an ideal filter would give: it has no anisotropy.
[[nodiscard]] bool has_ideal(const TextureWork& work, std::size_t side);
/// How many channels of a result hold something: the array's, or 4 of a gather.
[[nodiscard]] int num_result_channels(const TextureWork& work);

}  // namespace texelscope::app
