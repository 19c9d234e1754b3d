#include "app/interop/observation/observed_image.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "app/interop/gl_texture_provider.h"
#include "app/interop/observation/open_interop_tools.h"
#include "app/interop/offscreen_renderer.h"
#include "app/labs/interop/presentation_cost.h"
#include "app/labs/interop/test_pattern.h"
#include "render/common/error.h"
#include "tests/render/vulkan/vulkan_fixture.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// Tests the interop lab's tools, with each available renderer as that of the window.
class InteropToolsTest : public tests::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    setenv("TEXELSCOPE_VULKAN_VALIDATION", is_cpu() ? "auto" : "", 1);
    offscreen_.emplace(open_offscreen_gl(device(), [](std::string_view) {}));
    const auto gl = std::make_shared<GLTextureProvider>(offscreen_->gl);
    tools_.push_back(open_gl_interop_tools(device(), gl));
    try {
      vulkan_.emplace(open_vulkan_for(device()));
      tools_.push_back(open_vulkan_interop_tools(device(), *vulkan_, gl));
    } catch (const render::Unavailable&) {
      // GL alone.
    }
  }
  void TearDown() override {
    tools_.clear();
    vulkan_.reset();
    tests::expect_no_messages();
    offscreen_.reset();
    DeviceTest::TearDown();
  }

  [[nodiscard]] bool is_cpu() const { return device().id().kind == gpu::DeviceKind::cpu; }
  [[nodiscard]] const std::vector<std::shared_ptr<InteropTools>>& tools() const { return tools_; }
  [[nodiscard]] bool has_vulkan() const { return vulkan_.has_value(); }

  static void step_to(OwnershipTrace& life, OwnershipState step) {
    do {
      life.step();
    } while (life.records().back().step != step);
  }
  static std::vector<std::string_view> refused(const OwnershipRecord& record) {
    std::vector<std::string_view> actions;
    for (const Refusal& refusal : record.refusals) {
      actions.push_back(refusal.action);
      EXPECT_FALSE(refusal.text.empty());
    }
    return actions;
  }

 private:
  std::optional<DeviceOffscreenGL> offscreen_;
  std::optional<render::vulkan::Context> vulkan_;
  std::vector<std::shared_ptr<InteropTools>> tools_;
};

using Actions = std::vector<std::string_view>;

TEST_P(InteropToolsTest, LeadAnImageThroughItsFramesAndNameItsOwner) {
  for (const auto& of_renderer : tools()) {
    OwnershipTrace life{of_renderer->make_image(37, 21), nullptr};
    EXPECT_EQ(life.renderer(), of_renderer->renderer());
    EXPECT_EQ(life.records().back().picture, nullptr);
    EXPECT_FALSE(life.records().back().calls.empty()) << "the renderer has created an image";
    for (std::uint32_t frame = 1; frame <= 3; ++frame) {
      EXPECT_EQ(life.records().back().facts.owner, ImageOwner::renderer);
      step_to(life, OwnershipState::acquired);
      EXPECT_EQ(life.frame(), frame);
      const OwnershipRecord& acquired = life.records().back();
      EXPECT_EQ(acquired.facts.owner, ImageOwner::device);
      EXPECT_EQ(refused(acquired), (Actions{"draw it", "acquire it again"}));
      step_to(life, OwnershipState::drawn);
      const OwnershipRecord& drawn = life.records().back();
      EXPECT_EQ(drawn.facts.owner, ImageOwner::renderer);
      EXPECT_EQ(drawn.picture->pixels, test_pattern(37, 21, frame));
      const bool is_gl = life.renderer() == RendererKind::gl;
      EXPECT_EQ(refused(drawn), is_gl ? (Actions{"write it", "release it again"}) : Actions{"release it again"});
    }
  }
}

