#include "render/vulkan/window/swapchain.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/render/vulkan/fail_nth_call.h"
#include "tests/render/vulkan/vulkan_fixture.h"

namespace texelscope::render::vulkan {
namespace {

/// A window drawn by Vulkan, under the validation layers if installed.
class VulkanSwapchain : public testing::Test {
 protected:
  void SetUp() override {
    setenv("TEXELSCOPE_VULKAN_VALIDATION", "auto", 0);
    std::string reason;
    if (!has_display(reason)) {
      GTEST_SKIP() << reason;
    }
    window_.emplace(WindowOptions{"texelscope test", 320, 200, true, false}, WindowClient::none);
    try {
      DeviceChoice choice;
      choice.has_window = true;
      context_.emplace(choice);
    } catch (const Unavailable& unavailable) {
      GTEST_SKIP() << unavailable.what();
    }
  }
  void TearDown() override {
    context_.reset();
    window_.reset();
    tests::expect_no_messages();
  }

  [[nodiscard]] const Context& context() const { return *context_; }
  [[nodiscard]] Window& window() { return *window_; }
  static bool show(Swapchain& swapchain) { return swapchain.show(Drawing{0.2F, 0.4F, 0.6F}); }

 private:
  std::optional<Window> window_;
  std::optional<Context> context_;
};

TEST_F(VulkanSwapchain, ShowsFrameAfterFrame) {
  for (const bool has_vsync : {false, true}) {
    Swapchain swapchain{context(), window(), has_vsync};
    for (int frame = 0; frame < 10; ++frame) {
      EXPECT_TRUE(show(swapchain)) << frame;
    }
  }
}

TEST_F(VulkanSwapchain, FollowsTheWindowsSize) {
  Swapchain swapchain{context(), window(), false};
  for (const int width : {640, 100, 320, 1, 500}) {
    window().resize(width, 200);
    for (int frame = 0; frame < 5; ++frame) {
      (void)window().poll(0.005);
      EXPECT_TRUE(show(swapchain)) << width;
    }
  }
}

TEST_F(VulkanSwapchain, ContinuesAfterWindowSystemEvents) {
  Swapchain swapchain{context(), window(), false};
  EXPECT_TRUE(show(swapchain));
  for (const std::string_view function :
       {"vkAcquireNextImageKHR", "vkQueuePresentKHR", "vkGetPhysicalDeviceSurfaceCapabilitiesKHR"}) {
    for (const std::string_view result : {"VK_ERROR_OUT_OF_DATE_KHR", "VK_ERROR_SURFACE_LOST_KHR"}) {
      const tests::FailNthCall fault{function, 1, result};
      EXPECT_TRUE(show(swapchain)) << function << " " << result;
      EXPECT_EQ(fault.failed(), function);
      EXPECT_TRUE(show(swapchain)) << function << " " << result;
    }
  }
  {
    const tests::FailNthCall fault{"vkQueuePresentKHR", 1, "VK_SUBOPTIMAL_KHR"};
    EXPECT_TRUE(show(swapchain));
  }
  EXPECT_TRUE(show(swapchain));
  {
    const tests::FailNthCall fault{"vkAcquireNextImageKHR", 1, "VK_TIMEOUT"};
    EXPECT_FALSE(show(swapchain)) << "a window that the desktop does not show";
  }
  EXPECT_TRUE(show(swapchain));
}

TEST_F(VulkanSwapchain, ReportsALostDevice) {
  for (const std::string_view function : {"vkAcquireNextImageKHR", "vkQueueSubmit", "vkQueuePresentKHR"}) {
    Swapchain swapchain{context(), window(), false};
    EXPECT_TRUE(show(swapchain));
    const tests::FailNthCall fault{function, 1, "VK_ERROR_DEVICE_LOST"};
    try {
      (void)show(swapchain);
      ADD_FAILURE() << function;
    } catch (const Error& error) {
      EXPECT_NE(std::string_view(error.what()).find("restart the program"), std::string_view::npos) << error.what();
    }
  }
}

TEST_F(VulkanSwapchain, OffersOpenGlOnADisplayThatCannotPresent) {
  const tests::FailNthCall fault{"vkCreateSwapchainKHR", 1, "VK_ERROR_UNKNOWN"};
  try {
    Swapchain swapchain{context(), window(), false};
    (void)show(swapchain);
    ADD_FAILURE();
  } catch (const Unavailable& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("vkCreateSwapchainKHR returned VK_ERROR_UNKNOWN"), std::string::npos) << text;
    EXPECT_NE(text.find("use --renderer gl"), std::string::npos) << text;
  }
}

TEST_F(VulkanSwapchain, GivesUpOnAWindowThatIsNeverTheSame) {
  Swapchain swapchain{context(), window(), false};
  class AlwaysOutOfDate final : public CallObserver {
   public:
    bool before(std::string_view name) noexcept override { return name == "vkAcquireNextImageKHR"; }
    [[nodiscard]] std::string_view injected_result() const noexcept override { return "VK_ERROR_OUT_OF_DATE_KHR"; }

   private:
    ObserveCalls observed_{*this};
  };
  {
    const AlwaysOutOfDate observer;
    EXPECT_FALSE(show(swapchain));
  }
  EXPECT_TRUE(show(swapchain));
}

TEST_F(VulkanSwapchain, LeaksNothingIfAnyCallFails) {
  std::optional<Swapchain> kept;
  kept.emplace(context(), window(), false);
  const std::uint64_t calls = tests::fail_each_call([&] {
    kept.reset();
    kept.emplace(context(), window(), false);
    EXPECT_TRUE(show(*kept));
    EXPECT_TRUE(show(*kept));
  });
  EXPECT_GT(calls, 20U);
  // The same swapchain continues after each failure.
  kept.emplace(context(), window(), false);
  (void)tests::fail_each_call([&] { EXPECT_TRUE(show(*kept)); });
  EXPECT_TRUE(show(*kept));
}

}  // namespace
}  // namespace texelscope::render::vulkan
