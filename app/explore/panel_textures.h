#pragma once

#include <map>
#include <memory>
#include <string>

#include "app/core/state.h"
#include "app/explore/screen.h"

namespace texelscope::app {

/// Makes textures of the pictures that panels show.
class PanelTextures {
 public:
  explicit PanelTextures(Screen& screen) : screen_{screen} {}

  /// Uploads what has changed since the last call. What the renderer refuses becomes a notice.
  void update(State& state);

 private:
  struct Shown {
    std::shared_ptr<const Image> image;
    std::unique_ptr<ScreenTexture> texture;
    int width = 0;
    int height = 0;
  };

  Screen& screen_;
  std::map<std::string, Shown> shown_;
};

}  // namespace texelscope::app
