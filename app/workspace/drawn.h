#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/images/image.h"
#include "app/images/view.h"

namespace texelscope::app {

/// A bitmap that a panel shows. The panel sets the image, in RGBA with 8 bits per channel; the loop creates its texture
/// before drawing the next frame.
struct PanelImage {
  std::shared_ptr<const Image> image;
  /// Whether it is filtered when it is drawn larger or smaller.
  bool is_smooth = true;
  /// Texture for ImGui; null until it is created.
  void* texture = nullptr;
};

/// The widgets that panels drew, and their bitmaps.
struct Drawn {
  /// Bitmaps, by name.
  std::map<std::string, PanelImage> images;
  /// Rectangles of widgets in this frame, by name, for tests that drive the window.
  std::map<std::string, Rect> widgets;
  /// The scene and the lab that the lists last scrolled to.
  std::optional<std::size_t> listed_scene;
  std::optional<std::size_t> listed_lab;
};

}  // namespace texelscope::app
