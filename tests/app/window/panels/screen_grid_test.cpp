#include "app/window/panels/screen_grid.h"

#include <fmt/format.h>

#include "tests/app/window/panels/drawn_pixels.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

/// A grid of three columns and two rows in a window of its own, which is drawn once.
class ScreenGrids : public PanelTest {
 protected:
  /// Draws the grid with the mouse at a position from its corner. @returns the cell under the mouse.
  std::optional<ScreenGrid::Place> hovered_at(float x, float y, float window_width = 300) {
    std::optional<ScreenGrid::Place> found;
    // ImGui finds the hovered window with the mouse of the frame before.
    for (int frame = 0; frame < 2; ++frame) {
      move_to(grid.corner.x + x, grid.corner.y + y);
      ImGui::NewFrame();
      begin_above("grid", {100, 100, window_width, 300}, color::canvas, {10, 10});
      grid.corner = ImGui::GetCursorScreenPos();
      const Rect box = grid.box();
      invisible_button("cells", {box.width + 30, box.height + 30});
      found = grid.hovered();
      drawn = 0;
      grid.for_each_seen([&](std::int64_t column, std::int64_t row) {
        ++drawn;
        draw_cell(ImGui::GetWindowDrawList(), grid.at(column, row), {10, 20, 30}, theme.value,
                  fmt::format("{}{}", column, row));
      });
      ImGui::End();
      ImGui::Render();
    }
    return found;
  }

  ScreenGrid grid{{110, 110}, {40, 30}, 3, 2, 2};
  int drawn = 0;
};

TEST_F(ScreenGrids, FindTheCellAtTheMouse) {
  for (const auto& [x, y] : {std::pair{0.5F, 0.5F}, {39.5F, 0.5F}, {40.5F, 0.5F}, {119.5F, 59.5F}}) {
    const auto cell = hovered_at(x, y);
    ASSERT_TRUE(cell) << x << ", " << y;
    EXPECT_EQ(cell->column, static_cast<int>(x / 40));
    EXPECT_EQ(cell->row, static_cast<int>(y / 30));
  }
  for (const auto& [x, y] : {std::pair{120.5F, 10.0F}, {10.0F, 60.5F}, {-0.5F, 10.0F}, {-1e9F, 0.0F}}) {
    EXPECT_FALSE(hovered_at(x, y)) << x << ", " << y;
  }
}

TEST_F(ScreenGrids, DrawCellsWithGapsAndTheirTexts) {
  (void)hovered_at(-50, -50);
  EXPECT_EQ(drawn, 6);
  const Rect cell = grid.at(1, 1);
  EXPECT_EQ(cell.x, grid.corner.x + 40);
  EXPECT_EQ(cell.bottom(), grid.corner.y + 58);
  EXPECT_EQ(grid.at(4).x, cell.x);
  EXPECT_EQ(grid.at(4).y, cell.y);
  EXPECT_EQ(texts_in(cell), std::vector<std::string>{"11"});
  const ImVec4 fill = ImGui::ColorConvertU32ToFloat4(packed(Rgb{10, 20, 30}));
  EXPECT_GT(count_pixels(cell, fill), 0.7F * cell.width * cell.height);
  EXPECT_EQ(count_pixels({cell.right(), cell.y, 2, 30}, fill), 0) << "the gap";
}

TEST_F(ScreenGrids, DrawOnlyWhatIsSeen) {
  (void)hovered_at(-50, -50, 70);
  EXPECT_EQ(drawn, 4) << "the third column is beyond the window";
  grid.rows = 1'000'000;
  (void)hovered_at(-50, -50);
  EXPECT_LT(drawn, 60);
}

TEST_F(ScreenGrids, FitAndLabelCells) {
  EXPECT_EQ(fitting_side({100, 100}, 3, 2, 5, 50), 33);
  EXPECT_EQ(fitting_side({100, 10}, 3, 20, 5.5F, 50), 5);
  EXPECT_EQ(fitting_side({1000, 1000}, 3, 2, 5, 50.5F), 50);
  std::vector<std::int64_t> steps;
  for (const float extent : {9.0F, 10.0F, 20.0F, 99.0F, 101.0F, 999.0F}) {
    steps.push_back(label_step(extent, 9));
  }
  EXPECT_EQ(steps, (std::vector<std::int64_t>{1, 2, 10, 20, 20, 200}));
}

}  // namespace
}  // namespace texelscope::tests
