#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "render/common/pixel_rect.h"
#include "render/vulkan/context/context.h"

namespace texelscope::render::vulkan {

struct TextureState;

/// An RGBA8 picture of the host's for triangles to show. For one thread.
class Texture {
 public:
  /// `is_smooth`: interpolated between texels, else the nearest. @throws Error when width or height is < 1 or beyond
  /// the device's limit, or when memory is short.
  Texture(const Context& context, int width, int height, bool is_smooth);
  /// Waits for what draws it.
  ~Texture();
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;

  [[nodiscard]] int width() const noexcept;
  [[nodiscard]] int height() const noexcept;
  /// All texels, rows from the top: what is drawn from now on shows them. @throws Error when the span has another size
  /// than width × height × 4.
  void upload(std::span<const std::byte> pixels);
  /// Copies texels to the host, rows from the top; waits. @throws Error when the box leaves the texture, or the span
  /// has another size than the box with its 4 channels.
  void read(const PixelRect& box, std::span<std::byte> pixels) const;

  [[nodiscard]] const std::shared_ptr<TextureState>& state() const noexcept { return state_; }

 private:
  std::shared_ptr<TextureState> state_;
};

}  // namespace texelscope::render::vulkan
