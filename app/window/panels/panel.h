#pragma once

#include <span>
#include <string>

#include "app/documents/picture_document.h"
#include "app/window/action.h"
#include "app/window/panels/regions.h"
#include "app/window/panels/theme.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// The context of every panel: the state that it draws and changes.
struct PanelContext {
  State& state;
  std::span<const Action> actions;
  const Theme& theme;
  const Regions& regions;
  /// Draws the lessons; null for none.
  void (*draw_lessons)(const PanelContext& context) = nullptr;
};

/// The regions of a window of this size, with the panels that the state shows.
[[nodiscard]] Regions regions_of(const State& state, float width, float height, float scale,
                                 const ViewportParts& parts = {});
/// The same, with a toolbar for a picture, and as many rows for the values under the mouse as it needs.
[[nodiscard]] Regions regions_of(const State& state, float width, float height, const Theme& theme);
/// The rows that draw_readout() needs for the shown picture in this width.
[[nodiscard]] int readout_rows(const State& state, const Theme& theme, float width);

/// Draws all panels of a frame, between ImGui::NewFrame and ImGui::Render. The viewport's image is drawn earlier by
/// other code.
void draw_panels(const PanelContext& context);

void draw_menu(const PanelContext& context);
/// The panel of pictures, scenes and labs.
void draw_navigation(const PanelContext& context);
/// The panel of the scene's parameters, or the lab's settings.
void draw_properties(const PanelContext& context);
/// The failing pairs of a comparison and their verdicts; nothing without a review.
void draw_review(const PanelContext& context);
/// The open pictures and the choice of a comparison, if there are at least two; and the parts of the shown picture's
/// file.
void draw_picture_list(const PanelContext& context);
/// The arrays of running programs; nothing if there are none.
void draw_source_list(const PanelContext& context);
void draw_scene_list(const PanelContext& context);
/// The least height of the lists of scenes and labs, in pixels.
[[nodiscard]] float scenes_and_labs_height(const PanelContext& context);
/// The scene's description, if there is room.
void draw_scene_text(const PanelContext& context);
/// The labs; nothing if there are none.
void draw_lab_list(const PanelContext& context);
void draw_frame_section(const PanelContext& context);
void draw_parameters(const PanelContext& context);
/// The frequent actions on a picture.
void draw_toolbar(const PanelContext& context);
/// Handles the mouse over the viewport, and prints texel values.
void draw_viewport(const PanelContext& context);
/// The color map of a picture and the values of its colors, in the viewport's corner; nothing without a color map.
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

/// Begins a window in the middle of the screen, above everything else, with a title and a close button, which sets
/// `is_shown` to false. `wanted` is its size at scale 1; in small windows it shrinks and its content scrolls. Call
/// end_overlay() regardless of the result.
bool begin_overlay(const PanelContext& context, const char* name, const char* title, ImVec2 wanted, bool& is_shown);
void end_overlay();

/// Begins a panel that the user can move: a bar with its name, which lets the user drag the panel to a different edge
/// of the window or close it, the splitter next to it, and a scrolling part below the bar. Returns false for a hidden
/// panel; otherwise call end_panel().
[[nodiscard]] bool begin_panel(const PanelContext& context, PanelPlace PanelArrangement::*place);
void end_panel();

}  // namespace texelscope::app
