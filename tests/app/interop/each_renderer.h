#pragma once

#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/shared_gl_image.h"
#include "app/interop/shared/shared_vulkan_image.h"
#include "render/common/error.h"
#include "tests/render/vulkan/vulkan_fixture.h"
#include "tests/support/device_fixture.h"

namespace texelscope::tests {

/// A test that runs with each available renderer. If the validation layers are installed, Vulkan runs under them, and
/// they must report nothing.
class EachRendererTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    // The layers do not see CUDA's semaphore signals, and would stall for ten seconds at each wait.
    setenv("TEXELSCOPE_VULKAN_VALIDATION", device().id().kind == gpu::DeviceKind::cpu ? "auto" : "", 1);
    offscreen_.emplace(app::open_offscreen_gl(device(), [](std::string_view) {}));
    renderers_.push_back(app::share_gl_images(offscreen_->gl));
    try {
      renderers_.push_back(app::share_vulkan_images(app::open_vulkan_for(device()), device()));
    } catch (const render::Unavailable&) {
      // Only GL.
    }
  }
  void TearDown() override {
    renderers_.clear();
    expect_no_messages();
    offscreen_.reset();
    DeviceTest::TearDown();
  }

  [[nodiscard]] const std::vector<std::shared_ptr<const app::ImageSharing>>& renderers() const { return renderers_; }

 private:
  std::optional<app::DeviceOffscreenGL> offscreen_;
  std::vector<std::shared_ptr<const app::ImageSharing>> renderers_;
};

}  // namespace texelscope::tests
