#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/window/screenshot.h"

namespace texelscope::app {

/// One picture of a list.
struct ListedScreenshot {
  /// Its file is this and ".png".
  std::string name;
  /// A part of a session: what it shows. May be empty.
  std::string state;
  ScreenshotOptions options;
  /// Widgets that differ from run to run beside those of the lab: no comparison looks at them.
  std::vector<std::string> varies;
};

/// Pictures that are kept together.
struct ScreenshotList {
  /// Names of the font files of text, headings and values that they are drawn with; empty for any.
  std::vector<std::string> fonts;
  /// As edge_processor() names it; empty for any.
  std::string processor;
  /// The version of Dear ImGui; empty for any.
  std::string imgui;
  std::vector<ListedScreenshot> pictures;
};

/// Reads {"texelscope_pictures": 1, "fonts": [text, heading, value], "processor": "Intel", "imgui": "1.86", "pictures":
/// [{"name", "state", "size": [width, height], "scale", "do": [step, …], "varies": [widget, …]}]}; all but the name may
/// be left out. "widget*" means all widgets whose names begin so.
/// @throws FileError, with the file and the entry.
[[nodiscard]] ScreenshotList load_picture_list(const std::filesystem::path& path);

}  // namespace texelscope::app
