#include "app/gui/screen/shown_frame.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <string>

#include "app/gui/windowless_gui.h"

namespace texelscope::app {
namespace {

class ShownFrameTest : public testing::Test {
 protected:
  /// Draws a label and a menu bar. Returns whether the result looks like the previous frame.
  [[nodiscard]] bool draws_the_same(const std::string& text) {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({10, 10});
    ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoSavedSettings);
    ImGui::TextUnformatted(text.c_str());
    ImGui::End();
    ImGui::Render();
    return frame_.is_like(*ImGui::GetDrawData(), image_, texture_changes_);
  }
  /// The size of the panel is known only after the first frames.
  void settle() {
    for (int i = 0; i < 4; ++i) {
      static_cast<void>(draws_the_same("a"));
    }
    ASSERT_TRUE(draws_the_same("a"));
  }

  WindowlessGui gui_{320, 200, 1};
  ShownFrame frame_;
  ShownImage image_;
  std::uint64_t texture_changes_ = 0;
};

TEST_F(ShownFrameTest, LooksLikeTheLastOneIfNothingChanged) {
  EXPECT_FALSE(draws_the_same("a")) << "there was no previous frame";
  settle();
}

TEST_F(ShownFrameTest, DiffersByAWidget) {
  settle();
  EXPECT_FALSE(draws_the_same("b"));
  EXPECT_TRUE(draws_the_same("b"));
}

TEST_F(ShownFrameTest, DiffersByTheImageBelow) {
  settle();
  ++image_.changes;
  EXPECT_FALSE(draws_the_same("a")) << "other texels";
  EXPECT_TRUE(draws_the_same("a"));
  image_.view.zoom = 2;
  EXPECT_FALSE(draws_the_same("a")) << "a different view";
  image_.view.background[2] = 1;
  EXPECT_FALSE(draws_the_same("a")) << "a different background";
  EXPECT_TRUE(draws_the_same("a"));
}

TEST_F(ShownFrameTest, DiffersByAnUploadToAPanel) {
  settle();
  ++texture_changes_;
  EXPECT_FALSE(draws_the_same("a"));
  EXPECT_TRUE(draws_the_same("a"));
}

TEST_F(ShownFrameTest, DiffersByTheSizeOfTheWindow) {
  settle();
  ImGui::GetIO().DisplaySize.x += 1;
  EXPECT_FALSE(draws_the_same("a"));
  EXPECT_TRUE(draws_the_same("a"));
}

TEST_F(ShownFrameTest, IsRedrawnAfterItWasLost) {
  settle();
  frame_.forget();
  EXPECT_FALSE(draws_the_same("a"));
  EXPECT_TRUE(draws_the_same("a"));
}

}  // namespace
}  // namespace texelscope::app
