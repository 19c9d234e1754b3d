#include "app/window/autosave.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "app/window/session.h"
#include "gpu/files/owner_lock.h"
#include "gpu/files/replacement_file.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

class AutosaveTest : public testing::Test {
 protected:
  void TearDown() override { fs::remove_all(folder); }
  void write(const std::string& text) const {
    fs::create_directories(folder);
    std::ofstream{path} << text;
  }
  [[nodiscard]] static std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path folder = fs::temp_directory_path() / ("texelscope-autosave-" + std::to_string(::getpid()));
  fs::path path = folder / "session.json";
  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes};
};

TEST_F(AutosaveTest, KeepsChangesASecondAfterTheLast) {
  Autosave autosave(path);
  state.now = 1.5;
  autosave.update(state);
  const std::string before = text_of(path);
  EXPECT_EQ(before, session_text(state));
  state.settings[0].values.set("rotation", 12.0);
  state.now = 2;
  autosave.update(state);
  EXPECT_EQ(text_of(path), before);
  state.now = 2.6;
  autosave.update(state);
  EXPECT_EQ(text_of(path), session_text(state));

  State other{scenes};
  EXPECT_TRUE(restore_autosave(path, other));
  EXPECT_EQ(other.settings[0].values.real("rotation"), 12);
}

TEST_F(AutosaveTest, WritesNothingIfNothingChanged) {
  Autosave autosave(path);
  autosave.finish(state);
  fs::remove(path);
  autosave.finish(state);
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(AutosaveTest, MovesUnreadableSessionsAsideAndReportsIt) {
  const std::string damaged = R"({"texelscope_session": 1, "scene": "pict)";
  const std::string later = R"({"texelscope_session": 7, "scene": "picture"})";
  for (const std::string& text : {damaged, later}) {
    write(text);
    EXPECT_FALSE(restore_autosave(path, state));
    EXPECT_FALSE(fs::exists(path));
  }
  EXPECT_EQ(text_of(folder / "session.json.1"), damaged);
  EXPECT_EQ(text_of(folder / "session.json.2"), later);
  ASSERT_EQ(state.notices.entries().size(), 2U);
  EXPECT_NE(state.notices.entries()[1].text.find("newer texelscope"), std::string::npos);
  EXPECT_NE(state.notices.entries()[1].text.find("session.json.2"), std::string::npos);
}

TEST_F(AutosaveTest, NamesUnreadableSessionsByNumbersUpToALimit) {
  write("damaged");
  for (int number = 1; number <= 999; ++number) {
    std::ofstream{folder / ("session.json." + std::to_string(number))} << "earlier";
  }
  EXPECT_FALSE(restore_autosave(path, state));
  EXPECT_EQ(text_of(folder / "session.json.1000"), "damaged");
  write("damaged again");
  EXPECT_FALSE(restore_autosave(path, state));
  EXPECT_EQ(text_of(path), "damaged again");
  ASSERT_EQ(state.notices.entries().size(), 2U);
  const std::string& reported = state.notices.entries()[1].text;
  EXPECT_NE(reported.find("1000 files with names such as " + (folder / "session.json.1").string() + " already exist"),
            std::string::npos)
      << reported;
}

TEST_F(AutosaveTest, RemovesIncompleteFilesOfKilledPrograms) {
  write(session_text(state));
  const fs::path left = folder / gpu::OwnName{".texelscope-", ".part"}.make();
  const fs::path others = folder / "session.json.part";
  for (const fs::path& file : {left, others}) {
    std::ofstream{file} << "{";
  }
  const gpu::ReplacementFile being_written(path);
  EXPECT_TRUE(restore_autosave(path, state));
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(being_written.path()));
  EXPECT_TRUE(fs::exists(others));
}

TEST_F(AutosaveTest, TakesTheFavoritesFromTheirOwnFile) {
  state.gallery.favorites = {"drawing"};
  write(session_text(state));
  State other{scenes};
  other.gallery.favorites = {"plain"};
  EXPECT_TRUE(restore_autosave(path, other));
  EXPECT_EQ(other.gallery.favorites, (std::set<std::string, std::less<>>{"plain"}));
}

TEST_F(AutosaveTest, StartsWithoutASession) {
  EXPECT_FALSE(restore_autosave(path, state));
  EXPECT_TRUE(state.notices.entries().empty());
}

TEST_F(AutosaveTest, ReportsOnceThatItCannotWrite) {
  write("");
  Autosave autosave(path / "within" / "session.json");
  for (int i = 0; i < 3; ++i) {
    state.exposure = static_cast<float>(i);
    autosave.finish(state);
  }
  ASSERT_EQ(state.notices.entries().size(), 1U);
  EXPECT_NE(state.notices.entries()[0].text.find("The session was not saved: cannot write"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::app