TEST_P(InteropToolsTest, ReportTheTimelineOfAVulkanImage) {
  if (!has_vulkan()) {
    GTEST_SKIP() << "there is no Vulkan device for " << to_string(device().id());
  }
  OwnershipTrace life{tools().back()->make_image(16, 16), nullptr};
  for (std::uint64_t frame = 0; frame < 2; ++frame) {
    const std::uint64_t acquired = 2 * frame + 1;
    step_to(life, OwnershipState::writing);
    EXPECT_EQ(life.records().back().facts.timeline->stream_waits_for, acquired);
    step_to(life, OwnershipState::released);
    const ImageFacts held = life.records().back().facts;
    EXPECT_EQ(held.timeline->renderer_waits_for, acquired + 1);
    if (is_cpu()) {
      EXPECT_FALSE(held.is_stream_done) << "the kernel is blocked";
      EXPECT_LE(held.timeline->value, acquired) << "the stream has not signaled yet";
    }
    step_to(life, OwnershipState::written);
    EXPECT_EQ(life.records().back().facts.timeline->value, acquired + 1);
    EXPECT_EQ(life.records().back().facts.owner, ImageOwner::device) << "Vulkan has not acquired the image yet";
    step_to(life, OwnershipState::drawn);
    EXPECT_EQ(life.records().back().facts.timeline->renderer_waits_for, 0U);
  }
}

TEST_P(InteropToolsTest, ReportTheMappingOfAGLTexture) {
  OwnershipTrace life{tools().front()->make_image(16, 16), nullptr};
  step_to(life, OwnershipState::writing);
  EXPECT_TRUE(life.records().back().facts.mapping.starts_with("mapped as array 0x"));
  EXPECT_FALSE(life.records().back().facts.timeline);
  step_to(life, OwnershipState::released);
  EXPECT_EQ(life.records().back().facts.mapping, "not mapped");
  EXPECT_EQ(life.records().back().facts.owner, ImageOwner::renderer);
}

TEST_P(InteropToolsTest, MayEndAtAnyStep) {
  for (const auto& of_renderer : tools()) {
    for (std::size_t steps = 0; steps <= 7; ++steps) {
      OwnershipTrace life{of_renderer->make_image(16, 16), nullptr};
      for (std::size_t step = 0; step < steps; ++step) {
        life.step();
      }
    }
  }
}

TEST_P(InteropToolsTest, ShowTheKernelsTexelsOnEachPresentPath) {
  for (const auto& of_renderer : tools()) {
    for (const PresentPathDeclaration& way : present_path_kinds()) {
      if (way.renderer == "vulkan" && !has_vulkan()) {
        continue;
      }
      const std::unique_ptr<PresentPath> present_path = of_renderer->open(way.kind, 61, 35);
      for (std::uint32_t frame = 0; frame < 3; ++frame) {
        const PresentationTimes times = present_path->show(frame);
        EXPECT_GT(times.host_us, 0) << way.name;
        EXPECT_GE(times.whole_us, times.host_us) << way.name;
        EXPECT_EQ(present_path->read(), test_pattern(61, 35, frame)) << way.name;
      }
    }
  }
}

TEST_P(InteropToolsTest, ReportWhyThereIsNoOtherRenderer) {
  if (!has_vulkan()) {
    GTEST_SKIP() << "there is no Vulkan device for " << to_string(device().id());
  }
  const auto alone = open_vulkan_interop_tools(device(), open_vulkan_for(device()), nullptr);
  EXPECT_THROW((void)alone->open(PresentPathKind::gl_mapped, 8, 8), gpu::Unavailable);
  PresentationCost cost{8, 8, 3};
  while (cost.advance(*alone, 1)) {
  }
  EXPECT_NE(cost.figures()[static_cast<std::size_t>(PresentPathKind::gl_pixel_buffer)].reason, "");
  EXPECT_EQ(cost.figures()[static_cast<std::size_t>(PresentPathKind::vulkan_shared)].reason, "");
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(InteropToolsTest);

}  // namespace
}  // namespace texelscope::app
