#include <imgui.h>

#include <set>

#include "app/gui/drawn_text.h"
#include "app/labs/layout/layout_lab.h"
#include "app/labs/layout/panel/lab_panel.h"
#include "app/lessons/course.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

class LayoutLabPanels : public LabPanelTest<LayoutLab> {
 protected:
  LayoutLabPanels() : LabPanelTest("layouts") {}

  void set_chain(const std::string& shape, std::initializer_list<const char*> operations) {
    lab().text.shape = shape;
    lab().entries.clear();
    for (const char* operation : operations) {
      lab().add(operation);
    }
    draw();
    draw();
  }
  void drag(const std::string& from, const std::string& to) {
    move_to(from);
    hold(0, true);
    const Rect rect = rect_of(to);
    for (int step = 1; step <= 4; ++step) {
      const ImVec2 mouse = ImGui::GetIO().MousePos;
      const float part = static_cast<float>(step) / 4;
      move_to(mouse.x + (rect.x + rect.width / 2 - mouse.x) * part,
              mouse.y + (rect.y + rect.height / 2 - mouse.y) * part);
      draw();
    }
    hold(0, false);
    draw();
  }
  /// Moves the mouse to the center of a cell in the grid or the memory, which has this many columns and rows.
  void move_to_cell(const std::string& cells, int column, int row, int columns, int rows) {
    const Rect rect = rect_of(cells);
    move_to(rect.x + (static_cast<float>(column) + 0.5F) * rect.width / static_cast<float>(columns),
            rect.y + (static_cast<float>(row) + 0.5F) * rect.height / static_cast<float>(rows));
    draw();
  }
};

TEST_F(LayoutLabPanels, KeepTheScenesView) {
  const double zoom = state.viewport.view.zoom;
  perform(*find_action(actions, std::string{"zoom_in"}), state);
  perform(*find_action(actions, std::string{"pause"}), state);
  EXPECT_EQ(state.viewport.view.zoom, zoom);
  EXPECT_FALSE(state.scenes.playback.is_paused);
}

TEST_F(LayoutLabPanels, SaveNoPictureOfACoveredAnswer) {
  LessonStep step;
  step.question = {.text = "?", .answer = "{a.b}", .hidden = {"layouts.property.strides"}};
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {step}}};
  state.course.lesson = 0;
  draw();
  for (const char* const button : {"layouts.save_svg", "layouts.save_png"}) {
    click(button);
    EXPECT_TRUE(state.notices.entries().empty()) << state.notices.entries().back().text;
  }
}

TEST_F(LayoutLabPanels, AcceptATypedShape) {
  type("layouts.shape", "2, 3, 4");
  EXPECT_EQ(lab().text.shape, "2, 3, 4");
  draw();
  EXPECT_EQ(lab().result().input->shape(), (gpu::Dimensions{2, 3, 4}));
  // The permutation of two axes is not valid for three axes.
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.entry0.error"));
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.failure"));
}

TEST_F(LayoutLabPanels, DragAnExtent) {
  const Rect extent = rect_of("layouts.shape.0");
  move_to("layouts.shape.0");
  hold(0, true);
  for (int step = 0; step < 10; ++step) {
    move_to(ImGui::GetIO().MousePos.x + 30, extent.y + extent.height / 2);
    draw();
  }
  hold(0, false);
  draw();
  EXPECT_GT(lab().result().input->shape()[0], 4);
  EXPECT_EQ(lab().result().input->shape()[1], 6);
}

TEST_F(LayoutLabPanels, ReportErrorsBelowTheField) {
  type("layouts.shape", "4, x");
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.error.shape"));
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.input_error"));
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.grid")) << "the layout before stays visible";
  type("layouts.shape", "4");
  type("layouts.strides", "1, 2");
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.error.strides"));
}

TEST_F(LayoutLabPanels, KeepTheKeyboardInTheStridesWhenTheFirstLetterShowsTheirUnit) {
  lab().text.shape = "3, 4";
  lab().text.strides = "";
  draw();
  click("layouts.strides");
  for (const char character : std::string{"4,1"}) {
    ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(character));
    draw();
    draw();
  }
  EXPECT_EQ(lab().text.strides, "4,1");
}

TEST_F(LayoutLabPanels, DescribeTheWidgetsOfAnOperationByThatOperation) {
  set_chain("2, 3, 4", {"permuted(1, 0, 2)", "to_dense()"});
  move_to("layouts.entry1.F");
  draw();
  draw();
  std::string text;
  for (const DrawnText& line : drawn_text(*ImGui::GetDrawData())) {
    text += line.text + " ";
  }
  EXPECT_NE(text.find("a copy without gaps"), std::string::npos) << text;
  EXPECT_EQ(text.find("Reorders the axes"), std::string::npos) << text;
}

