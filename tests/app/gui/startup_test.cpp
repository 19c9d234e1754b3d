#include "app/gui/startup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/files/file_error.h"
#include "app/gui/lab_registry.h"
#include "app/images/image_file.h"
#include "app/scenes/registry.h"
#include "app/text/parameter.h"
#include "app/workspace/session.h"
#include "tests/app/environment.h"
#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

/// The initial state of a window that opens a file.
class Startup : public testing::Test {
 protected:
  void start(const std::filesystem::path& file) {
    options.image = file;
    // A number of frames indicates a measurement, so no session is restored.
    options.frames = 1;
    Autosave autosave;
    begin_opening(options, state, autosave);
    finish_opening(options, state);
  }
  [[nodiscard]] std::string lab() const {
    return current_lab(state.labs) != nullptr ? std::string{current_lab(state.labs)->name} : "";
  }
  [[nodiscard]] std::string setting(const std::string& name) const {
    for (const auto& [known, value] : state.labs.states[*state.labs.current]->settings()) {
      if (known == name) {
        return value;
      }
    }
    return "no such setting";
  }

  tests::TemporaryFolder folder;
  ExploreOptions options;
  State state{scenes(), labs()};
};

TEST_F(Startup, OpensNamedFilesLikeDroppedOnes) {
  start(folder.write("mine.cu", "// another person's kernel\n"));
  ASSERT_EQ(lab(), "kernels");
  EXPECT_EQ(setting("text"), "// another person's kernel\n");
  EXPECT_EQ(setting("origin"), "mine.cu") << "the code is shown, but not compiled before a request";
  EXPECT_FALSE(state.pictures.current);
}

TEST_F(Startup, ShowsTensorsInTheirLabAndInScenesThatAcceptThem) {
  start(tests::write_numbers(folder / "a.npy", {4, 5}, std::vector<float>(20)));
  EXPECT_EQ(lab(), "tensors");
  EXPECT_TRUE(state.pictures.current);
}

TEST_F(Startup, ContinuesFromANamedSession) {
  State other{scenes(), labs()};
  choose_scene(other, 1);
  save_session(folder / "kept.json", other);
  start(folder / "kept.json");
  EXPECT_EQ(state.scenes.current, 1U);
  EXPECT_FALSE(state.pictures.current);
  options.session = folder / "another.json";
  EXPECT_THROW(start(folder / "kept.json"), ParameterError);
}

TEST_F(Startup, OpensACourseBesideTheSession) {
  const auto course = folder.write(
      "course.json", R"({"texelscope_course": 1, "title": "Week 3", "language": "en", "lessons": ["srgb"]})");
  State other{scenes(), labs()};
  choose_scene(other, 1);
  save_session(folder / "kept.json", other);
  options.course = course;
  start(folder / "kept.json");
  EXPECT_EQ(state.scenes.current, 1U);
  EXPECT_EQ(state.course.title, "Week 3");
  options.course = folder / "missing.json";
  EXPECT_THROW(start(folder / "kept.json"), FileError);
}

TEST_F(Startup, ShowsAPictureInAScene) {
  save_png(folder / "a.png", Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16)});
  start(folder / "a.png");
  EXPECT_EQ(lab(), "");
  ASSERT_TRUE(state.pictures.current);
  EXPECT_EQ(state.pictures.current->image->width, 2);
}

TEST_F(Startup, ShowsTheFirstReadablePicture) {
  folder.write("a.png", "no picture");
  save_png(folder / "b.png", Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16)});
  options.listed_files = {folder / "a.png", folder / "b.png"};
  start(folder / "a.png");
  ASSERT_TRUE(state.pictures.current);
  EXPECT_EQ(state.pictures.current->path, folder / "b.png");
  ASSERT_EQ(state.pictures.list.pictures.size(), 2U);
  EXPECT_NE(state.pictures.list.pictures[0].error.find("a.png"), std::string::npos)
      << state.pictures.list.pictures[0].error;
  EXPECT_EQ(state.notices.entries().back().text, state.pictures.list.pictures[0].error);
  options.listed_files = {folder / "a.png", folder / "none.png"};
  EXPECT_THROW(start(folder / "a.png"), FileError) << "none of the files can be read";
}

