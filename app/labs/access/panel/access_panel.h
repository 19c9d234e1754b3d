#pragma once

#include <imgui.h>

#include <string>

#include "app/labs/access/access_lab.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

using AccessContext = LabContext<AccessLab>;

// Each fills the current child window.

/// The recorded frame, or a map of texels.
void draw_access_picture(const AccessContext& context);
/// The history of the chosen pixel.
void draw_access_pixel(const AccessContext& context);
/// A table by line of code.
void draw_access_lines(const AccessContext& context);
void draw_access_hazards(const AccessContext& context);

/// The chosen access in full: its line of code, and the texels of a fetch.
void draw_chosen_access(const AccessContext& context);

/// The recording and its launches, in the properties.
void draw_access_properties(const PanelContext& panel);

/// A row of a list: a first line of text, a dimmer second line, and a note in the color of warnings.
struct AccessRow {
  std::string name;
  /// At the left, in front of the first line.
  std::string place;
  std::string first;
  std::string second;
  std::string note;
  bool is_chosen = false;
};
/// @returns whether it was clicked.
bool draw_access_row(const AccessContext& context, const AccessRow& row, std::size_t id);

}  // namespace texelscope::app
