#include <imgui_internal.h>

#include <algorithm>
#include <tuple>

#include "app/images/view.h"
#include "app/window/command_palette.h"
#include "app/window/file_dialog.h"
#include "app/window/panels/printed_texels.h"
#include "tests/app/window/panels/drawn_pixels.h"
#include "tests/app/window/panels/keys.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

class Panels : public PanelTest {};

TEST_F(Panels, ChooseAScene) {
  click("scene.drawing");
  EXPECT_EQ(current_scene(state).name, "drawing");
  click("scene.plain");
  EXPECT_EQ(current_scene(state).name, "plain");
}

TEST_F(Panels, ScrollToTheLabThatAKeyOpens) {
  add_labs(app::labs().size());
  open(800, 500, 1);
  choose_lab(state, app::labs().size() - 1);
  draw();
  draw();
  const std::string last = "lab." + std::string{app::labs().back().name};
  expect_inside(last, regions.navigation());
}

TEST_F(Panels, OpenEachLabFromTheListTheMenuAndByItsKey) {
  add_labs(app::labs().size());
  for (std::size_t i = 0; i < app::labs().size(); ++i) {
    const LabDeclaration& lab = app::labs()[i];
    const std::string name{lab.name};
    const auto expect_open = [&](bool is_open, const char* how) {
      draw();
      const bool has_widgets = std::ranges::any_of(
          state.drawn.widgets, [&](const auto& widget) { return widget.first.starts_with(name + "."); });
      EXPECT_EQ(state.labs.current == i, is_open) << name << " by " << how;
      EXPECT_EQ(has_widgets, is_open) << name << " by " << how;
      EXPECT_EQ(state.drawn.widgets.contains("frame.size"), !is_open) << name << " by " << how;
    };
    click("scene.plain");
    expect_open(false, "a scene");
    click("lab." + name);
    expect_open(true, "the list");
    perform(*find_action(actions, KeyChord{.key = lab.key}), state);
    expect_open(false, "the key");
    perform(*find_action(actions, KeyChord{.key = lab.key}), state);
    expect_open(true, "the key, again");
    click("scene.plain");
    click("menu.Labs");
    click("action.lab_" + name);
    expect_open(true, "the menu");
  }
}

TEST_F(Panels, MoveARealParameterByItsSlider) {
  const Rect slider = rect_of("parameter.rotation");
  move_to(slider.x + slider.width * 0.75F, slider.y + slider.height / 2);
  draw();
  hold(0, true);
  hold(0, false);
  EXPECT_NEAR(current_settings(state).values.real("rotation"), 90, 8);
}

TEST_F(Panels, MoveALogarithmicParameterInEqualRatios) {
  const Rect slider = rect_of("parameter.zoom");
  move_to(slider.x + slider.width * 0.75F, slider.y + slider.height / 2);
  draw();
  hold(0, true);
  hold(0, false);
  EXPECT_NEAR(current_settings(state).values.real("zoom"), 10, 3);
}

TEST_F(Panels, SwitchAToggle) {
  const Rect box = rect_of("parameter.linear");
  move_to(box.x + 8, box.y + box.height / 2);
  draw();
  hold(0, true);
  hold(0, false);
  EXPECT_FALSE(current_settings(state).values.toggle("linear"));
}

TEST_F(Panels, ChooseFromAList) {
  click("parameter.address_mode");
  draw();
  click("choice.address_mode.mirror");
  EXPECT_EQ(current_settings(state).values.text("address_mode"), "mirror");
}

TEST_F(Panels, ResetOneParameterAndAll) {
  current_settings(state).values.set("levels", std::int64_t{9});
  current_settings(state).values.set("rotation", 45.0);
  draw();
  click("reset.levels");
  EXPECT_EQ(current_settings(state).values.integer("levels"), 4);
  EXPECT_EQ(current_settings(state).values.real("rotation"), 45);
  click("button.reset_parameters");
  EXPECT_EQ(current_settings(state).values.real("rotation"), 0);
  EXPECT_FALSE(state.drawn.widgets.contains("button.reset_parameters"));
}

