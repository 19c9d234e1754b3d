#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "app/images/image_file.h"
#include "app/lessons/course_choice.h"
#include "app/window/action.h"
#include "app/workspace/open.h"
#include "app/workspace/undo.h"
#include "tests/app/gui/scene_control_fixture.h"
#include "tests/app/npy_file.h"
#include "tests/app/wanted_picture.h"

namespace texelscope::app {
namespace {

TEST_F(SceneControlTest, StopsReadingAnImageWhenAsked) {
  // The image is large, so it is still being read at the first check.
  constexpr int side = 3000;
  save_png(folder / "large.png", Image{side, side, 4, gpu::DataType::uint8, std::vector<std::byte>(4UL * side * side)});
  open(*state, folder / "large.png");
  update();
  ASSERT_TRUE(state->pictures.reader.is_reading());
  cancel_work(*state);
  EXPECT_FALSE(state->pictures.reader.is_reading());
  EXPECT_NE(last_notice().find("large.png"), std::string::npos);
  std::this_thread::sleep_for(std::chrono::milliseconds{300});
  update();
  EXPECT_FALSE(state->pictures.current) << "the picture appeared although its loading was stopped";
  open(*state, folder / "large.png");
  update_until_loaded();
  EXPECT_TRUE(state->pictures.current);
}

TEST_F(SceneControlTest, ChangesNothingAfterABadFile) {
  update();
  const auto bad = folder / "bad.png";
  std::ofstream{bad} << "this is not an image";
  open(*state, bad);
  update_until_loaded();
  EXPECT_FALSE(state->pictures.current);
  EXPECT_FALSE(state->scenes.has_failed);
  EXPECT_EQ(behavior.starts, 1);
  EXPECT_NE(last_notice().find("bad.png"), std::string::npos);
  EXPECT_NE(last_notice().find("npz"), std::string::npos) << "everything that can be opened: " << last_notice();
}

TEST_F(SceneControlTest, ShowsAnImageInASceneThatTakesOne) {
  choose_scene(*state, 1);
  update();
  const auto good = folder / "good.png";
  save_png(good, Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16, std::byte{77})});
  open(*state, good);
  update_until_loaded();
  ASSERT_TRUE(state->pictures.current);
  EXPECT_EQ(state->pictures.current->image->width, 2);
  EXPECT_EQ(current_scene(*state).name, "picture");
  EXPECT_EQ(behavior.starts, 2);
  close_picture(*state);
  update();
  EXPECT_FALSE(state->pictures.current);
  EXPECT_EQ(behavior.starts, 3);
}

TEST_F(SceneControlTest, RemembersEachPictureThatTheUserChose) {
  for (const bool is_listed : {false, true}) {
    const auto file = folder / (is_listed ? "listed.png" : "opened.png");
    save_png(file, Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16, std::byte{77})});
    if (is_listed) {
      list_files(*state, std::vector{file});
    } else {
      open(*state, file);
    }
    update_until_loaded();
    ASSERT_FALSE(state->recent_files.paths().empty()) << file;
    EXPECT_EQ(state->recent_files.paths().front(), file);
  }
}

TEST_F(SceneControlTest, ReloadsThePictureAsStored) {
  const auto good = folder / "good.png";
  save_png(good, Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16, std::byte{77})});
  open(*state, good);
  update_until_loaded();
  const std::vector<Action> all = make_actions(scenes);
  const Action* const action = find_action(all, "orientation");
  ASSERT_NE(action, nullptr);
  for (const Orientation expected : {Orientation::ignored, Orientation::applied}) {
    perform(*action, *state);
    EXPECT_EQ(tests::wanted_picture(*state).reading.orientation, expected);
    update_until_loaded();
    ASSERT_TRUE(state->pictures.current);
    EXPECT_EQ(state->pictures.current->reading.orientation, expected);
    EXPECT_EQ(state->pictures.current->path, good);
    EXPECT_EQ(frame_command(*state).find("--ignore-orientation") != std::string::npos,
              expected == Orientation::ignored);
  }
}

TEST_F(SceneControlTest, ShowsAVolumeInASceneThatTakesOneAndLeavesPicturesToTheOthers) {
  scenes[2].takes = SceneInput::volume;
  update();
  open(*state, tests::write_numbers(folder / "v.npy", {2, 3, 5}, std::vector<float>(30)));
  update_until_loaded();
  EXPECT_EQ(current_scene(*state).name, "plain");
  EXPECT_EQ(behavior.starts, 2);
  choose_scene(*state, 0);
  EXPECT_EQ(input_of(*state, current_scene(*state)), nullptr);
  update();
  EXPECT_EQ(behavior.starts, 3);
  close_picture(*state);
  update();
  EXPECT_EQ(behavior.starts, 3) << "the scene still has no input";
}

TEST_F(SceneControlTest, OffersAFileToTheLabThatIsOpen) {
  const auto good = folder / "good.png";
  save_png(good, Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16, std::byte{77})});
  static const std::vector<LabDeclaration> one_lab(1);
  state->labs.all = one_lab;
  state->labs.states.push_back(std::make_unique<FileLab>());
  const auto& lab = static_cast<const FileLab&>(*state->labs.states[0]);
  state->labs.current = 0;
  open(*state, good);
  update_until_loaded();
  EXPECT_EQ(lab.file, good);
  EXPECT_FALSE(state->pictures.current);
  EXPECT_EQ(state->labs.current, 0U);
  // The same file, as if a session named it.
  state->pictures.reader.want({good, {}, PictureOrigin::session});
  update_until_loaded();
  EXPECT_TRUE(state->pictures.current);
  EXPECT_EQ(state->labs.current, 0U);
  EXPECT_EQ(lab.files, 1);
}

