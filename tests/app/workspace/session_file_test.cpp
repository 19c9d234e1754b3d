#include "app/documents/listed_folders.h"
#include "app/documents/picture_list.h"
#include "app/workspace/gallery.h"
#include "app/workspace/session.h"
#include "app/workspace/undo.h"
#include "tests/app/wanted_picture.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/files/file_error.h"
#include "app/gui/lab_registry.h"
#include "app/scenes/registry.h"
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

TEST_F(SessionFile, RestoresWhatWasSaved) {
  choose_scene(state, 1);
  state.scenes.settings[0].values.set("rotation", 30.5);
  state.scenes.settings[0].values.set("address_mode", std::string{"mirror"});
  state.scenes.settings[1].values.set("feed", 0.055);
  state.pictures.current = LoadedImage{"/pictures/a.png", nullptr};
  save_session(path, state);

  State other{scenes};
  load_session(path, other);
  EXPECT_EQ(current_scene(other).name, "drawing");
  EXPECT_EQ(other.scenes.settings[0].values.real("rotation"), 30.5);
  EXPECT_EQ(other.scenes.settings[0].values.text("address_mode"), "mirror");
  EXPECT_EQ(other.scenes.settings[1].values.real("feed"), 0.055);
  EXPECT_EQ(tests::wanted_picture(other).path, "/pictures/a.png");
  EXPECT_EQ(tests::wanted_picture(other).origin, PictureOrigin::session);
}

TEST_F(SessionFile, OmitsTheRangeOfALivePicture) {
  State shown{app::scenes()};
  for (const char* const picture : {"/live programs/simulation (1), 1/flux", "/pictures/a.png"}) {
    shown.pictures.current = LoadedImage{picture, nullptr};
    current_settings(shown).values.set("white", 0.25);
    save_session(path, shown);
    State next{app::scenes()};
    load_session(path, next);
    EXPECT_EQ(current_settings(next).values.real("white"), is_live_path(picture) ? 1 : 0.25) << picture;
  }
}

TEST_F(SessionFile, KeepsTheListOfPicturesWithoutAccessToThem) {
  add_files(state.pictures.list, std::vector<std::filesystem::path>{"/pictures/a.png", "/pictures/b.png"});
  save_session(path, state);
  State other{scenes};
  load_session(path, other);
  ASSERT_EQ(other.pictures.list.pictures.size(), 2U);
  EXPECT_EQ(other.pictures.list.pictures[1].path, "/pictures/b.png");
  EXPECT_FALSE(other.pictures.reader.is_busy());
  EXPECT_FALSE(other.pictures.list.shown);
  write(R"({"texelscope_session": 1, "scene": "plain", "pictures": ["relative.png", "/", "/tmp"]})");
  load_session(path, other);
  EXPECT_EQ(other.pictures.list.pictures.size(), 2U) << "folders are listed as unreadable files";
}

TEST_F(SessionFile, OmitsPicturesThatWouldMakeItTooLargeToRead) {
  for (int i = 0; i < 3000; ++i) {
    state.pictures.list.pictures.push_back({.path = "/" + std::string(400, 'x') + std::to_string(i)});
  }
  save_session(path, state);
  EXPECT_LT(std::filesystem::file_size(path), max_session_bytes / 2);
  State other{scenes};
  load_session(path, other);
  EXPECT_GT(other.pictures.list.pictures.size(), 500U);
}

TEST_F(SessionFile, KeepsWhetherAPictureIsShownAsStored) {
  state.pictures.current =
      LoadedImage{"/pictures/a.jpg", std::make_shared<const Image>(), {Orientation::ignored, "page 2"}};
  save_session(path, state);
  State other{scenes};
  load_session(path, other);
  EXPECT_EQ(tests::wanted_picture(other).reading, (ReadOptions{Orientation::ignored, "page 2"}));
  // The picture is still being loaded, but its options are saved.
  save_session(path, other);
  State third{scenes};
  load_session(path, third);
  EXPECT_EQ(tests::wanted_picture(third).reading, (ReadOptions{Orientation::ignored, "page 2"}));
}