TEST_F(Panels, AcceptATypedValueAfterADoubleClick) {
  move_to("parameter.levels");
  hold(0, true);
  hold(0, false);
  hold(0, true);
  hold(0, false);
  ImGuiIO& io = ImGui::GetIO();
  EXPECT_TRUE(io.WantTextInput);
  io.AddInputCharacter('1');
  io.AddInputCharacter('2');
  draw();
  // A click outside the field ends the typing.
  move_to(regions.status.x + 600, regions.status.y + 4);
  hold(0, true);
  hold(0, false);
  EXPECT_EQ(current_settings(state).values.integer("levels"), 12);
}

TEST_F(Panels, OpenMenusAndPerformTheChosenAction) {
  click("menu.Frame");
  click("action.pause");
  EXPECT_TRUE(state.scenes.playback.is_paused);
}

TEST_F(Panels, ListScenesWithoutAKeyInTheMenu) {
  actions = make_actions({});
  click("menu.Scene");
  click("item.scene.drawing");
  EXPECT_EQ(current_scene(state).name, "drawing");
}

TEST_F(Panels, ListEveryActionInAMenuWithItsKey) {
  for (const Menu menu : {Menu::file, Menu::view, Menu::picture, Menu::frame, Menu::scene, Menu::window, Menu::help}) {
    click(std::string{"menu."} + title(menu));
    for (const Action& action : actions) {
      EXPECT_EQ(state.drawn.widgets.contains("action." + action.name), action.menu == menu) << action.name;
    }
    EXPECT_EQ(state.drawn.widgets.contains("action.open_recent"), menu == Menu::file) << title(menu);
    click(std::string{"menu."} + title(menu));
  }
}

TEST_F(Panels, LeaveTheBarFreeOfMenusThatAreTooLong) {
  open(800, 300, 1);
  for (const Menu menu : {Menu::view, Menu::scene, Menu::picture}) {
    click(std::string{"menu."} + title(menu));
    const ImGuiWindow* const popup = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
    EXPECT_GE(popup->Pos.y, regions.menu.bottom() - 1) << title(menu);
    EXPECT_LE(popup->Pos.y + popup->Size.y, 300) << title(menu);
    click(std::string{"menu."} + title(menu));
  }
}

TEST_F(Panels, ChooseFromAListByReturn) {
  click("menu.Frame");
  ASSERT_FALSE(state.scenes.playback.is_paused);
  const auto press = [&](Key key) {
    set_key(key, true);
    draw();
    set_key(key, false);
    draw();
  };
  while (ImGui::GetCurrentContext()->NavId == 0 || !ImGui::GetIO().NavActive) {
    press(ImGuiKey_DownArrow);
  }
  press(ImGuiKey_Enter);
  EXPECT_TRUE(ImGui::GetCurrentContext()->OpenPopupStack.empty()) << "Enter chose an item";
}

TEST_F(Panels, MoveKeyboardNavigationThroughTheShownPanels) {
  state.arrangement.panels.lessons.is_shown = true;
  draw();
  const Action* const action = find_action(actions, {.key = 'W'});
  ASSERT_NE(action, nullptr);
  for (const WidgetKeys place : {WidgetKeys::navigation, WidgetKeys::properties, WidgetKeys::lessons}) {
    perform(*action, state);
    EXPECT_EQ(state.arrangement.widget_keys, place);
    draw();
    draw();
    EXPECT_TRUE(ImGui::GetIO().NavActive);
  }
  perform(*action, state);
  EXPECT_EQ(state.arrangement.widget_keys, WidgetKeys::off) << "no lab is open";
}

