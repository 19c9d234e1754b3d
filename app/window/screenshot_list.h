#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/window/screenshot.h"

namespace texelscope::app {

/// One picture of a list.
struct ListedScreenshot {
  /// The file name without ".png".
  std::string name;
  /// The contents, as a part of a session. May be empty.
  std::string state;
  ScreenshotOptions options;
  /// Widgets that differ between runs, in addition to those of the lab: comparisons ignore them.
  std::vector<std::string> varies;
};

/// Screenshots that are stored together.
struct ScreenshotList {
  /// Names of the font files for text, headings and values with which the screenshots are drawn; empty for any.
  std::vector<std::string> fonts;
  /// Result of edge_processor(); empty for any.
  std::string processor;
  /// The version of Dear ImGui; empty for any.
  std::string imgui;
  std::vector<ListedScreenshot> pictures;
};

/// Reads {"texelscope_pictures": 1, "fonts": [text, heading, value], "processor": "Intel", "imgui": "1.86", "pictures":
/// [{"name", "state", "size": [width, height], "scale", "do": [step, …], "varies": [widget, …]}]}; all entries except
/// the name are optional. "widget*" stands for all widgets with this prefix. @throws FileError, with the file and the
/// entry.
[[nodiscard]] ScreenshotList load_picture_list(const std::filesystem::path& path);

}  // namespace texelscope::app