TEST_F(SessionFile, RestoresFramesViewAndPanels) {
  state.scenes.settings[0].size = {.follows_viewport = false, .width = 640, .height = 48};
  state.scenes.playback = {.is_paused = true, .number = 1234};
  state.viewport.view = {.is_fit = false, .zoom = 12, .center = {3.25, -7.5}};
  state.viewport.exposure = -1.5F;
  state.pictures.list.masks = {{-2, 3, 40, 5}, {0, 0, 1, 1}};
  state.arrangement.panels.navigation = {.is_shown = false, .edge = PanelEdge::right, .width = 321, .height = 123};
  state.arrangement.panels.lessons.is_shown = true;
  state.arrangement.panels.messages = {.is_shown = true, .edge = PanelEdge::top, .width = 200, .height = 99};
  state.arrangement.window_place = WindowPlace{-1200, 31, 1000, 600, true};
  state.viewport.has_grid = false;
  state.viewport.has_texel_values = false;
  state.arrangement.theme = ColorTheme::light;
  save_session(path, state);

  State other{scenes};
  load_session(path, other);
  EXPECT_EQ(other.scenes.settings[0].size, state.scenes.settings[0].size);
  EXPECT_TRUE(other.scenes.playback.is_paused);
  EXPECT_EQ(other.scenes.playback.number, 1234U);
  EXPECT_FALSE(other.scenes.must_restart);
  EXPECT_FALSE(other.viewport.view.is_fit);
  EXPECT_EQ(other.viewport.view.zoom, 12);
  EXPECT_EQ(other.viewport.view.center, (Point{3.25, -7.5}));
  EXPECT_EQ(other.viewport.exposure, -1.5F);
  EXPECT_EQ(other.pictures.list.masks, state.pictures.list.masks);
  EXPECT_EQ(other.arrangement.panels, state.arrangement.panels);
  EXPECT_EQ(other.arrangement.window_place, state.arrangement.window_place);
  EXPECT_FALSE(other.viewport.has_grid);
  EXPECT_FALSE(other.viewport.has_texel_values);
  EXPECT_EQ(other.arrangement.theme, ColorTheme::light);
}

TEST_F(SessionFile, RestartsScenesWithHistory) {
  choose_scene(state, 1);
  state.scenes.playback.number = 1234;
  save_session(path, state);
  State other{scenes};
  load_session(path, other);
  EXPECT_TRUE(other.scenes.must_restart);
}

TEST_F(SessionFile, ResetsWhatItDoesNotName) {
  state.scenes.settings[0].values.set("rotation", 30.5);
  state.scenes.settings[0].size = {.follows_viewport = false, .width = 640, .height = 48};
  state.viewport.exposure = 3;
  state.scenes.playback.number = 70;
  write(R"({"texelscope_session": 1, "scene": "picture"})");
  load_session(path, state);
  const State fresh{scenes};
  EXPECT_EQ(state.scenes.settings, fresh.scenes.settings);
  EXPECT_EQ(state.viewport.exposure, 0);
  EXPECT_EQ(state.scenes.playback.number, 0U);
}

TEST_F(SessionFile, OfAPartKeepsTheRest) {
  State with_labs{scenes, labs()};
  with_labs.scenes.settings[0].values.set("rotation", 30.5);
  with_labs.labs.states[0]->set("shape", "3, 4, 5");
  const auto layouts = with_labs.labs.states[0]->settings();
  const auto fresh_copies = with_labs.labs.states[1]->settings();
  with_labs.labs.states[1]->set("source_shape", "9");
  take_session_part(R"({"lab": "copies", "labs": {"copies": {}}})", with_labs);
  EXPECT_EQ(with_labs.scenes.settings[0].values.real("rotation"), 30.5);
  EXPECT_EQ(with_labs.labs.states[0]->settings(), layouts);
  EXPECT_EQ(with_labs.labs.states[1]->settings(), fresh_copies);
  EXPECT_EQ(current_lab(with_labs.labs)->name, "copies");
  take_session_part(R"({"scene": "drawing"})", with_labs);
  EXPECT_EQ(current_lab(with_labs.labs), nullptr);
  EXPECT_EQ(current_scene(with_labs).name, "drawing");
}

TEST_F(SessionFile, OfALaterVersionIsExplained) {
  write(R"({"texelscope_session": 2, "scene": "picture"})");
  try {
    load_session(path, state);
    FAIL() << "the session was accepted";
  } catch (const FileError& error) {
    EXPECT_NE(std::string{error.what()}.find("version 2, saved by a newer texelscope"), std::string::npos)
        << error.what();
  }
}

