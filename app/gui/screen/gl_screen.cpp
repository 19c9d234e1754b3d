#include "app/gui/screen/screen.h"

#include <GL/gl.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <dlfcn.h>
#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/images/image_convert.h"
#include "app/interop/shared/shared_gl_image.h"
#include "render/common/error.h"
#include "render/gl/framebuffer.h"
#include "render/gl/texture.h"
#include "render/gl/viewport_pass.h"
#include "render/gl/window.h"

namespace texelscope::app {
namespace {

/// ImGui 1.92.2 retains the addresses of OpenGL's functions for the next window of the process, but unloads their
/// libraries (its issue 8792).
void keep_opengl_loaded() {
  for (const char* const name : {"libGLdispatch.so.0", "libOpenGL.so.0", "libGL.so.1"}) {
    dlopen(name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  }
}

class GLScreenTexture final : public ScreenTexture {
 public:
  GLScreenTexture(int width, int height, bool is_smooth) : texture_{render::PixelFormat::rgba8, width, height} {
    texture_.set_smooth(is_smooth);
  }

  void upload(const Image& image) override { texture_.upload(image.pixels); }
  /// ImGui's ID of a texture is GL's name, stored in a pointer.
  [[nodiscard]] void* name() const noexcept override {
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(texture_.name()));
  }

 private:
  render::gl::Texture texture_;
};

class WindowGLScreen final : public GLScreen {
 public:
  WindowGLScreen(const render::WindowOptions& options, const std::function<gpu::Device()>& device)
      : has_vsync_{options.has_vsync},
        window_{options},
        context_{share_gl(device(), window_.loader())},
        images_{share_gl_images(context_)} {}

  [[nodiscard]] const gpu::GLContext& context() const noexcept override { return context_; }
  [[nodiscard]] const render::gl::ContextInfo& info() const noexcept override { return window_.info(); }
  [[nodiscard]] render::Window& window() noexcept override { return window_; }
  [[nodiscard]] const std::shared_ptr<const ImageSharing>& images() const noexcept override { return images_; }
  [[nodiscard]] DeviceFacts facts() const override {
    const gpu::Device device = context_.device();
    return {to_string(device.id()),  device.properties().name,
            window_.info().renderer, "GL",
            window_.info().version,  context_.path() == gpu::InteropPath::direct,
            context_.reason()};
  }
  // A software renderer does not wait for the display.
  [[nodiscard]] bool waits_for_display() const noexcept override { return has_vsync_ && !window_.info().is_software; }

  void begin_widgets() override {
    ImGui_ImplGlfw_InitForOpenGL(window_.handle(), true);
    ImGui_ImplOpenGL3_Init("#version 450 core");
    keep_opengl_loaded();
  }
  void begin_widget_frame() override {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
  }
  void renew_fonts() override {
    // From 1.92 on the backend itself detects a changed font atlas.
#if IMGUI_VERSION_NUM < 19200
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
  }
  void end_widgets() noexcept override {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
  }
  [[nodiscard]] std::unique_ptr<ScreenTexture> make_texture(int width, int height, bool is_smooth) override {
    return std::make_unique<GLScreenTexture>(width, height, is_smooth);
  }

  void clear(float red, float green, float blue) override {
    function<decltype(glClearColor)>("glClearColor")(red, green, blue, 1);
    function<decltype(glClear)>("glClear")(GL_COLOR_BUFFER_BIT);
  }
  void draw_image(const SharedImage& image, const render::ViewportView& view) override {
    viewport_pass_.draw(dynamic_cast<const SharedGLImage&>(image).texture(), view);
  }
  void draw_widgets(ImDrawData& widgets) override { ImGui_ImplOpenGL3_RenderDrawData(&widgets); }
  [[nodiscard]] Image read() override {
    Image image = rgba8_image(window_.framebuffer_width(), window_.framebuffer_height());
    render::gl::read_framebuffer({0, 0, image.width, image.height}, image.pixels);
    // Blending leaves meaningless values in the window's alpha channel.
    return opaque_image(std::move(image));
  }
  void show() override { window_.swap(); }
  void finish() override { function<decltype(glFinish)>("glFinish")(); }

 private:
  // The program does not link to GL; its functions come from the window's context.
  template <typename Function>
  [[nodiscard]] Function* function(const char* name) const {
    auto* const found = reinterpret_cast<Function*>(window_.loader()(name));
    if (found == nullptr) {
      throw render::Unavailable(std::string{"GL does not have the function "} + name +
                                "; install the driver's OpenGL 4.5 library");
    }
    return found;
  }

  bool has_vsync_;
  render::gl::Window window_;
  gpu::GLContext context_;
  std::shared_ptr<const ImageSharing> images_;
  render::gl::ViewportPass viewport_pass_;
};

}  // namespace

std::unique_ptr<GLScreen> open_gl_screen(const render::WindowOptions& options,
                                         const std::function<gpu::Device()>& device) {
  return std::make_unique<WindowGLScreen>(options, device);
}

}  // namespace texelscope::app
