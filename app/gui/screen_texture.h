#pragma once

#include "app/images/image.h"

namespace texelscope::app {

/// A picture of the host's that widgets show.
class ScreenTexture {
 public:
  ScreenTexture() = default;
  ScreenTexture(const ScreenTexture&) = delete;
  ScreenTexture& operator=(const ScreenTexture&) = delete;
  virtual ~ScreenTexture() = default;

  /// RGBA8 of the size that it was made with. @throws render::Error.
  virtual void upload(const Image& image) = 0;
  /// What Dear ImGui calls it (ImTextureID).
  [[nodiscard]] virtual void* name() const noexcept = 0;
};

}  // namespace texelscope::app