TEST_F(SessionFile, RestoresTheGallery) {
  toggle_favorite(state, 2);
  state.gallery.has_favorites_only = true;
  state.gallery.seconds_per_scene = 17;
  save_session(path, state);

  State other{scenes};
  load_session(path, other);
  EXPECT_EQ(other.gallery.favorites, state.gallery.favorites);
  EXPECT_TRUE(other.gallery.has_favorites_only);
  EXPECT_EQ(other.gallery.seconds_per_scene, 17);

  write(R"({"texelscope_session": 1, "scene": "plain", "gallery": {"favorites": ["nonsense"]}})");
  EXPECT_THROW(load_session(path, other), FileError);
  EXPECT_EQ(other.gallery.favorites, state.gallery.favorites);
}

TEST_F(SessionFile, RestoresLabs) {
  State with_labs{scenes, labs()};
  choose_lab(with_labs, 0);
  with_labs.labs.states[0]->set("shape", "3, 4, 5");
  with_labs.labs.states[0]->set("operations", "flattened()\n# squeezed()");
  save_session(path, with_labs);

  State other{scenes, labs()};
  load_session(path, other);
  EXPECT_EQ(other.labs.current, 0U);
  EXPECT_EQ(other.labs.states[0]->settings(), with_labs.labs.states[0]->settings());
}

TEST_F(SessionFile, RequestsNoFrameLargerThanTheWindowOffers) {
  const auto sizes_of = [&](const std::string& sizes) {
    write(R"({"texelscope_session": 1, "scene": "drawing", "sizes": )" + sizes + "}");
    State read{scenes};
    load_session(path, read);
    EXPECT_EQ(read.notices.entries().size(), sizes.find("8192") != std::string::npos ? 1U : 0U) << sizes;
    state.notices = read.notices;
    return read.scenes.settings[1].size;
  };
  EXPECT_EQ(sizes_of(R"({"drawing": [3840, 2160]})"), (FrameSize{false, 3840, 2160}));
  EXPECT_EQ(sizes_of(R"({"drawing": [8192, 8192]})"), state.scenes.settings[1].size) << "as initially";
  EXPECT_NE(state.notices.entries().back().text.find("8192 × 8192 of drawing"), std::string::npos)
      << state.notices.entries().back().text;
}

TEST_F(SessionFile, NeverSetsTheFileOfTheKernelEditor) {
  State with_labs{scenes, labs()};
  const auto kernels =
      static_cast<std::size_t>(std::ranges::find(labs(), "kernels", &LabDeclaration::name) - labs().begin());
  const auto file_of = [&](const State& each) {
    const auto settings = each.labs.states[kernels]->settings();
    return std::ranges::find(settings, "file", &std::pair<std::string, std::string>::first)->second;
  };
  with_labs.labs.states[kernels]->set("file", "/work of mine/mine.cu");
  save_session(path, with_labs);
  EXPECT_FALSE(nlohmann::json::parse(std::ifstream{path}).at("labs").at("kernels").contains("file"));
  // However, undo restores the file.
  record_edit(with_labs, true);
  with_labs.labs.states[kernels]->set("file", "");
  record_edit(with_labs, true);
  undo(with_labs);
  EXPECT_EQ(file_of(with_labs), "/work of mine/mine.cu");

  // Sessions of earlier versions name a file.
  write(R"({"texelscope_session": 1, "scene": "plain", "labs": {"kernels": {"file": "/etc/passwd", "origin": "x"}}})");
  with_labs.notices = {};
  load_session(path, with_labs);
  EXPECT_EQ(file_of(with_labs), "");
  ASSERT_EQ(with_labs.notices.entries().size(), 1U);
  EXPECT_EQ(with_labs.notices.entries()[0].text,
            "Ignored in " + path.filename().string() +
                ": labs.kernels.file, labs.kernels.origin. A session cannot set this; set it in the window.");
  EXPECT_EQ(with_labs.notices.entries()[0].kind, NoticeKind::warning);

  write(R"({"texelscope_session": 1, "scene": "plain", "labs": {"kernels": {"file": "", "a": "0.5"}}})");
  State other{scenes, labs()};
  load_session(path, other);
  EXPECT_TRUE(other.notices.entries().empty()) << "the session sets no file";
}