TEST_F(Panels, ChangeTheNavigationsWidth) {
  const float before = regions.navigation().width;
  move_to("navigation.splitter");
  hold(0, true);
  move_to(ImGui::GetIO().MousePos.x + 60, ImGui::GetIO().MousePos.y);
  draw();
  hold(0, false);
  EXPECT_NEAR(regions.navigation().width, before + 60, 6);
}

class ViewportPanel : public PanelTest {
 protected:
  void SetUp() override {
    PanelTest::SetUp();
    state.frame.width = 512;
    state.frame.height = 512;
    draw();
  }
  /// Moves the mouse to a texel's center in the window.
  void move_to_texel(int x, int y) {
    const Point at = viewport_position(state.viewport.view, view_extent(state), {x + 0.5, y + 0.5});
    move_to(regions.viewport.x + static_cast<float>(at.x), regions.viewport.y + static_cast<float>(at.y));
    draw();
  }
  void turn_wheel(float notches) {
    ImGui::GetIO().MouseWheel = notches;
    draw();
  }
};

TEST_F(ViewportPanel, DescribesTheTexelUnderTheMouse) {
  move_to_texel(37, 411);
  ASSERT_TRUE(state.viewport.hovered);
  EXPECT_EQ(static_cast<int>(state.viewport.hovered->x), 37);
  EXPECT_EQ(static_cast<int>(state.viewport.hovered->y), 411);
  move_to(regions.viewport.x + 2, regions.viewport.y + 2);
  draw();
  EXPECT_FALSE(state.viewport.hovered);
}

TEST_F(ViewportPanel, ZoomsAtTheMouse) {
  move_to_texel(100, 300);
  for (int i = 0; i < 30; ++i) {
    turn_wheel(1);
  }
  EXPECT_EQ(state.viewport.view.zoom, maximum_zoom);
  ASSERT_TRUE(state.viewport.hovered);
  EXPECT_EQ(static_cast<int>(state.viewport.hovered->x), 100);
  EXPECT_EQ(static_cast<int>(state.viewport.hovered->y), 300);
}

TEST_F(ViewportPanel, PansByLeftDragInAnImage) {
  move_to_texel(256, 256);
  hold(0, true);
  move_to(ImGui::GetIO().MousePos.x + 40, ImGui::GetIO().MousePos.y - 20);
  draw();
  EXPECT_EQ(static_cast<int>(state.viewport.hovered->x), 256);
  EXPECT_NEAR(state.viewport.view.center.x, 256 - 40, 1);
  EXPECT_FALSE(state.viewport.pointer.is_pressed);
  hold(0, false);
}

TEST_F(ViewportPanel, ReportsWhyAPausedSceneIgnoresAStroke) {
  choose_scene(state, 1);
  state.scenes.playback.is_paused = true;
  draw();
  move_to_texel(100, 120);
  hold(0, true);
  move_to_texel(140, 120);
  hold(0, false);
  ASSERT_EQ(state.notices.entries().size(), 1U);
  EXPECT_NE(state.notices.entries()[0].text.find("paused"), std::string::npos) << state.notices.entries()[0].text;
  EXPECT_EQ(state.notices.entries()[0].count, 1U);
}

TEST_F(ViewportPanel, SaysThatAnotherSceneStarts) {
  state.frame.scene = 0;
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("viewport.starting"));
  choose_scene(state, 1);
  draw();
  expect_inside("viewport.starting", regions.viewport);
  EXPECT_TRUE(is_said("Starting “A drawing” …"));
  state.frame.scene = 1;
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("viewport.starting"));
}

