#pragma once

#include <span>
#include <string>

#include "app/window/action.h"
#include "app/window/panels/regions.h"
#include "app/window/panels/theme.h"
#include "app/window/picture_view.h"
#include "app/window/state.h"

namespace texelscope::app {

/// What every panel draws from and changes.
struct PanelContext {
  State& state;
  std::span<const Action> actions;
  const Theme& theme;
  const Regions& regions;
  /// Draws the lessons; null where there are none.
  void (*draw_lessons)(const PanelContext& context) = nullptr;
};

/// Where the parts of a window of this size lie, as the state has them shown.
[[nodiscard]] Regions regions_of(const State& state, float width, float height, float scale);

/// All panels of a frame, between ImGui::NewFrame and ImGui::Render. The viewport's image is drawn by others, before.
void draw_panels(const PanelContext& context);

void draw_menu(const PanelContext& context);
/// The panel of pictures, scenes and labs.
void draw_navigation(const PanelContext& context);
/// The panel of the scene's parameters, or the lab's settings.
void draw_properties(const PanelContext& context);
/// The pairs of a comparison that fail, and what becomes of them; nothing where there are none to go through.
void draw_review(const PanelContext& context);
/// The open pictures and how they are compared, of fewer than two nothing; and the parts of the shown one's file.
void draw_picture_list(const PanelContext& context);
void draw_scene_list(const PanelContext& context);
/// What the scene teaches, where there is room.
void draw_scene_text(const PanelContext& context);
/// The labs; nothing where there are none.
void draw_lab_list(const PanelContext& context);
void draw_frame_section(const PanelContext& context);
void draw_parameters(const PanelContext& context);
/// Takes the mouse over the viewport, and prints texels.
void draw_viewport(const PanelContext& context);
/// The false colors that a picture is shown in and the values that they stand for, in the viewport's corner; nothing
/// where it has none.
void draw_color_legend(const PanelContext& context, const PictureView& shown);
void draw_readout(const PanelContext& context);
void draw_status_bar(const PanelContext& context);
void draw_toasts(const PanelContext& context);
void draw_messages(const PanelContext& context);
void draw_help(const PanelContext& context);
void draw_command_palette(const PanelContext& context);
void draw_machine_facts(const PanelContext& context);
void draw_file_dialog(const PanelContext& context);
void draw_gallery(const PanelContext& context);

/// Begins a window in the middle of the screen, above everything else, with a title and a button that closes it:
/// `is_shown` becomes false. `wanted` is its size at scale 1; it shrinks, and its content scrolls, in small windows.
/// End it with end_overlay(), whatever this says.
bool begin_overlay(const PanelContext& context, const char* name, const char* title, ImVec2 wanted, bool& is_shown);
void end_overlay();

/// Begins a panel that the user arranges: a bar with its name, which is dragged to another edge of the window and
/// closes the panel, the splitter beside it, and below the bar a part that scrolls. False for a panel that is not
/// shown; else end_panel() ends it.
[[nodiscard]] bool begin_panel(const PanelContext& context, PanelPlace PanelArrangement::*place);
void end_panel();

}  // namespace texelscope::app
