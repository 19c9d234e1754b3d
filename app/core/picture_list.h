#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/core/window_picture.h"

namespace texelscope::app {

/// One picture of a list.
struct ListedPicture {
  /// Its file is this and ".png".
  std::string name;
  /// A part of a session: what it shows. May be empty.
  std::string state;
  WindowPictureOptions options;
  /// Widgets that show times, addresses or what else differs from run to run: no comparison looks at them.
  std::vector<std::string> varies;
};

/// Reads {"texelscope_pictures": 1, "pictures": [{"name", "state", "size": [width, height], "scale", "do": [step, …],
/// "varies": [widget, …]}]}; all but the name may be left out.
/// @throws FileError, with the file and the entry.
[[nodiscard]] std::vector<ListedPicture> load_picture_list(const std::filesystem::path& path);

}  // namespace texelscope::app
