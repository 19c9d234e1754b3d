#pragma once

#include <map>
#include <memory>
#include <string>

#include "app/core/state.h"
#include "render/gl/texture.h"

namespace texelscope::app {

/// Makes textures of the pictures that panels show. Belongs to the thread of the GL context.
class PanelTextures {
 public:
  /// Uploads what has changed since the last call. What GL refuses becomes a notice.
  void update(State& state);

 private:
  struct Shown {
    std::shared_ptr<const Image> image;
    render::gl::Texture texture;
  };

  std::map<std::string, Shown> shown_;
};

}  // namespace texelscope::app
