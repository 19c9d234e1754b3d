#include "app/accesses/fetched_textures.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace texelscope::app {

std::vector<FetchedTexture> FetchedTextures::textures() const {
  const std::lock_guard lock{mutex_};
  return textures_;
}

void FetchedTextures::clear() {
  const std::lock_guard lock{mutex_};
  textures_.clear();
  bytes_ = 0;
}

void FetchedTextures::begin(const gpu::AccessLaunch& /*launch*/) { is_seen_.clear(); }

void FetchedTextures::access(const gpu::Access& access, const gpu::AccessContext& context) {
  if (access.kind != gpu::AccessKind::fetch) {
    return;
  }
  if (access.object >= is_seen_.size()) {
    is_seen_.resize(access.object + std::size_t{1});
  }
  if (!is_seen_[access.object]) {
    is_seen_[access.object] = true;
    keep(access, context);
  }
}

void FetchedTextures::keep(const gpu::Access& access, const gpu::AccessContext& context) {
  std::vector<std::vector<std::byte>> levels = context.texture_levels();
  std::size_t size = 0;
  for (const std::vector<std::byte>& level : levels) {
    size += level.size();
  }
  const std::lock_guard lock{mutex_};
  const FetchedTexture* const last = texture_of(textures_, access);
  if (last != nullptr && last->levels == levels) {
    return;
  }
  if (size > max_bytes_ - bytes_) {
    levels.clear();
    size = 0;
  }
  bytes_ += size;
  textures_.push_back({access.launch, access.object, std::move(levels)});
}

const FetchedTexture* texture_of(const std::vector<FetchedTexture>& textures, const gpu::Access& fetch) {
  for (const FetchedTexture& texture : std::views::reverse(textures)) {
    if (texture.object == fetch.object && texture.launch <= fetch.launch) {
      return texture.levels.empty() ? nullptr : &texture;
    }
  }
  return nullptr;
}

}  // namespace texelscope::app