TEST_F(ViewportPanel, DrawsByLeftDragInASceneWithControlsAndPansByTheRight) {
  choose_scene(state, 1);
  draw();
  move_to_texel(100, 120);
  hold(0, true);
  EXPECT_TRUE(state.viewport.pointer.is_pressed);
  EXPECT_NEAR(state.viewport.pointer.x, 100.5, 0.51);
  EXPECT_NEAR(state.viewport.pointer.y, 120.5, 0.51);
  const double before = state.viewport.view.center.x;
  move_to_texel(140, 120);
  EXPECT_EQ(state.viewport.view.center.x, before);
  hold(0, false);
  EXPECT_FALSE(state.viewport.pointer.is_pressed);

  hold(1, true);
  move_to(ImGui::GetIO().MousePos.x + 30, ImGui::GetIO().MousePos.y);
  draw();
  EXPECT_NEAR(state.viewport.view.center.x, before - 30, 1);
  hold(1, false);
  EXPECT_TRUE(state.notices.entries().empty());

  state.viewport.is_pan_key_down = true;
  hold(0, true);
  move_to(ImGui::GetIO().MousePos.x + 30, ImGui::GetIO().MousePos.y);
  draw();
  EXPECT_FALSE(state.viewport.pointer.is_pressed);
  EXPECT_NEAR(state.viewport.view.center.x, before - 60, 1);
  hold(0, false);
}

TEST_F(ViewportPanel, ShowsTheExposureForFloatFramesOnly) {
  EXPECT_FALSE(state.drawn.widgets.contains("exposure"));
  state.frame.format = FrameFormat::rgba32f;
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("exposure"));
}

TEST(VisibleTexels, AreThoseOfThePictureThatTheViewportTouches) {
  const ViewExtent extent{.viewport_width = 100, .viewport_height = 80, .image_width = 10, .image_height = 6};
  for (const Point anchor : {Point{0, 0}, Point{100, 80}, Point{50, 40}, Point{13, 70}}) {
    for (const double notches : {0.0, -3.0, 4.0, 9.0}) {
      View view;
      settle(view, extent);
      zoom_by(view, extent, notches, anchor);
      TexelBox touched{10, 6, 0, 0};
      for (int x = 0; x <= 400; ++x) {
        for (int y = 0; y <= 320; ++y) {
          constexpr double inside = 1e-6;
          const Point at = image_position(
              view, extent, {std::clamp(x / 4.0, inside, 100 - inside), std::clamp(y / 4.0, inside, 80 - inside)});
          if (at.x >= 0 && at.x < 10 && at.y >= 0 && at.y < 6) {
            const int column = static_cast<int>(at.x);
            const int row = static_cast<int>(at.y);
            touched = {std::min(touched.left, column), std::min(touched.top, row), std::max(touched.right, column + 1),
                       std::max(touched.bottom, row + 1)};
          }
        }
      }
      const TexelBox visible = visible_texels(view, extent);
      EXPECT_EQ(std::tie(visible.left, visible.top, visible.right, visible.bottom),
                std::tie(touched.left, touched.top, touched.right, touched.bottom))
          << anchor.x << ", " << anchor.y << ", " << notches << " notches";
    }
  }
}

TEST_F(ViewportPanel, PrintsTheValuesOfLargeTexels) {
  zoom_to(state.viewport.view, view_extent(state), 64, {300, 300});
  draw();
  const auto vertices = [] { return ImGui::GetDrawData()->TotalVtxCount; };
  const int without = vertices();
  state.frame.texels = wanted_texels(state, values_from_zoom(theme, view_extent(state)));
  state.frame.texels.bytes.resize(static_cast<std::size_t>(state.frame.texels.width * state.frame.texels.height) * 4,
                                  std::byte{200});
  ASSERT_GT(state.frame.texels.width, 5);
  draw();
  // A texel shows four channels with three digits each, and a digit has four corners.
  EXPECT_GT(vertices() - without, state.frame.texels.width * state.frame.texels.height * 30);
}

TEST_F(Panels, CloseTheFileDialogByItsButton) {
  show_open_dialog(state);
  replace_path(state, "/no/such/folder/");
  for (int frame = 0; frame < 8; ++frame) {
    draw();
  }
  EXPECT_FALSE(state.dialogs.file.list.error.empty());
  click("open.close");
  EXPECT_FALSE(state.dialogs.file.is_shown);
}