/// A start with a last session that contained an unsaved kernel.
class UsersStartup : public Startup {
 protected:
  UsersStartup() {
    State last{scenes(), labs()};
    kernels_of(last).set("text", typed);
    std::filesystem::create_directories(folder / "texelscope");
    save_session(folder / "texelscope/session.json", last);
  }
  static LabState& kernels_of(const State& of) {
    const auto is_kernels = [](const LabDeclaration& lab) { return lab.name == "kernels"; };
    return *of.labs
                .states[static_cast<std::size_t>(std::ranges::find_if(of.labs.all, is_kernels) - of.labs.all.begin())];
  }
  [[nodiscard]] static std::string text_of(const State& of) {
    for (const auto& [name, value] : kernels_of(of).settings()) {
      if (name == "text") {
        return value;
      }
    }
    return "no text";
  }
  void begin() {
    Autosave autosave = open_autosave(options, state);
    begin_opening(options, state, autosave);
    finish_opening(options, state);
  }
  [[nodiscard]] bool is_kept_aside() const {
    if (!exists(folder / "texelscope/session-1.json") || state.recent_files.paths().empty()) {
      return false;
    }
    State read{scenes(), labs()};
    load_session(folder / "texelscope/session-1.json", read);
    return text_of(read) == typed;
  }

  const std::string typed = "// typed, and not saved\n";
  tests::Environment kept{"XDG_STATE_HOME", folder.path().string()};
};

TEST_F(UsersStartup, WithAPictureRestoresTheLabsWithoutCompiling) {
  save_png(folder / "a.png", Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16)});
  options.image = folder / "a.png";
  options.listed_files = {*options.image, folder / "b.png"};
  begin();
  EXPECT_EQ(lab(), "");
  EXPECT_TRUE(state.pictures.current);
  EXPECT_EQ(state.pictures.list.pictures.size(), 2U);
  EXPECT_EQ(state.recent_files.paths(), (std::vector{folder / "a.png"}));
  EXPECT_EQ(text_of(state), typed);
  EXPECT_FALSE(kernels_of(state).is_busy()) << "code of the last session is compiled without a request";
  EXPECT_FALSE(exists(folder / "texelscope/session-1.json")) << "no second session was written";
}

TEST_F(UsersStartup, WithALabRestoresItsContents) {
  options.lab = "kernels";
  begin();
  EXPECT_EQ(lab(), "kernels");
  EXPECT_EQ(text_of(state), typed);
}

TEST_F(UsersStartup, WithAnotherTextSavesThePreviousOneInASecondSession) {
  options.image = folder.write("mine.cu", "// another\n");
  begin();
  EXPECT_EQ(text_of(state), "// another\n");
  EXPECT_TRUE(is_kept_aside());
}

TEST_F(UsersStartup, WithASessionSavesThePreviousTextInASecondSessionOnce) {
  State other{scenes(), labs()};
  save_session(folder / "other.json", other);
  options.image = folder / "other.json";
  begin();
  begin();
  EXPECT_NE(text_of(state), typed);
  EXPECT_TRUE(is_kept_aside());
  EXPECT_FALSE(exists(folder / "texelscope/session-2.json")) << "the same session was saved twice";
}

TEST_F(UsersStartup, FreshSavesThePreviousTextInASecondSession) {
  options.starts_fresh = true;
  begin();
  EXPECT_NE(text_of(state), typed);
  EXPECT_TRUE(is_kept_aside());
}

TEST_F(UsersStartup, WithoutAFolderForItsStateSaysSo) {
  const tests::Environment no_state("XDG_STATE_HOME", "");
  const tests::Environment no_home("HOME", "");
  begin();
  ASSERT_EQ(state.notices.entries().size(), 1U);
  EXPECT_NE(state.notices.entries()[0].text.find("neither XDG_STATE_HOME nor HOME"), std::string::npos);
  EXPECT_FALSE(open_autosave(options, state).is_due(state)) << "nothing is saved";
}

TEST_F(Startup, RefusesWhatIsMissingOrDamaged) {
  for (const char* name : {"missing.cu", "missing.npz", "missing.npy", "missing.json", "missing.png"}) {
    EXPECT_THROW(start(folder / name), FileError) << name;
  }
  EXPECT_THROW(start(folder.write("lesson.json", R"({"texelscope_lesson": 1})")), FileError);
}

}  // namespace
}  // namespace texelscope::app