TEST_F(LayoutLabPanels, AddSwitchOffMoveAndRemoveOperations) {
  click("layouts.add");
  click("layouts.add.sliced");
  draw();
  ASSERT_EQ(lab().entries.size(), 2U);
  EXPECT_EQ(lab().entries[1].text, "sliced(::-1, :)");
  click("layouts.entry1.enabled");
  EXPECT_FALSE(lab().entries[1].is_enabled);
  click("layouts.entry1.up");
  EXPECT_EQ(lab().entries[0].text, "sliced(::-1, :)");
  drag("layouts.entry0.name", "layouts.entry1.name");
  EXPECT_EQ(lab().entries[1].text, "sliced(::-1, :)");
  click("layouts.entry0.remove");
  ASSERT_EQ(lab().entries.size(), 1U);
  EXPECT_EQ(lab().entries[0].text, "sliced(::-1, :)");
}

TEST_F(LayoutLabPanels, EditEachOperationWithItsOwnWidgets) {
  set_chain("2, 3, 4", {"permuted(0, 1, 2)"});
  drag("layouts.entry0.chip0", "layouts.entry0.chip2");
  EXPECT_EQ(lab().entries[0].text, "permuted(2, 1, 0)");
  set_chain("2, 3, 4", {"sliced(:)"});
  type("layouts.entry0.slice1", "::-2");
  EXPECT_EQ(lab().entries[0].text, "sliced(:, ::-2)");
  set_chain("2, 3, 4", {"to_dense()"});
  click("layouts.entry0.F");
  EXPECT_EQ(lab().entries[0].text, "to_dense(F)");
  set_chain("2, 3, 4", {"repacked(2)"});
  click("layouts.entry0.itemsize");
  click("layouts.entry0.itemsize.3");
  EXPECT_EQ(lab().entries[0].text, "repacked(8)");
  set_chain("2, 3, 4", {"reshaped(4, 6)"});
  type("layouts.entry0.arguments", "3, -1");
  EXPECT_EQ(lab().entries[0].text, "reshaped(3, -1)");
  set_chain("2, 3, 4", {"nonsense"});
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.entry0.text"));
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.entry0.error"));
}

TEST_F(LayoutLabPanels, OfferNoTextFieldBesideAnOperationsOwnWidgets) {
  for (const char* const operation : {"squeezed()", "sliced(:)", "flattened(0, 1)", "repacked(2)"}) {
    set_chain("2, 3, 4", {operation});
    EXPECT_TRUE(state.drawn.widgets.contains("layouts.entry0.result")) << operation;
    EXPECT_FALSE(state.drawn.widgets.contains("layouts.entry0.arguments")) << operation;
    EXPECT_FALSE(state.drawn.widgets.contains("layouts.entry0.text")) << operation;
  }
}

TEST_F(LayoutLabPanels, ReportAnErrorInTheFrameThatIntroducesIt) {
  lab().text.shape = "4, x";
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.error.shape"));
  lab().text.shape = "4, 6";
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("layouts.error.shape"));
}

TEST_F(LayoutLabPanels, WriteTheOffsetsAndIndicesOfTheSliceAndNothingElse) {
  // There is room for more columns.
  set_chain("5, 2", {});
  std::multiset<std::string> expected{"0", "1"};
  for (int row = 0; row < 5; ++row) {
    expected.insert({std::to_string(row), std::to_string(2 * row), std::to_string(2 * row + 1)});
  }
  std::multiset<std::string> drawn;
  for (const DrawnText& line : drawn_text(*ImGui::GetDrawData(), [](std::string_view window) {
         return window.find("/grid_") != std::string_view::npos;
       })) {
    drawn.insert(line.text);
  }
  EXPECT_EQ(drawn, expected);
}

TEST_F(LayoutLabPanels, InviteToPointToElementsOnlyWhereTheyAreShown) {
  for (const float width : {1280.0F, 800.0F}) {
    open(width, 720, 1);
    for (const char* const shape : {"4, 6", "4, x"}) {
      for (const LayoutTab tab :
           {LayoutTab::map, LayoutTab::properties, LayoutTab::code, LayoutTab::warp, LayoutTab::banks}) {
        lab().tab = tab;
        set_chain(shape, {});
        EXPECT_EQ(is_said("Point to an element"), state.drawn.widgets.contains("layouts.grid.cells"))
            << shape << " in tab " << static_cast<int>(tab) << " at " << width;
      }
    }
  }
}

