#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/labs/texture/texture_work.h"
#include "app/texture/sample_plane.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/fetch_explanation.h"

namespace texelscope::app {

/// The texture lab's textures on a device, and their readers. All calls wait for the device. Belongs to one thread.
class TextureSampler {
 public:
  explicit TextureSampler(const gpu::Device& device);

  /// Whether this descriptor has a texture.
  [[nodiscard]] bool has(std::size_t side) const { return textures_[side].has_value(); }
  /// Uploads the texels and binds them with every displayed descriptor that can be bound. @throws gpu::Error when the
  /// device fails.
  void bind(const TextureWork& work, const std::array<bool, 2>& shown);
  /// Retains the texels, and binds changed descriptors.
  void rebind(const TextureWork& work, const std::array<bool, 2>& shown);

  /// One result for each pixel of a plane, rows starting at y = 0.
  [[nodiscard]] std::vector<FetchedTexel> sample(std::size_t side, const FetchPlane& plane);
  [[nodiscard]] FetchedTexel sample(std::size_t side, const kernels::TextureFetch& fetch);

 private:
  gpu::Stream stream_;
  std::array<std::optional<gpu::TextureObject>, 2> textures_;
  std::array<ResultKind, 2> kinds_{};
  std::optional<gpu::Buffer> results_;
};

/// The examined fetch: its exact coordinates, as one of the descriptors interprets them.
struct TextureProbe {
  std::size_t side = 0;
  std::array<float, 3> coordinates{0.3F, 0.4F, 0.5F};
  /// Whether the probe stays in place when the mouse moves.
  bool is_pinned = false;
  bool operator==(const TextureProbe&) const = default;
};

/// The explanation of a fetch.
struct ProbeResult {
  kernels::TextureFetch fetch;
  /// The reason why the fetch cannot be explained; empty if it can.
  std::string error;
  gpu::FetchExplanation explanation;
  /// The device's result; nothing without a device, or if it failed.
  std::optional<FetchedTexel> device;
  ResultKind kind = ResultKind::floats;
  int num_channels = 4;
};

/// Explains a fetch of a descriptor that can be sampled, and runs it on a device if there is one. @throws gpu::Error
/// when the device fails; the result reports fetches that cannot be explained.
[[nodiscard]] ProbeResult probe_fetch(const TextureWork& work, std::size_t side, const kernels::TextureFetch& fetch,
                                      TextureSampler* sampler);

/// The model's view of the texels, read by a descriptor: of blocks, the decoded texels.
[[nodiscard]] gpu::ExplainedTexture explained_texture(const TextureWork& work, std::size_t side);
/// Whether the explanation includes the ideal filter's result, which it does not with anisotropy, and for blocks that
/// are not decoded.
[[nodiscard]] bool has_ideal(const TextureWork& work, std::size_t side);
/// The number of used channels of a result: the array's, or 4 for a gather.
[[nodiscard]] int num_result_channels(const TextureWork& work);

}  // namespace texelscope::app
