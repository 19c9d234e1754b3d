#pragma once

#include <functional>
#include <memory>

#include "app/images/image.h"
#include "app/interop/shared/shared_image.h"
#include "app/workspace/state.h"
#include "render/common/viewport_view.h"
#include "render/gl/context_info.h"
#include "render/vulkan/context/context.h"
#include "render/window/window.h"
#include "texelscope/gpu/gl_context.h"

struct ImDrawData;
namespace texelscope::app {

/// A bitmap in host memory that widgets show.
class ScreenTexture {
 public:
  ScreenTexture() = default;
  ScreenTexture(const ScreenTexture&) = delete;
  ScreenTexture& operator=(const ScreenTexture&) = delete;
  virtual ~ScreenTexture() = default;

  /// RGBA8, of the texture's size. @throws render::Error.
  virtual void upload(const Image& image) = 0;
  /// Dear ImGui's ID of the texture (ImTextureID).
  [[nodiscard]] virtual void* name() const noexcept = 0;
};

/// A window and the renderer that draws it, on the thread that created it. A frame is clear(), then draw_image() and
/// draw_widgets(), then show(). All functions throw render::Error.
class Screen {
 public:
  Screen() = default;
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;
  virtual ~Screen() = default;

  [[nodiscard]] virtual render::Window& window() noexcept = 0;
  /// Creates the images that the device writes and draw_image() shows.
  [[nodiscard]] virtual const std::shared_ptr<const ImageSharing>& images() const noexcept = 0;
  [[nodiscard]] virtual DeviceFacts facts() const = 0;
  /// Whether show() waits for the display.
  [[nodiscard]] virtual bool waits_for_display() const noexcept = 0;

  /// Dear ImGui's backend: call begin_widgets() after the context is created, begin_widget_frame() for each of its
  /// frames, and end_widgets() before the context is destroyed.
  virtual void begin_widgets() = 0;
  virtual void begin_widget_frame() = 0;
  /// Call after the context's fonts were rebuilt, before its next frame.
  virtual void renew_fonts() = 0;
  virtual void end_widgets() noexcept = 0;
  [[nodiscard]] virtual std::unique_ptr<ScreenTexture> make_texture(int width, int height, bool is_smooth) = 0;

  /// Begins a frame with a color, each channel 0 … 1; discards earlier drawing.
  virtual void clear(float red, float green, float blue) = 0;
  /// Draws an image of images(). @throws render::Error while it is acquired.
  virtual void draw_image(const SharedImage& image, const render::ViewportView& view) = 0;
  virtual void draw_widgets(ImDrawData& widgets) = 0;
  /// The pixels drawn since clear(): 8 bits, 4 channels, opaque. Waits until they are drawn.
  [[nodiscard]] virtual Image read() = 0;
  virtual void show() = 0;
  /// Waits until everything is drawn.
  virtual void finish() = 0;
};

/// A window's GL context, with the textures that labs share.
class GLScreen : public Screen {
 public:
  [[nodiscard]] virtual const gpu::GLContext& context() const noexcept = 0;
  [[nodiscard]] virtual const render::gl::ContextInfo& info() const noexcept = 0;
};

/// A window that OpenGL draws. `device` is called after the window is open. @throws render::Error, gpu::Error.
[[nodiscard]] std::unique_ptr<GLScreen> open_gl_screen(const render::WindowOptions& options,
                                                       const std::function<gpu::Device()>& device);

/// A window's Vulkan context, with the images that labs share.
class VulkanScreen : public Screen {
 public:
  [[nodiscard]] virtual const render::vulkan::Context& context() const noexcept = 0;
};

/// A window that Vulkan draws, on the GPU of the device, or in software for the CPU device. `device` is called after
/// the window is open. @throws render::Error, gpu::Error.
[[nodiscard]] std::unique_ptr<VulkanScreen> open_vulkan_screen(const render::WindowOptions& options,
                                                               const std::function<gpu::Device()>& device);

}  // namespace texelscope::app