TEST_F(LayoutLabPanels, ConnectIndexAndMemoryInBothDirections) {
  set_chain("3, 4", {"permuted(1, 0)"});
  move_to_cell("layouts.grid.cells", 2, 1, 3, 4);
  ASSERT_TRUE(lab().hovered);
  EXPECT_EQ(lab().hovered->position, 5);
  EXPECT_EQ(lab().hovered->offset, 9);
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.readout"));
  const float row = rect_of("layouts.memory.cells").height;
  move_to(rect_of("layouts.memory.cells").x + 3, rect_of("layouts.memory.cells").y + row - 3);
  draw();
  ASSERT_TRUE(lab().hovered);
  EXPECT_TRUE(lab().hovered->is_in_memory);
  EXPECT_TRUE(lab().hovered->position);
  const gpu::StridedLayout& layout = *lab().result().shown();
  EXPECT_EQ(layout(index_at(layout, *lab().hovered->position).values()), lab().hovered->offset);
  move_to("menu.File");
  draw();
  EXPECT_FALSE(lab().hovered);
}

TEST_F(LayoutLabPanels, MoveToTheSliceOfAClickedOffset) {
  set_chain("5, 2, 2", {});
  EXPECT_EQ(lab().slice.index[0], 0);
  const Rect memory = rect_of("layouts.memory.cells");
  move_to(memory.x + 4, memory.bottom() - 4);
  hold(0, true);
  hold(0, false);
  draw();
  ASSERT_TRUE(lab().hovered && lab().hovered->position);
  EXPECT_EQ(lab().slice.index[0], *lab().hovered->position / 4);
  EXPECT_GT(lab().slice.index[0], 0);
}

TEST_F(LayoutLabPanels, ShowEveryTab) {
  for (const char* tab : {"code", "warp", "banks", "properties"}) {
    click(std::string{"layouts.tab."} + tab);
    draw();
    EXPECT_EQ(state.drawn.widgets.contains("layouts.code.copy"), std::string{tab} == "code") << tab;
    EXPECT_EQ(state.drawn.widgets.contains("layouts.warp.sectors"), std::string{tab} == "warp") << tab;
    EXPECT_EQ(state.drawn.widgets.contains("layouts.tile"), std::string{tab} == "banks") << tab;
    EXPECT_EQ(state.drawn.widgets.contains("layouts.property.shape"), std::string{tab} == "properties") << tab;
  }
}

TEST_F(LayoutLabPanels, OfferAClickOnTheMapForTheFirstLaneOnlyWhereTheMapIsShown) {
  for (const float width : {1600.0F, 800.0F}) {
    open(width, 800, 1);
    lab().tab = LayoutTab::warp;
    draw();
    move_to("layouts.warp_start");
    draw();
    draw();
    const bool has_map = width > 1500;
    EXPECT_EQ(state.drawn.widgets.contains("layouts.grid.cells"), has_map) << width;
    EXPECT_TRUE(
        is_said(std::string{"Lane 0 reads this element, in C order; lane 1 reads the next, and so on. Double-click to "
                            "type it"} +
                (has_map ? ", or click an element of the map." : ".")))
        << width;
  }
}

TEST_F(LayoutLabPanels, ColorNeighboringLanesByTheirSectors) {
  lab().tab = LayoutTab::warp;
  // Lane i reads the byte 128 * i or 4 * i.
  const gpu::StridedLayout rows({32, 32}, 4);
  const CellColors of_column{lab(), rows.permuted({1, 0})};
  const CellColors of_row{lab(), rows};
  for (std::int64_t lane = 0; lane < 16; ++lane) {
    for (std::int64_t other = 0; other < lane; ++other) {
      EXPECT_FALSE(of_column.of(lane) == of_column.of(other)) << lane << " and " << other;
      EXPECT_EQ(of_row.of(lane) == of_row.of(other), lane / 8 == other / 8) << lane << " and " << other;
    }
  }
}

TEST_F(LayoutLabPanels, StartWithTheMapEvenInItsOwnTab) {
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.grid.cells"));
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.property.shape")) << "beside it";
  open(800, 500, 1);
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.grid.cells"));
  EXPECT_FALSE(state.drawn.widgets.contains("layouts.property.shape"));
  click("layouts.tab.code");
  open(1600, 1000, 1);
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.code.copy")) << "the chosen tab stays open";
}

TEST_F(LayoutLabPanels, CopyCode) {
  click("layouts.tab.code");
  click("layouts.code.2");
  click("layouts.code.copy");
  ASSERT_TRUE(state.requests.copied_text);
  EXPECT_NE(state.requests.copied_text->find("StridedLayout({4, 6}, 4)"), std::string::npos);
}

TEST_F(LayoutLabPanels, HideTheLayoutsFieldsBesideATile) {
  ASSERT_TRUE(state.drawn.widgets.contains("layouts.shape"));
  click("layouts.tab.banks");
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("layouts.shape")) << "the tile has its own shape";
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.tile_settings"));
}

