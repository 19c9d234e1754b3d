#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "render/common/pixel_format.h"
#include "render/common/pixel_rect.h"
#include "render/vulkan/context/context.h"
#include "render/vulkan/image/shared_resource.h"

namespace texelscope::render::vulkan {

struct ImageState;

/// The host's view of the texels of a mapped or copied image.
struct MappedTexels {
  /// All of the image's memory.
  std::span<std::byte> memory;
  std::size_t offset_bytes = 0;
  std::size_t row_pitch_bytes = 0;
};

/// A 2D image of one level that a compute device and Vulkan use alternately. Its layout is VK_IMAGE_LAYOUT_GENERAL.
class Image final : public SharedResource {
 public:
  /// @throws Error when width or height is < 1 or beyond the device's limit, when the device does not support that
  /// sharing, or when out of memory.
  Image(const Context& context, PixelFormat format, int width, int height, Sharing sharing);
  ~Image();

  [[nodiscard]] PixelFormat format() const noexcept;
  [[nodiscard]] int width() const noexcept;
  [[nodiscard]] int height() const noexcept;
  /// Meaningful only for a mapped or copied image.
  [[nodiscard]] MappedTexels mapped() const noexcept;

  /// Copies texels to the host, rows from the top; waits for the compute device. @throws Error if the box exceeds the
  /// image, the span has a different size, or the image is acquired.
  void read(const PixelRect& box, std::span<std::byte> pixels) const;
  /// Copies all texels.
  void read(std::span<std::byte> pixels) const { read({0, 0, width(), height()}, pixels); }

  [[nodiscard]] const std::shared_ptr<ImageState>& state() const noexcept { return state_; }

 private:
  explicit Image(std::shared_ptr<ImageState> state);

  std::shared_ptr<ImageState> state_;
};

}  // namespace texelscope::render::vulkan
