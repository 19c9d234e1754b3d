#include "app/workspace/state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/gui/lab_registry.h"
#include "app/labs/copy/copy_lab.h"
#include "app/labs/kernel/kernel_lab.h"
#include "app/labs/tensor/tensor_lab.h"
#include "app/window/action.h"
#include "tests/app/child_program.h"
#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

template <class Lab>
Lab& open(State& state, std::string_view name) {
  const auto lab = std::ranges::find(state.labs.all, name, &LabDeclaration::name);
  choose_lab(state, static_cast<std::size_t>(lab - state.labs.all.begin()));
  return dynamic_cast<Lab&>(*state.labs.states[*state.labs.current]);
}

class Work : public testing::Test {
 protected:
  void press_escape() {
    const std::vector<Action> actions = make_actions(state.scenes.all, state.labs.all);
    const Action* const close = find_action(actions, {.key = key::escape});
    ASSERT_TRUE(close != nullptr && is_enabled(*close, state)) << "Escape has no effect";
    perform(*close, state);
  }

  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes, labs()};
  /// Begins to read a picture, which lasts until the test ends.
  void read_slowly(const std::filesystem::path& file) {
    state.pictures.reader.want({file});
    state.pictures.reader.update();
  }
  void SetUp() override {
    state.pictures.reader = PictureReader([end = ended_](const WantedPicture&) {
      end.wait();
      return ReadPicture{};
    });
  }
  void TearDown() override { end_.set_value(); }

  gpu::Device device = gpu::Device::open({});

 private:
  std::promise<void> end_;
  std::shared_future<void> ended_ = end_.get_future().share();
};

TEST_F(Work, IsShownOnceItHasLastedHalfASecond) {
  EXPECT_FALSE(long_work(state));
  read_slowly("/pictures/large.png");
  state.now = 10;
  EXPECT_FALSE(long_work(state));
  state.now = 10.4;
  EXPECT_FALSE(long_work(state));
  state.now = 10.6;
  ASSERT_TRUE(long_work(state));
  EXPECT_EQ(long_work(state)->title, "Reading large.png");
  EXPECT_FALSE(long_work(state)->progress);
  state.pictures.reader.stop();
  read_slowly("/pictures/other.png");
  EXPECT_FALSE(long_work(state)) << "the time of other work is counted anew";
}

TEST_F(Work, OfAPictureIsCanceledByEscape) {
  read_slowly("/pictures/large.png");
  press_escape();
  EXPECT_FALSE(state.pictures.reader.is_reading());
  EXPECT_EQ(state.notices.entries().back().text, "Stopped reading large.png");
}

TEST_F(Work, OfACopyShowsItsProgressAndEndsByEscape) {
  CopyLab& lab = open<CopyLab>(state, "copies");
  lab.set("source_shape", "2048, 2048");
  lab.set("destination_shape", "2048, 2048");
  lab.update();
  lab.run();
  lab.advance(device);
  ASSERT_TRUE(work_in_progress(state));
  EXPECT_EQ(work_in_progress(state)->progress, 0);
  press_escape();
  while (lab.is_running()) {
    lab.advance(device);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(lab.records.empty()) << "the run continued to its end";
}

TEST_F(Work, OfTheCompilerEndsByEscape) {
  const tests::ChildProgram program(tests::built_program());
  KernelLab& lab = open<KernelLab>(state, "kernels");
  lab.advance(device, {.width = 8, .height = 8});
  ASSERT_TRUE(lab.is_compiling()) << lab.error();
  EXPECT_EQ(work_in_progress(state)->title, "Compiling");
  press_escape();
  while (lab.is_compiling()) {
    lab.advance(device, {.width = 8, .height = 8});
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_NE(lab.error(), "");
  EXPECT_FALSE(work_in_progress(state));
}

TEST_F(Work, OfATensorFileEndsByEscapeAndCanRestart) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path file = tests::write_numbers(folder / "numbers.npy", {2, 3}, std::vector<float>(6, 1.5F));
  TensorLab& lab = open<TensorLab>(state, "tensors");
  ASSERT_TRUE(lab.take_file(file));
  EXPECT_EQ(work_in_progress(state)->title, "Reading numbers.npy");
  press_escape();
  EXPECT_FALSE(lab.is_loading());
  EXPECT_NE(lab.error().find("numbers.npy"), std::string::npos) << lab.error();
  lab.run();
  lab.wait_for_file();
  EXPECT_EQ(lab.error(), "");
  EXPECT_EQ(lab.tensors().size(), 1U);
}

}  // namespace
}  // namespace texelscope::app