TEST_F(Panels, ReportThatNoFileMatchesOnlyWhenOpeningFiles) {
  const auto is_said = [&](const char* text) {
    type_path(state, text);
    draw();
    draw();
    return state.drawn.widgets.contains("open.none");
  };
  show_open_dialog(state);
  EXPECT_TRUE(is_said("no_such_name"));
  show_save_dialog(state, SavedKind::lesson_results);
  EXPECT_FALSE(is_said("no_such_name")) << "a new file needs no warning";
}

TEST_F(Panels, AcceptTypingInTheFileDialog) {
  show_open_dialog(state);
  replace_path(state, "/no/such/folder/");
  for (int frame = 0; frame < 8; ++frame) {
    draw();
  }
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  for (const char c : std::string{"a.png"}) {
    ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c));
  }
  draw();
  draw();
  EXPECT_EQ(state.dialogs.file.text, "/no/such/folder/a.png");
  replace_path(state, "/another/");
  for (int frame = 0; frame < 8; ++frame) {
    draw();
  }
  ImGui::GetIO().AddInputCharacter('b');
  draw();
  draw();
  EXPECT_EQ(state.dialogs.file.text, "/another/b");
}

TEST_F(Panels, KeepTheKeyOfALongName) {
  scenes[1].title = "A drawing with a name that is longer than the list is wide";
  for (const float width : {160.0F, 200.0F, 292.0F}) {
    state.arrangement.panels.navigation.width = width;
    draw();
    draw();
    EXPECT_EQ(texts_in(rect_of("scene.drawing")).back(), "2") << width;
  }
}

TEST_F(Panels, NameThePictureInTheStatusBarOnlyIfTheSceneShowsIt) {
  open(1920, 1080, 1);
  state.pictures.current =
      LoadedImage{"/pictures/a.png",
                  std::make_shared<const Image>(Image{1, 1, 4, gpu::DataType::uint8, std::vector<std::byte>(4)})};
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("status.image"));
  choose_scene(state, 1);
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("status.image"));
}

TEST_F(Panels, KeepTheKeyboardInThePaletteAfterAnUnavailableCommand) {
  perform(*find_action(actions, "commands"), state);
  const auto draw_some = [&] {
    for (int frame = 0; frame < 6; ++frame) {
      draw();
    }
  };
  draw_some();
  ImGui::GetIO().AddInputCharactersUTF8("Exposure 0");
  draw_some();
  ASSERT_FALSE(found_commands(state, actions).front().is_enabled);
  ASSERT_TRUE(state.drawn.widgets.contains("palette.text"));
  // Enter ends the typing in a field.
  state.dialogs.palette.has_enter = true;
  set_key(ImGuiKey_Enter, true);
  draw();
  set_key(ImGuiKey_Enter, false);
  draw_some();
  EXPECT_TRUE(state.dialogs.palette.is_shown);
  EXPECT_TRUE(state.drawn.widgets.contains("palette.text")) << "the field has the keyboard";
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  ImGui::GetIO().AddInputCharacter('!');
  draw();
  draw();
  EXPECT_NE(state.dialogs.palette.text.find('!'), std::string::npos);
}

TEST_F(Panels, DismissAToastByAClick) {
  state.notices.notify(NoticeKind::error, "It failed.", state.now);
  draw();
  draw();
  click("toast0");
  EXPECT_FALSE(state.notices.is_any_shown(state.now));
}

TEST_F(Panels, PerformTheActionOfAToastByOneClick) {
  state.notices.notify(NoticeKind::warning, "Another GPU draws.", state.now,
                       {"Restart on that GPU", [&] { state.machine.must_start_again = true; }});
  draw();
  draw();
  expect_inside("notice0.button", rect_of("toast0"));
  click("notice0.button");
  EXPECT_TRUE(state.machine.must_start_again);
  EXPECT_FALSE(state.notices.is_any_shown(state.now));
}

}  // namespace
}  // namespace texelscope::tests