TEST_F(SessionFile, ReportsTheFilesThatItReads) {
  State with_labs{scenes, labs()};
  write(R"({"texelscope_session": 1, "scene": "plain", "image": "/pictures/a.png",
            "labs": {"tensors": {"file": "/data/b.npy"}, "textures": {"content": "npy", "file": "/data/c.npy"},
                     "copies": {"content": "typed", "file": "/data/d.npy"}}})");
  load_session(path, with_labs);
  ASSERT_EQ(with_labs.notices.entries().size(), 1U);
  EXPECT_EQ(with_labs.notices.entries()[0].text,
            "Reading the files that " + path.filename().string() + " names: /pictures/a.png, /data/c.npy, /data/b.npy");
  write(R"({"texelscope_session": 1, "scene": "plain"})");
  State other{scenes, labs()};
  load_session(path, other);
  EXPECT_TRUE(other.notices.entries().empty());
}

TEST_F(SessionFile, LeavesLabsUnchangedWhenASettingIsWrong) {
  State with_labs{scenes, labs()};
  with_labs.labs.states[0]->set("shape", "7");
  const auto before = with_labs.labs.states[0]->settings();
  for (const char* labs_text : {R"({"layouts": {"shape": "3", "tab": "nowhere"}})", R"({"nothing": {}})",
                                R"({"layouts": {"shape": 3}})", R"({"layouts": 3})"}) {
    write(R"({"texelscope_session": 1, "scene": "plain", "labs": )" + std::string{labs_text} + "}");
    EXPECT_THROW(load_session(path, with_labs), FileError) << labs_text;
    EXPECT_EQ(with_labs.labs.states[0]->settings(), before);
  }
  write(R"({"texelscope_session": 1, "scene": "plain", "lab": "nothing"})");
  EXPECT_THROW(load_session(path, with_labs), FileError);
  EXPECT_FALSE(with_labs.labs.current);
}

TEST_F(SessionFile, RefusesOtherFilesAndLeavesTheStateUnchanged) {
  for (const char* text :
       {"", "[1, 2", "[]", "{}", R"({"texelscope_session": 2, "scene": "picture"})",
        R"({"texelscope_session": 1, "scene": "nowhere"})", R"({"texelscope_session": 1})",
        R"({"texelscope_session": 1, "scene": "plain", "parameters": {"picture": {"levels": "99"}}})",
        R"({"texelscope_session": 1, "scene": "plain", "parameters": {"picture": {"levels": 5}}})",
        R"({"texelscope_session": 1, "scene": "plain", "image": "x.png", "parameters": {"picture": {"hue": "5"}}})"}) {
    write(text);
    EXPECT_THROW(load_session(path, state), FileError) << text;
    EXPECT_EQ(current_scene(state).name, "picture");
    EXPECT_FALSE(state.pictures.reader.is_busy());
  }
  EXPECT_THROW(load_session("/no/such/file.json", state), FileError);
}

TEST_F(SessionFile, NamesTheWrongKeyAndItsValue) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("sizes": 5)", "sizes is 5; use an object, {…}"},
      {R"("sizes": {"plain": [4]})", "sizes.plain is a list of 1 entry; use a width and a height"},
      {R"("sizes": {"plain": [4, "x"]})", "sizes.plain[1] is \"x\"; use a number"},
      {R"("sizes": {"plane": [4, 4]})", "sizes.plane: there is no 'plane'; did you mean 'plain'?"},
      {R"("parameters": [1])", "parameters is a list of 1 entry; use an object"},
      {R"("parameters": {"picture": {"levels": 5}})", "parameters.picture.levels is 5; use a string"},
      {R"("parameters": {"picture": {"levels": "99"}})", "parameters.picture.levels: "},
      {R"("parameters": {"picture": {"hue": "5"}})", "parameters.picture.hue: "},
      {R"("image": 7)", "image is 7; use a string"},
      {R"("labs": 3)", "labs is 3; use an object"},
      {R"("labs": {"nothing": {}})", "labs.nothing: there is no 'nothing'"},
      {R"("labs": {"layouts": {"shape": 3}})", "labs.layouts.shape is 3; use a string"},
      {R"("labs": {"layouts": {"tab": "nowhere"}})", "labs.layouts.tab: invalid tab 'nowhere'; "},
      {R"("labs": {"kernels": {"nothing": ""}})", "labs.kernels.nothing: "},
      {R"("lab": "nothing")", "lab: there is no 'nothing'"},
      {R"("gallery": {"favorites": ["plain", "nonsense"]})", "gallery.favorites[1]: there is no 'nonsense'"},
      {R"("gallery": {"is_shown": 1})", "gallery.is_shown is 1; use true or false"},
      {R"("frame": {"number": -1})", "frame.number is -1; use an integer from 0"},
      {R"("view": {"zoom": "2"})", "view.zoom is \"2\"; use a number"},
      {R"("panels": {"navigation_edge": "middle"})", "panels.navigation_edge: invalid edge of a panel 'middle'; "},
      {R"("panels": {"theme": null})", "panels.theme is null; use a string"},
      {R"("lessons": {"a": {"step": 1.5}})", "lessons.a.step is 1.5; use an integer"},
      {R"("window": {"x": 1})", "window: y is missing"},
      {R"("masks": [[1, 2, 3]])", "masks[0] is a list of 3 entries; use up to 1000 masks, each [x, y, width, height]"},
      {R"("masks": [[1, 2, "3", 4]])", "masks[0][2] is \"3\"; use a number"},
      {R"("exposure": [])", "exposure is []; use a number"},
      {"\"exposure\": 1,\n\"exposure\": 2", "line 2: duplicate key exposure, first used in line 1"},
  };
  State with_labs{scenes, labs()};
  for (const auto& [entry, reason] : cases) {
    write(R"({"texelscope_session": 1, "scene": "plain", )" + std::string{entry} + "}");
    try {
      load_session(path, with_labs);
      ADD_FAILURE() << entry << " is taken";
    } catch (const FileError& error) {
      EXPECT_TRUE(std::string{error.what()}.starts_with("cannot read the session " + path.string() + ": " + reason))
          << entry << ": " << error.what();
    }
  }
}

