#include "app/gui/file_saving.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include "app/images/image_convert.h"
#include "app/images/image_file.h"
#include "app/lessons/course.h"
#include "app/lessons/lesson_results.h"
#include "tests/app/gui/scene_control_fixture.h"

namespace texelscope::app {
namespace {

class FileSavingTest : public SceneControlTest {
 protected:
  void SetUp() override {
    SceneControlTest::SetUp();
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(folder);
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    SceneControlTest::TearDown();
  }

  void save(SaveRequest request) {
    state->requests.save = std::move(request);
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    do {
      saving.update(*state, *control);
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    } while ((state->requests.save || saving.is_busy()) && std::chrono::steady_clock::now() < end);
  }

  FileSaving saving;

 private:
  std::filesystem::path before_;
};

TEST_F(FileSavingTest, WritesTheFrameUnderANameThatIsFree) {
  update();
  save({});
  save({});
  EXPECT_EQ(load_image("picture-1.png").width, 320);
  EXPECT_EQ(load_image("picture-1-2.png").height, 200);
  EXPECT_EQ(last_notice(), "Saved " + (folder / "picture-1-2.png").string());
}

TEST_F(FileSavingTest, WritesThePictureAtItsOwnSizeUnderTheRequestedName) {
  update();
  Image picture = rgba8_image(7, 5);
  picture.pixels[3] = std::byte{9};
  state->pictures.current = LoadedImage{"photo.jpg", std::make_shared<const Image>(std::move(picture)), {}};
  save({SavedKind::picture, folder / "mine.png", 16});
  const Image read = load_image(folder / "mine.png");
  EXPECT_EQ(read.type, gpu::DataType::uint16);
  EXPECT_EQ(read.width, 7);
  EXPECT_EQ(sample_of<std::uint16_t>(read, 3), 9 * 257);
  save({SavedKind::picture});
  EXPECT_EQ(load_image("photo.png").height, 5);
}

TEST_F(FileSavingTest, ShowsTheFileBeingWrittenUntilItIsComplete) {
  update();
  state->requests.save = SaveRequest{};
  saving.update(*state, *control);
  EXPECT_TRUE(saving.is_busy());
  ASSERT_TRUE(work_in_progress(*state));
  EXPECT_EQ(work_in_progress(*state)->title, "Writing picture-1.png");
  state->requests.save = SaveRequest{SavedKind::frame, folder / "second.npy"};
  saving.update(*state, *control);
  save(SaveRequest{SavedKind::frame, folder / "third.npy"});
  EXPECT_FALSE(work_in_progress(*state));
  EXPECT_TRUE(std::filesystem::exists(folder / "picture-1.png"));
  EXPECT_TRUE(std::filesystem::exists(folder / "third.npy"));
}

TEST_F(FileSavingTest, ReportsFilesThatCannotBeWritten) {
  save({});
  EXPECT_EQ(last_notice(), "There is no frame to save: no scene is running.");
  save({SavedKind::picture});
  EXPECT_EQ(last_notice(), "There is no picture to save: no picture is open.");
  update();
  save({SavedKind::frame, folder / "missing" / "a.exr"});
  EXPECT_TRUE(last_notice().starts_with("cannot write " + (folder / "missing" / "a.exr").string())) << last_notice();
  save({SavedKind::session, folder / "missing" / "a.json"});
  EXPECT_TRUE(last_notice().starts_with("cannot write ")) << last_notice();
  save({SavedKind::session, folder / "mine.json"});
  EXPECT_TRUE(std::filesystem::exists(folder / "mine.json"));
}

TEST_F(FileSavingTest, WritesLessonResultsThatTheReportReads) {
  state->course.title = "Week 3";
  state->course.student = "Ada";
  state->course.lessons = {{.name = "a", .title = "T", .summary = "S", .steps = {}}};
  state->course.progress["a"].first_answers[1] = {.answer = "5", .is_right = true};
  save({SavedKind::lesson_results, folder / "Ada_results.json"});
  const LessonResults results = load_results(folder / "Ada_results.json");
  EXPECT_EQ(results, results_of(state->course, results.saved));
  EXPECT_NE(last_notice().find("Saved"), std::string::npos);
  EXPECT_TRUE(are_results_saved(state->course));
  EXPECT_NE(loss_of_beginning_again(state->course).find("The results are saved."), std::string::npos);
  state->course.progress["a"].step = 2;
  EXPECT_FALSE(are_results_saved(state->course));
  EXPECT_NE(loss_of_beginning_again(state->course).find("save the results first"), std::string::npos);
  save({SavedKind::lesson_results, folder / "missing" / "a.json"});
  EXPECT_TRUE(last_notice().starts_with("cannot write ")) << last_notice();
}

}  // namespace
}  // namespace texelscope::app
