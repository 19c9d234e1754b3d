#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "render/common/pixel_rect.h"
#include "render/vulkan/context/context.h"

namespace texelscope::render::vulkan {

struct TextureState;

/// An RGBA8 image from the host for textured triangles. Only for use on one thread.
class Texture {
 public:
  /// `is_smooth`: interpolated between texels, otherwise the nearest texel. @throws Error if width or height is < 1 or
  /// exceeds the device's limit, or when out of memory.
  Texture(const Context& context, int width, int height, bool is_smooth);
  /// Waits for work that draws it.
  ~Texture();
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;

  [[nodiscard]] int width() const noexcept;
  [[nodiscard]] int height() const noexcept;
  /// Uploads all texels, rows from the top, for later drawings. @throws Error if the span's size is not width × height
  /// × 4.
  void upload(std::span<const std::byte> pixels);
  /// Copies texels to the host, rows from the top; waits. @throws Error if the box exceeds the texture, or the span's
  /// size differs from that of the box with its 4 channels.
  void read(const PixelRect& box, std::span<std::byte> pixels) const;

  [[nodiscard]] const std::shared_ptr<TextureState>& state() const noexcept { return state_; }

 private:
  std::shared_ptr<TextureState> state_;
};

}  // namespace texelscope::render::vulkan
