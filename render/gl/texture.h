#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "render/common/pixel_format.h"
#include "render/common/pixel_rect.h"

namespace texelscope::render::gl {

class Buffer;

/// An immutable 2D texture of one level, or one layer of an array texture. While a compute device has acquired it,
/// using it throws. Belongs to the thread of the GL context.
class Texture {
 public:
  Texture() = default;
  /// @throws Error if width or height is < 1 or exceeds GL_MAX_TEXTURE_SIZE, or GL is out of memory.
  Texture(PixelFormat format, int width, int height);
  /// The layers of one array texture (GL_TEXTURE_2D_ARRAY), which a compute device maps as a single resource. @throws
  /// Error likewise, and for fewer than 1 layer or more than GL_MAX_ARRAY_TEXTURE_LAYERS.
  [[nodiscard]] static std::vector<Texture> layers(PixelFormat format, int width, int height, int count);
  Texture(Texture&& other) noexcept = default;
  Texture& operator=(Texture&& other) noexcept = default;
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  ~Texture() = default;

  /// The name of the array texture for a layer.
  [[nodiscard]] std::uint32_t name() const noexcept { return storage_ ? storage_->name() : 0; }
  /// GL_TEXTURE_2D, or GL_TEXTURE_2D_ARRAY for a layer.
  [[nodiscard]] std::uint32_t target() const noexcept { return layer_ ? 0x8C1A : 0x0DE1; }
  /// Set for a layer of an array texture, which shaders read through a sampler2DArray.
  [[nodiscard]] std::optional<int> layer() const noexcept { return layer_; }
  [[nodiscard]] PixelFormat format() const noexcept { return format_; }
  [[nodiscard]] int width() const noexcept { return width_; }
  [[nodiscard]] int height() const noexcept { return height_; }

  /// Replaces all pixels; `pixels` must have width × height × bytes_per_pixel bytes. @throws Error if it does not, or
  /// if the texture is acquired.
  void upload(std::span<const std::byte> pixels);
  /// Replaces all pixels from the start of a buffer (GL_PIXEL_UNPACK_BUFFER): GL copies, and the host does not wait.
  /// @throws Error if it is smaller than the pixels, or if either is acquired.
  void upload(const Buffer& pixels);
  /// Reads a box of pixels back; waits for GL. @throws Error if the box exceeds the texture, the span is too small, or
  /// the texture is acquired.
  void read(const PixelRect& rect, std::span<std::byte> pixels) const;
  /// Whether it is drawn with a linear filter, all layers of an array texture alike; initially false.
  void set_smooth(bool is_smooth) const;
  /// Binds to a texture unit for drawing. @throws Error if the texture is acquired.
  void bind(unsigned unit) const;

  /// Marks the texture as acquired by a compute device, or as released.
  void set_acquired(bool is_acquired) noexcept { is_acquired_ = is_acquired; }
  [[nodiscard]] bool is_acquired() const noexcept { return is_acquired_; }
  /// @throws Error if the texture is acquired; `action` names the attempted operation, such as "bind".
  void require_not_acquired(const char* action) const;

 private:
  /// Owns a GL name.
  class Storage {
   public:
    explicit Storage(std::uint32_t name) : name_{name} {}
    ~Storage();
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;
    [[nodiscard]] std::uint32_t name() const noexcept { return name_; }

   private:
    std::uint32_t name_;
  };

  Texture(std::shared_ptr<const Storage> storage, std::optional<int> layer, PixelFormat format, int width, int height);
  void replace(const void* pixels);

  std::shared_ptr<const Storage> storage_;
  std::optional<int> layer_;
  PixelFormat format_ = PixelFormat::rgba8;
  int width_ = 0;
  int height_ = 0;
  bool is_acquired_ = false;
};

}  // namespace texelscope::render::gl
