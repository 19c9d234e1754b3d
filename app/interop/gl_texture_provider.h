#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "app/device/gl_images.h"
#include "render/gl/texture.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// GL images of the current context, shared with a device.
class GLTextureProvider : public GLImages {
 public:
  explicit GLTextureProvider(gpu::GLContext context) : context_{std::move(context)} {}

  [[nodiscard]] const gpu::GLContext& context() const override { return context_; }
  [[nodiscard]] std::uint32_t make(int width, int height, std::span<const std::byte> pixels) override;
  [[nodiscard]] std::vector<std::byte> read(std::uint32_t name) override;
  void remove(std::uint32_t name) noexcept override { images_.erase(name); }

 private:
  gpu::GLContext context_;
  std::map<std::uint32_t, render::gl::Texture> images_;
};

/// GL images in a context without a window, which is opened when the first image or the context is requested: for a
/// window that another renderer draws. Belongs to the requesting thread.
[[nodiscard]] std::shared_ptr<GLImages> make_offscreen_gl_images(const gpu::Device& device);

}  // namespace texelscope::app
