#pragma once

#include <vector>

#include "app/scene/scene.h"

namespace texelscope::tests {

/// Scenes with a parameter of every kind, for tests of code that only reads declarations: they cannot be created.
[[nodiscard]] inline std::vector<app::SceneDeclaration> test_scenes() {
  app::SceneDeclaration picture;
  picture.name = "picture";
  picture.title = "A picture";
  picture.teaches = "Shows how a texture is sampled.";
  picture.controls = "Drop a picture.";
  picture.takes = app::SceneInput::picture;
  picture.parameters = [] {
    return std::vector<app::Parameter>{
        app::real_parameter("rotation", 0, {-180, 180, false, "°"}, "Rotates the picture."),
        app::real_parameter("zoom", 1, {0.01, 100, true, ""}, "Enlarges the picture."),
        app::integer_parameter("levels", 4, {1, 16}, "The number of levels."),
        app::choice_parameter("address_mode", "wrap", {"wrap", "clamp", "mirror", "border"}, "The border color."),
        app::toggle_parameter("linear", true, "Filters between texels."),
    };
  };
  app::SceneDeclaration drawing;
  drawing.name = "drawing";
  drawing.title = "A drawing";
  drawing.teaches = "The ping-pong mode.";
  drawing.controls = "Drag to draw.";
  drawing.has_history = true;
  drawing.takes_pointer = true;
  drawing.parameters = [] {
    return std::vector<app::Parameter>{app::real_parameter("feed", 0.03, {0, 0.1, false, ""}, "Feeds.")};
  };
  app::SceneDeclaration plain;
  plain.name = "plain";
  plain.title = "No parameters";
  plain.teaches = "Nothing.";
  plain.parameters = [] { return std::vector<app::Parameter>{}; };
  return {picture, drawing, plain};
}

}  // namespace texelscope::tests
