#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "app/gui/screen.h"
#include "app/window/state.h"

namespace texelscope::app {

/// Makes a texture of a size, filtered or not. @throws render::Error.
using TextureMaker = std::function<std::unique_ptr<ScreenTexture>(int width, int height, bool is_smooth)>;

/// Makes textures of the pictures that panels show.
class PanelTextures {
 public:
  explicit PanelTextures(TextureMaker make) : make_{std::move(make)} {}

  /// Uploads what has changed since the last call. What the renderer refuses becomes a notice.
  void update(State& state);

 private:
  struct Shown {
    std::shared_ptr<const Image> image;
    std::unique_ptr<ScreenTexture> texture;
    int width = 0;
    int height = 0;
  };

  TextureMaker make_;
  std::map<std::string, Shown> shown_;
};

}  // namespace texelscope::app
