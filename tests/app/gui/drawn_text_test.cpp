#include "app/gui/drawn_text.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>

#include "app/gui/windowless_gui.h"

namespace texelscope::app {
namespace {

class DrawnTexts : public testing::Test {
 protected:
  template <class Draw>
  [[nodiscard]] std::vector<std::string> lines(Draw&& draw) {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({400, 300});
    ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration);
    draw();
    ImGui::End();
    ImGui::Render();
    std::vector<std::string> texts;
    for (const DrawnText& line : drawn_text(*ImGui::GetDrawData())) {
      texts.push_back(line.text);
    }
    return texts;
  }

  WindowlessGui gui{400, 300, 1};
};

using Lines = std::vector<std::string>;

TEST_F(DrawnTexts, AreReadBackLineByLineWithTheirWords) {
  const Lines found = lines([] {
    ImGui::TextUnformatted("strides (4, 1)");
    ImGui::TextUnformatted("0.50390625 × ½ → µs");
    ImGui::GetWindowDrawList()->AddText({200, 200}, IM_COL32_WHITE, "drawn by hand");
  });
  EXPECT_EQ(found, (Lines{"strides (4, 1)", "0.50390625 × ½ → µs", "drawn by hand"}));
}

TEST_F(DrawnTexts, HaveTheirVisiblePositions) {
  ImGui::NewFrame();
  ImGui::GetForegroundDrawList()->AddText({50, 60}, IM_COL32_WHITE, "MMMM");
  ImGui::Render();
  const std::vector<DrawnText> found = drawn_text(*ImGui::GetDrawData());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].place.x, 50, 3);
  EXPECT_GE(found[0].place.y, 60);
  EXPECT_LE(found[0].place.bottom(), 60 + ImGui::GetFontSize() + 1);
  EXPECT_NEAR(found[0].place.width, ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), 1000, 0, "MMMM").x, 4);
}

TEST_F(DrawnTexts, AreSeparateWhereTheGapIsEmpty) {
  const Lines found = lines([] {
    ImGui::GetWindowDrawList()->AddText({10, 100}, IM_COL32_WHITE, "left");
    ImGui::GetWindowDrawList()->AddText({200, 100}, IM_COL32_WHITE, "right");
  });
  EXPECT_EQ(found, (Lines{"left", "right"}));
}

TEST_F(DrawnTexts, OfNeighboringCellsStaySeparate) {
  const Lines found = lines([] {
    const float width = ImGui::CalcTextSize("10,0").x;
    const float blank = ImGui::CalcTextSize(" ").x;
    ImDrawList* const draw = ImGui::GetWindowDrawList();
    draw->AddText({10, 100}, IM_COL32_WHITE, "10,0");
    draw->AddText({std::round(10 + width + 2 * blank), 100}, IM_COL32_WHITE, "10,1");
    draw->AddText({10, 200}, IM_COL32_WHITE, "in");
    draw->AddText({10 + ImGui::CalcTextSize("in").x + blank, 200}, IM_COL32_WHITE, "words");
  });
  EXPECT_EQ(found, (Lines{"10,0", "10,1", "in words"}));
}

TEST_F(DrawnTexts, OmitOnlyTextsThatAnOpaqueRectangleCovers) {
  const Lines found = lines([] {
    ImDrawList* const draw = ImGui::GetWindowDrawList();
    draw->AddText({10, 100}, IM_COL32_WHITE, "covered");
    draw->AddText({10, 140}, IM_COL32_WHITE, "veiled");
    draw->AddRectFilled({0, 95}, {200, 130}, IM_COL32(10, 20, 30, 255));
    draw->AddRectFilled({0, 135}, {200, 170}, IM_COL32(10, 20, 30, 254));
    draw->AddText({10, 100}, IM_COL32_WHITE, "above");
  });
  EXPECT_EQ(found, (Lines{"veiled", "above"}));
}

TEST_F(DrawnTexts, OmitClippedAndTransparentTexts) {
  const Lines found = lines([] {
    ImDrawList* const draw = ImGui::GetWindowDrawList();
    draw->PushClipRect({0, 0}, {100, 120});
    draw->AddText({10, 100}, IM_COL32_WHITE, "in");
    draw->AddText({10, 200}, IM_COL32_WHITE, "out");
    draw->AddText({50, 60}, IM_COL32(255, 255, 255, 0), "clear");
    draw->PopClipRect();
  });
  EXPECT_EQ(found, (Lines{"in"}));
}

}  // namespace
}  // namespace texelscope::app