/// A session of version 0.1.0 with every lab. The interop lab is at a step that had a different name in that version.
TEST(SessionOfAnEarlierVersion, OpensWithEverySetting) {
  const std::filesystem::path path = std::filesystem::path{TEXELSCOPE_KEPT_SESSIONS} / "version_0_1_0.json";
  State state{scenes(), labs()};
  load_session(path, state);
  EXPECT_TRUE(state.notices.entries().empty());
  EXPECT_EQ(state.arrangement.panels.navigation.width, 288) << "that version had a single side panel";
  const auto kept = nlohmann::json::parse(std::ifstream{path}).at("labs");
  constexpr std::size_t labs_of_that_version = 9;
  std::size_t labs_in_both = 0;
  for (std::size_t i = 0; i < state.labs.all.size(); ++i) {
    // The session lacks labs that were added later.
    if (!kept.contains(state.labs.all[i].name)) {
      continue;
    }
    ++labs_in_both;
    std::map<std::string, std::string> settings;
    for (const auto& [name, text] : state.labs.states[i]->settings()) {
      settings[name] = text;
    }
    // The session lacks settings that were added later.
    for (const auto& [name, text] : kept.at(std::string{state.labs.all[i].name}).items()) {
      const bool is_of_window = std::ranges::count(state.labs.states[i]->settings_of_window(), name) > 0;
      const bool is_renamed = name == "step" && text == "lent";
      EXPECT_TRUE(is_of_window || settings.contains(name)) << state.labs.all[i].name << " has no " << name;
      EXPECT_TRUE(is_of_window || settings[name] == (is_renamed ? "acquired" : text.get<std::string>()))
          << state.labs.all[i].name << ": " << name << " is " << text << " there, and " << settings[name] << " here";
    }
  }
  EXPECT_EQ(labs_in_both, labs_of_that_version);
}

/// Uses the window's own scenes. In early sessions, the viewport's exposure applied to the floats of a picture.
TEST_F(SessionFile, GivesAPicturesSceneTheViewportsExposure) {
  State own{app::scenes()};
  const std::string head = R"({"texelscope_session": 1, "scene": "image", "exposure": 2.5)";
  take_session(head + "}", own, "session.json", SessionPart::all);
  EXPECT_EQ(current_settings(own).values.real("exposure"), 2.5);
  EXPECT_EQ(own.viewport.exposure, 0);
  take_session(R"({"texelscope_session": 1, "scene": "plasma", "exposure": 1})", own, "session.json", SessionPart::all);
  EXPECT_EQ(own.viewport.exposure, 1);
  choose_scene(own, static_cast<std::size_t>(find_scene("image") - app::scenes().data()));
  current_settings(own).values.set("exposure", -1.0);
  save_session(path, own);
  State other{app::scenes()};
  load_session(path, other);
  EXPECT_EQ(current_settings(other).values.real("exposure"), -1)
      << "the viewport's exposure does not apply to the picture";
}

}  // namespace
}  // namespace texelscope::app
