#include "app/gui/screen/screen.h"

#include <backends/imgui_impl_glfw.h>
#include <fmt/format.h>
#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "app/images/image_convert.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/shared_vulkan_image.h"
#include "app/window/panels/imgui_versions.h"
#include "render/vulkan/draw/canvas.h"
#include "render/vulkan/draw/triangle_pass.h"
#include "render/vulkan/draw/viewport_pass.h"
#include "render/vulkan/image/texture.h"
#include "render/vulkan/window/swapchain.h"

namespace texelscope::app {
namespace {

using render::vulkan::TriangleBatch;
using render::vulkan::TriangleVertex;

static_assert(sizeof(ImDrawVert) == sizeof(TriangleVertex) && offsetof(ImDrawVert, uv) == offsetof(TriangleVertex, u) &&
              offsetof(ImDrawVert, col) == offsetof(TriangleVertex, color));
static_assert(sizeof(ImDrawIdx) == sizeof(std::uint16_t));

class VulkanScreenTexture final : public ScreenTexture {
 public:
  VulkanScreenTexture(const render::vulkan::Context& context, int width, int height, bool is_smooth)
      : texture_{context, width, height, is_smooth} {}

  void upload(const Image& image) override { texture_.upload(image.pixels); }
  [[nodiscard]] void* name() const noexcept override {
    return const_cast<render::vulkan::Texture*>(&texture_);  // NOLINT: ImGui's IDs are pointers to non-const.
  }

 private:
  render::vulkan::Texture texture_;
};

class WindowVulkanScreen final : public VulkanScreen {
 public:
  WindowVulkanScreen(const render::WindowOptions& options, const std::function<gpu::Device()>& device)
      : has_vsync_{options.has_vsync},
        window_{options, render::WindowClient::none},
        device_{device()},
        context_{open_vulkan_for(device_, true)},
        swapchain_{context_, window_, options.has_vsync},
        images_{share_vulkan_images(context_, device_)},
        viewport_pass_{context_, swapchain_.format()},
        triangle_pass_{context_, swapchain_.format()} {}

  [[nodiscard]] const render::vulkan::Context& context() const noexcept override { return context_; }
  [[nodiscard]] render::Window& window() noexcept override { return window_; }
  [[nodiscard]] const std::shared_ptr<const ImageSharing>& images() const noexcept override { return images_; }
  [[nodiscard]] DeviceFacts facts() const override {
    const render::vulkan::PhysicalDevice& found = context_.device();
    return {to_string(device_.id()),
            device_.properties().name,
            found.name,
            "Vulkan",
            fmt::format("{}.{}.{} {}", found.api_version >> 22U & 0x7FU, found.api_version >> 12U & 0x3FFU,
                        found.api_version & 0xFFFU, found.driver),
            true,
            ""};
  }
  [[nodiscard]] bool waits_for_display() const noexcept override {
    return has_vsync_ && !context_.device().is_software;
  }

  void begin_widgets() override { ImGui_ImplGlfw_InitForVulkan(window_.handle(), true); }
  void begin_widget_frame() override {
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    if (!fonts_) {
      unsigned char* pixels = nullptr;
      int width = 0;
      int height = 0;
      fonts.GetTexDataAsRGBA32(&pixels, &width, &height);
      fonts_.emplace(context_, width, height, true);
      fonts_->upload(
          std::as_bytes(std::span{pixels, static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4}));
      fonts.SetTexID(texture_id(&*fonts_));
    }
    ImGui_ImplGlfw_NewFrame();
  }
  void renew_fonts() override {
    context_.wait();
    fonts_.reset();
  }
  void end_widgets() noexcept override {
    ImGui::GetIO().Fonts->SetTexID(texture_id(nullptr));
    fonts_.reset();
    ImGui_ImplGlfw_Shutdown();
  }
  [[nodiscard]] std::unique_ptr<ScreenTexture> make_texture(int width, int height, bool is_smooth) override {
    return std::make_unique<VulkanScreenTexture>(context_, width, height, is_smooth);
  }

