#include "app/window/action.h"

#include <gtest/gtest.h>

#include "app/workspace/state.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

TEST(FrameCommand, NamesEverythingThatTheFrameDependsOn) {
  const std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes};
  state.machine.facts.device = "cuda:0";
  state.machine.facts.api = "Vulkan";
  state.frame.width = 640;
  state.frame.height = 480;
  state.scenes.playback.number = 77;
  state.scenes.settings[0].values.set("rotation", 30.5);
  state.scenes.settings[0].values.set("address_mode", std::string{"mirror"});
  Image picture;
  picture.width = picture.height = 1;
  state.pictures.current = LoadedImage{"/my pictures/it's.png", std::make_shared<const Image>(picture)};
  EXPECT_EQ(
      frame_command(state),
      R"(texelscope render picture --frame 77 --size 640x480 --input '/my pictures/it'\''s.png' --set rotation=30.5)"
      " --set address_mode=mirror --device cuda:0 --renderer vulkan --out picture-77.png");
  choose_scene(state, 2);
  EXPECT_EQ(frame_command(state),
            "texelscope render plain --frame 0 --size 640x480 --device cuda:0 --renderer vulkan --out plain-0.png");
}

}  // namespace
}  // namespace texelscope::app
