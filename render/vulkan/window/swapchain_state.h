#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>

#include "render/vulkan/draw/render_target.h"
#include "render/vulkan/window/swapchain.h"

namespace texelscope::render::vulkan {

struct Swapchain::State {
  State(const Context& of, const Window& shown_in, bool waits_for_display);
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  enum class Turn : unsigned char { drawn, again, hidden };

  /// Draws and shows once: `again` when the images had to be given up before. @throws Error.
  Turn draw(const Drawing& drawing);

  std::shared_ptr<ContextState> context;
  const Window& window;
  bool has_vsync;
  ColorFormat format = ColorFormat::bgra8;

 private:
  /// An image, and the semaphore that is signalled when it is drawn.
  struct Shown {
    Shown(const std::shared_ptr<ContextState>& context, const RenderPass& pass, VkImage image, ColorFormat format,
          VkExtent2D extent);
    ~Shown();
    Shown(const Shown&) = delete;
    Shown& operator=(const Shown&) = delete;

    std::shared_ptr<ContextState> context;
    RenderTarget target;
    VkSemaphore drawn = VK_NULL_HANDLE;
  };
  /// A frame at work: the semaphore that tells that its image is free.
  struct Frame {
    VkSemaphore is_free = VK_NULL_HANDLE;
    std::uint64_t submission = 0;
  };
  static constexpr std::size_t frame_count = 2;

  void make_surface();
  void choose_format();
  [[nodiscard]] VkPresentModeKHR present_mode() const;
  /// The window's pixels as the surface has them; 0 × 0 for none.
  [[nodiscard]] VkExtent2D wanted_extent(const VkSurfaceCapabilitiesKHR& capabilities) const;
  /// Makes the images, in place of those before. @throws Error; there are none then.
  void make_images(const VkSurfaceCapabilitiesKHR& capabilities, VkExtent2D extent);
  void drop_images() noexcept;
  void drop_surface() noexcept;
  /// What a result of the window system's means. @throws Error for what cannot be mended.
  [[nodiscard]] bool must_make_again(VkResult result, std::string_view function, std::string_view action);

  VkSurfaceKHR surface_ = VK_NULL_HANDLE;
  VkSwapchainKHR swapchain_ = VK_NULL_HANDLE;
  VkExtent2D extent_{};
  std::optional<RenderPass> pass_;
  std::deque<Shown> images_;
  std::array<Frame, frame_count> frames_;
  std::size_t next_frame_ = 0;
  /// Whether the images no longer fit the window, or hang in a frame that broke off.
  bool is_stale_ = false;
};

}  // namespace texelscope::render::vulkan