  void clear(float red, float green, float blue) override { drawing_ = render::vulkan::Drawing{red, green, blue}; }
  void draw_image(const SharedImage& image, const render::ViewportView& view) override {
    viewport_pass_.draw(drawing_, window_.framebuffer_height(), dynamic_cast<const SharedVulkanImage&>(image).image(),
                        view);
  }
  void draw_widgets(ImDrawData& widgets) override;
  [[nodiscard]] Image read() override {
    Image image = rgba8_image(window_.framebuffer_width(), window_.framebuffer_height());
    render::vulkan::Canvas{context_, swapchain_.format(), image.width, image.height}.draw(drawing_, image.pixels);
    // Blending leaves meaningless values in the alpha channel.
    return opaque_image(std::move(image));
  }
  void show() override { swapchain_.show(drawing_); }
  void finish() override { context_.wait(); }

 private:
  bool has_vsync_;
  render::Window window_;
  gpu::Device device_;
  render::vulkan::Context context_;
  render::vulkan::Swapchain swapchain_;
  std::shared_ptr<const ImageSharing> images_;
  render::vulkan::ViewportPass viewport_pass_;
  render::vulkan::TrianglePass triangle_pass_;
  std::optional<render::vulkan::Texture> fonts_;
  render::vulkan::Drawing drawing_{0, 0, 0};
};

void WindowVulkanScreen::draw_widgets(ImDrawData& widgets) {
  std::vector<TriangleVertex> vertices(static_cast<std::size_t>(widgets.TotalVtxCount));
  std::vector<std::uint16_t> indices;
  indices.reserve(static_cast<std::size_t>(widgets.TotalIdxCount));
  std::vector<TriangleBatch> batches;
  const ImVec2 corner = widgets.DisplayPos;
  const ImVec2 scale = widgets.FramebufferScale;
  std::size_t vertex_count = 0;
  for (int number = 0; number < widgets.CmdListsCount; ++number) {
    const ImDrawList& list = *widgets.CmdLists[number];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback != nullptr) {
        continue;
      }
      batches.push_back({.texture = static_cast<const render::vulkan::Texture*>(texture_named(command.GetTexID())),
                         .left = static_cast<int>((command.ClipRect.x - corner.x) * scale.x),
                         .top = static_cast<int>((command.ClipRect.y - corner.y) * scale.y),
                         .right = static_cast<int>((command.ClipRect.z - corner.x) * scale.x),
                         .bottom = static_cast<int>((command.ClipRect.w - corner.y) * scale.y),
                         .first_index = static_cast<std::uint32_t>(indices.size()) + command.IdxOffset,
                         .index_count = command.ElemCount,
                         .first_vertex = static_cast<std::int32_t>(vertex_count + command.VtxOffset)});
    }
    std::memcpy(vertices.data() + vertex_count, list.VtxBuffer.Data,
                static_cast<std::size_t>(list.VtxBuffer.Size) * sizeof(TriangleVertex));
    vertex_count += static_cast<std::size_t>(list.VtxBuffer.Size);
    indices.insert(indices.end(), list.IdxBuffer.begin(), list.IdxBuffer.end());
  }
  triangle_pass_.draw(drawing_, {.vertices = vertices,
                                 .indices = indices,
                                 .batches = batches,
                                 .left = corner.x,
                                 .top = corner.y,
                                 .width = widgets.DisplaySize.x,
                                 .height = widgets.DisplaySize.y,
                                 .pixel_width = static_cast<int>(widgets.DisplaySize.x * scale.x),
                                 .pixel_height = static_cast<int>(widgets.DisplaySize.y * scale.y)});
}

}  // namespace

std::unique_ptr<VulkanScreen> open_vulkan_screen(const render::WindowOptions& options,
                                                 const std::function<gpu::Device()>& device) {
  return std::make_unique<WindowVulkanScreen>(options, device);
}

}  // namespace texelscope::app