TEST_F(SceneControlTest, OpensTheLabOfAKernelFromAnyLab) {
  static const std::vector<LabDeclaration> two_labs(2);
  state->labs.all = two_labs;
  state->labs.states.push_back(std::make_unique<FileLab>());
  state->labs.states.push_back(std::make_unique<FileLab>(".cu"));
  for (const std::optional<std::size_t>& before : {std::optional<std::size_t>{}, std::optional<std::size_t>{0}}) {
    state->labs.current = before;
    open(*state, folder / "mine.cu");
    update_until_loaded();
    EXPECT_EQ(state->labs.current, 1U);
    EXPECT_EQ(static_cast<const FileLab&>(*state->labs.states[1]).file, folder / "mine.cu");
    EXPECT_EQ(static_cast<const FileLab&>(*state->labs.states[0]).files, 0);
  }
}

TEST_F(SceneControlTest, ShowsATensorInItsLabAndInASceneThatTakesIt) {
  static const std::vector<LabDeclaration> one_lab(1);
  state->labs.all = one_lab;
  state->labs.states.push_back(std::make_unique<FileLab>(".npy"));
  open(*state, tests::write_numbers(folder / "a.npy", {4, 5}, std::vector<float>(20)));
  update_until_loaded();
  EXPECT_TRUE(state->pictures.current);
  EXPECT_EQ(state->labs.current, 0U);
  state->labs.current.reset();
  open(*state, tests::write_numbers(folder / "line.npy", {4}, std::vector<float>(4)));
  update_until_loaded();
  EXPECT_EQ(state->labs.current, 0U);
  EXPECT_EQ(static_cast<const FileLab&>(*state->labs.states[0]).files, 2);
  EXPECT_EQ(last_notice(), "") << "the lab shows the file, so no notice is needed";
}

TEST_F(SceneControlTest, KeepsSceneAndViewOfASessionWhenItsImageIsLoaded) {
  const auto good = folder / "good.png";
  save_png(good, Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16, std::byte{77})});
  choose_scene(*state, 2);
  state->viewport.view.is_fit = false;
  state->pictures.reader.want({good, {}, PictureOrigin::session});
  update_until_loaded();
  EXPECT_TRUE(state->pictures.current);
  EXPECT_EQ(current_scene(*state).name, "plain");
  EXPECT_FALSE(state->viewport.view.is_fit);
  EXPECT_TRUE(state->recent_files.paths().empty()) << "the user did not open this file";
}

TEST_F(SceneControlTest, DoesNotOpenASessionNamedAsTheImageOfASession) {
  const auto session = folder / "session.json";
  std::ofstream{session} << R"({"texelscope_session": 1, "scene": "drawing", "image": ")" << session.string() << "\"}";
  open(*state, session);
  update_until_loaded();
  update_until_loaded();
  EXPECT_EQ(current_scene(*state).name, "drawing");
  EXPECT_FALSE(state->pictures.reader.is_busy());
  EXPECT_NE(last_notice().find("session.json"), std::string::npos);
  EXPECT_EQ(state->notices.entries().back().kind, NoticeKind::error) << last_notice();
}

TEST_F(SceneControlTest, KeepsTheStateBeforeALabOpenedAFileForUndo) {
  record_edit(*state, true);
  state->viewport.exposure = 3;
  open(*state, folder / "missing.json");
  update();
  state->viewport.exposure = 4;
  record_edit(*state, true);
  undo(*state);
  EXPECT_EQ(state->viewport.exposure, 3);
}

TEST_F(SceneControlTest, ClosesAnImageThatNoSceneCanStartWith) {
  update();
  const auto good = folder / "good.png";
  save_png(good, Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16, std::byte{77})});
  behavior.cannot_start = true;
  open(*state, good);
  update_until_loaded();
  EXPECT_FALSE(state->pictures.current);
  EXPECT_FALSE(state->scenes.has_failed);
  EXPECT_EQ(last_notice(), "the scene cannot start");
  EXPECT_EQ(state->notices.entries().back().count, 1U);
}

TEST_F(SceneControlTest, ReportsASessionsFileThatIsNotAPicture) {
  update();
  std::ofstream{folder / "another.json"} << R"({"texelscope_session": 1})";
  state->pictures.reader.want({folder / "another.json", {}, PictureOrigin::session});
  update_until_loaded();
  EXPECT_NE(last_notice().find("the session's picture"), std::string::npos) << last_notice();
  EXPECT_EQ(last_notice().find("npz"), std::string::npos) << "only pictures are allowed there: " << last_notice();
}

TEST_F(SceneControlTest, OpensACourseByItsContent) {
  std::ofstream{folder / "course.json"}
      << R"({"texelscope_course": 1, "title": "Week 3", "language": "en", "lessons": ["srgb"]})";
  open(*state, folder / "course.json");
  open_wanted_course(*state);
  EXPECT_EQ(state->course.title, "Week 3");
  EXPECT_TRUE(state->arrangement.panels.lessons.is_shown);
  EXPECT_FALSE(state->pictures.current);
  std::ofstream{folder / "bad.json"} << R"({"texelscope_course": 1})";
  open(*state, folder / "bad.json");
  open_wanted_course(*state);
  EXPECT_NE(last_notice().find("cannot read the course"), std::string::npos) << last_notice();
  EXPECT_EQ(state->course.title, "Week 3");
}

}  // namespace
}  // namespace texelscope::app
