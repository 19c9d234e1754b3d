#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "texelscope/gpu/access_recorder.h"

namespace texelscope::app {

/// The texels of a texture when a launch first fetched from it.
struct FetchedTexture {
  std::uint32_t launch = 0;
  std::uint32_t object = 0;
  /// In the format of AccessContext::texture_levels(); empty if the limit was reached.
  std::vector<std::vector<std::byte>> levels;
};

/// Keeps the texels of all textures that recorded launches fetch from, once for each change, so that a fetch can be
/// repeated later.
class FetchedTextures final : public gpu::AccessSink {
 public:
  explicit FetchedTextures(std::size_t max_bytes) : max_bytes_{max_bytes} {}

  /// In order of launches.
  [[nodiscard]] std::vector<FetchedTexture> textures() const;
  void clear();

  void begin(const gpu::AccessLaunch& launch) override;
  void access(const gpu::Access& access, const gpu::AccessContext& context) override;
  [[nodiscard]] bool needs_all_threads() const override { return false; }

 private:
  void keep(const gpu::Access& access, const gpu::AccessContext& context);

  const std::size_t max_bytes_;
  mutable std::mutex mutex_;
  std::size_t bytes_ = 0;
  std::vector<FetchedTexture> textures_;
  /// By object: whether the current launch has fetched from it.
  std::vector<bool> is_seen_;
};

/// The texture with its texels that a fetch read; null if they were not kept.
[[nodiscard]] const FetchedTexture* texture_of(const std::vector<FetchedTexture>& textures, const gpu::Access& fetch);

}  // namespace texelscope::app
