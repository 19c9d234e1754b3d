#include "app/core/session_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "app/core/image_file.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

class SessionFile : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path); }
  void write(const std::string& text) const { std::ofstream{path} << text; }

  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("texelscope-session-" + std::to_string(::getpid()) + ".json");
  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes};
};

TEST_F(SessionFile, BringsBackWhatWasSaved) {
  choose_scene(state, 1);
  state.settings[0].values.set("rotation", 30.5);
  state.settings[0].values.set("address_mode", std::string{"mirror"});
  state.settings[1].values.set("feed", 0.055);
  state.image = LoadedImage{"/pictures/a.png", nullptr};
  save_session(path, state);

  State other{scenes};
  load_session(path, other);
  EXPECT_EQ(current_scene(other).name, "drawing");
  EXPECT_EQ(other.settings[0].values.real("rotation"), 30.5);
  EXPECT_EQ(other.settings[0].values.text("address_mode"), "mirror");
  EXPECT_EQ(other.settings[1].values.real("feed"), 0.055);
  EXPECT_EQ(other.requests.image, "/pictures/a.png");
}

TEST_F(SessionFile, RefusesWhatIsNoSessionAndLeavesTheStateAsItWas) {
  for (const char* text :
       {"", "[1, 2", "[]", "{}", R"({"texelscope_session": 2, "scene": "picture"})",
        R"({"texelscope_session": 1, "scene": "nowhere"})", R"({"texelscope_session": 1})",
        R"({"texelscope_session": 1, "scene": "plain", "parameters": {"picture": {"levels": "99"}}})",
        R"({"texelscope_session": 1, "scene": "plain", "parameters": {"picture": {"levels": 5}}})",
        R"({"texelscope_session": 1, "scene": "plain", "image": "x.png", "parameters": {"picture": {"hue": "5"}}})"}) {
    write(text);
    EXPECT_THROW(load_session(path, state), FileError) << text;
    EXPECT_EQ(current_scene(state).name, "picture");
    EXPECT_FALSE(state.requests.image);
  }
  EXPECT_THROW(load_session("/no/such/file.json", state), FileError);
}

}  // namespace
}  // namespace texelscope::app