TEST_F(LayoutLabPanels, ApplyThePaddingThatRemovesConflicts) {
  click("layouts.tab.banks");
  click("layouts.use_padding");
  EXPECT_EQ(lab().tile.padding, 1);
  EXPECT_FALSE(state.drawn.widgets.contains("layouts.use_padding"));
}

TEST_F(LayoutLabPanels, SwizzleATileInsteadOfPaddingIt) {
  click("layouts.tab.banks");
  click("layouts.tile_swizzle");
  EXPECT_TRUE(lab().tile.is_swizzled);
  EXPECT_FALSE(state.drawn.widgets.contains("layouts.use_padding"));
  click("layouts.tile_swizzle");
  EXPECT_FALSE(lab().tile.is_swizzled);
}

TEST_F(LayoutLabPanels, DrawHugeEmptyDeepAndInvalidInput) {
  const char* shapes[] = {"()",
                          "0",
                          "3, 0, 2",
                          "1000000000",
                          "1000000, 1000",
                          "256, 256",
                          "1,1,1,1,1,1",
                          "2,2,2,2,2,2",
                          "99999999",
                          "65536",
                          "",
                          "((",
                          "1, 9999999999999",
                          "2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2"};
  for (const char* shape : shapes) {
    for (const char* operation : {"squeezed()", "sliced(::-1)", "broadcast_to(3, 3)", "bad("}) {
      for (const LayoutTab tab : {LayoutTab::properties, LayoutTab::code, LayoutTab::warp, LayoutTab::banks}) {
        lab().tab = tab;
        set_chain(shape, {operation});
        for (float y = 100; y < 690; y += 60) {
          move_to(500, y);
          draw();
        }
      }
    }
  }
}

TEST_F(LayoutLabPanels, ReportThatOnlyAPartIsShown) {
  set_chain("1000000000", {});
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.first_column"));
  EXPECT_TRUE(state.drawn.widgets.contains("layouts.first_offset"));
  set_chain("1000", {});
  EXPECT_FALSE(state.drawn.widgets.contains("layouts.first_column"));
}

TEST_F(LayoutLabPanels, LabelColumnsWhoseNumbersAreWiderThanTenCells) {
  set_chain("1, 9999999999999", {});
  lab().slice.first_column = 9'999'999'990'000;
  draw();
  EXPECT_TRUE(is_said("9999999990020"));
}

TEST_F(LayoutLabPanels, DrawOnlyVisibleCells) {
  set_chain("256, 256", {});
  draw();
  // A cell has four corners and its digits, so all 131,072 cells would have more than half a million vertices.
  EXPECT_LT(ImGui::GetDrawData()->TotalVtxCount, 120'000);
}

class LayoutLabInWindows : public InWindows<LayoutLabPanels> {};

TEST_P(LayoutLabInWindows, KeepItsPartsInsideAndApart) {
  const bool is_narrow = GetParam().width / GetParam().scale < 900;
  set_chain("2, 3, 4, 5", {"permuted(3, 2, 1, 0)"});
  for (const LayoutTab tab :
       {LayoutTab::map, LayoutTab::properties, LayoutTab::code, LayoutTab::warp, LayoutTab::banks}) {
    if (tab == LayoutTab::map && !is_narrow) {
      continue;
    }
    lab().tab = tab;
    draw();
    draw();
    for (const char* title : {"properties", "code", "warp", "banks"}) {
      expect_inside(std::string{"layouts.tab."} + title, regions.viewport);
    }
    EXPECT_EQ(state.drawn.widgets.contains("layouts.tab.map"), is_narrow);
    if (state.drawn.widgets.contains("layouts.grid.cells")) {
      expect_inside("layouts.grid.cells", regions.viewport);
      expect_inside("layouts.memory.cells", regions.viewport);
      EXPECT_LE(rect_of("layouts.grid.cells").bottom(), rect_of("layouts.memory_title").y);
      EXPECT_LE(rect_of("layouts.column_axis").bottom(), rect_of("layouts.grid.cells").y);
    }
    for (const auto& [name, rect] : state.drawn.widgets) {
      const bool is_side = name.starts_with("layouts.entry") || name.starts_with("layouts.shape") ||
                           name == "layouts.itemsize" || name == "layouts.add";
      if (is_side) {
        EXPECT_GE(rect.x, regions.properties().x) << name;
        EXPECT_LE(rect.right(), regions.properties().right() + 0.5F) << name;
      }
    }
  }
}

TEXELSCOPE_INSTANTIATE_FOR_WINDOWS(LayoutLabInWindows);

}  // namespace
}  // namespace texelscope::tests
