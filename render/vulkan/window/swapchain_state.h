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

  /// Draws and presents once: `again` if the images had to be discarded first. @throws Error.
  Turn draw(const Drawing& drawing);

  std::shared_ptr<ContextState> context;
  const Window& window;
  bool has_vsync;
  ColorFormat format = ColorFormat::bgra8;

 private:
  /// An image, and the semaphore that is signaled when it is drawn.
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
  /// A frame in flight: the semaphore that is signaled when its image is available.
  struct Frame {
    VkSemaphore is_free = VK_NULL_HANDLE;
    std::uint64_t submission = 0;
  };
  static constexpr std::size_t frame_count = 2;

  void make_surface();
  void choose_format();
  [[nodiscard]] VkPresentModeKHR present_mode() const;
  /// The surface's size in pixels; 0 × 0 if it has none.
  [[nodiscard]] VkExtent2D wanted_extent(const VkSurfaceCapabilitiesKHR& capabilities) const;
  /// Re-creates the images. @throws Error, with no images left.
  void make_images(const VkSurfaceCapabilitiesKHR& capabilities, VkExtent2D extent);
  void drop_images() noexcept;
  void drop_surface() noexcept;
  /// Interprets a result of the window system. @throws Error for an unrecoverable result.
  [[nodiscard]] bool must_make_again(VkResult result, std::string_view function, std::string_view action);

  VkSurfaceKHR surface_ = VK_NULL_HANDLE;
  VkSwapchainKHR swapchain_ = VK_NULL_HANDLE;
  VkExtent2D extent_{};
  std::optional<RenderPass> pass_;
  std::deque<Shown> images_;
  std::array<Frame, frame_count> frames_;
  std::size_t next_frame_ = 0;
  /// Whether the images no longer fit the window, or belong to an aborted frame.
  bool is_stale_ = false;
};

}  // namespace texelscope::render::vulkan
