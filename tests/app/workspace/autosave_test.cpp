#include "app/workspace/autosave.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/gui/lab_registry.h"
#include "app/scenes/registry.h"
#include "app/workspace/session.h"
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

  /// At the start of a window, which then ends.
  [[nodiscard]] bool restore(State& restored) const { return Autosave(path, restored).restore(restored); }
  [[nodiscard]] static std::string last_notice(const State& of) {
    return of.notices.entries().empty() ? "" : of.notices.entries().back().text;
  }

  fs::path folder = fs::temp_directory_path() / ("texelscope-autosave-" + std::to_string(::getpid()));
  fs::path path = folder / "session.json";
  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes};
};

TEST_F(AutosaveTest, KeepsChangesASecondAfterTheLast) {
  std::optional<Autosave> opened;
  Autosave& autosave = opened.emplace(path, state);
  state.now = 1.5;
  autosave.update(state);
  const std::string before = text_of(path);
  EXPECT_EQ(before, session_text(state));
  state.scenes.settings[0].values.set("rotation", 12.0);
  state.now = 2;
  autosave.update(state);
  EXPECT_EQ(text_of(path), before);
  state.now = 2.6;
  autosave.update(state);
  EXPECT_EQ(text_of(path), session_text(state));
  opened.reset();

  State other{scenes};
  EXPECT_TRUE(restore(other));
  EXPECT_EQ(other.scenes.settings[0].values.real("rotation"), 12);
}

TEST_F(AutosaveTest, WritesNothingIfNothingChanged) {
  Autosave autosave(path, state);
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
    EXPECT_FALSE(restore(state));
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
  EXPECT_FALSE(restore(state));
  EXPECT_EQ(text_of(folder / "session.json.1000"), "damaged");
  write("damaged again");
  EXPECT_FALSE(restore(state));
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
  EXPECT_TRUE(restore(state));
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(being_written.path()));
  EXPECT_TRUE(fs::exists(others));
}

TEST_F(AutosaveTest, TakesTheFavoritesFromTheirOwnFile) {
  state.gallery.favorites = {"drawing"};
  write(session_text(state));
  State other{scenes};
  other.gallery.favorites = {"plain"};
  EXPECT_TRUE(restore(other));
  EXPECT_EQ(other.gallery.favorites, (std::set<std::string, std::less<>>{"plain"}));
}

TEST_F(AutosaveTest, StartsWithoutASession) {
  EXPECT_FALSE(restore(state));
  EXPECT_TRUE(state.notices.entries().empty());
}

TEST_F(AutosaveTest, ReportsOnceThatItCannotWrite) {
  Autosave autosave(path, state);
  fs::create_directories(path / "in the way");
  for (int i = 0; i < 3; ++i) {
    state.viewport.exposure = static_cast<float>(i);
    autosave.finish(state);
  }
  ASSERT_EQ(state.notices.entries().size(), 1U);
  EXPECT_NE(state.notices.entries()[0].text.find("The session was not saved: cannot write"), std::string::npos);
}

TEST_F(AutosaveTest, StartsWithoutAFolderAndSaysWhatToDo) {
  fs::create_directories(folder);
  fs::create_symlink("loop", folder / "loop");
  std::ofstream{folder / "file"} << "in the place of the folder";
  // Write permissions do not limit the superuser, but nobody can create a file in this folder.
  for (const fs::path& place : {folder / "loop", folder / "file", fs::path{"/proc/self"}}) {
    State started{scenes};
    Autosave autosave(place / "session.json", started);
    ASSERT_EQ(started.notices.entries().size(), 1U) << place;
    EXPECT_NE(last_notice(started).find("starts without the last session, and does not save its own: cannot write"),
              std::string::npos)
        << last_notice(started);
    EXPECT_NE(last_notice(started).find("; "), std::string::npos) << "no advice: " << last_notice(started);
    EXPECT_FALSE(autosave.restore(started));
    autosave.update(started);
    autosave.finish(started);
    EXPECT_FALSE(autosave.is_due(started));
    EXPECT_EQ(started.notices.entries().size(), 1U) << "one notice is enough";
  }
}

TEST_F(AutosaveTest, DoesNotRestoreASessionWhoseLastStartEndedEarly) {
  write(session_text(state));
  {
    State started{scenes};
    Autosave autosave(path, started);
    EXPECT_TRUE(autosave.restore(started));
    autosave.update(started);
    // Ends without note_shown(), as when an assertion ends the process.
  }
  State next{scenes};
  Autosave autosave(path, next);
  EXPECT_FALSE(autosave.restore(next));
  EXPECT_NE(last_notice(next).find("did not succeed"), std::string::npos) << last_notice(next);
  EXPECT_TRUE(fs::exists(folder / "session-1.json"));
  ASSERT_NE(next.notices.entries().back().button.press, nullptr);
  next.notices.entries().back().button.press();
  autosave.update(next);
  EXPECT_EQ(next.recent_files.paths().front(), folder / "session-1.json") << "the user can open it again";
}

TEST_F(AutosaveTest, RestoresASessionWhoseFirstFramesWereShown) {
  write(session_text(state));
  {
    State started{scenes};
    Autosave autosave(path, started);
    EXPECT_TRUE(autosave.restore(started));
    autosave.update(started);
    autosave.note_shown();
  }
  EXPECT_TRUE(restore(state));
}

/// Two windows on one folder, with the kernel editor's text as the user's work.
class TwoWindows : public AutosaveTest {
 protected:
  struct Window {
    explicit Window(const fs::path& path) : autosave{path, state} {
      autosave.restore(state);
      autosave.update(state);
    }
    void type(const std::string& text) {
      kernels().set("text", text);
      autosave.finish(state);
    }
    [[nodiscard]] LabState& kernels() {
      const auto is_kernels = [](const LabDeclaration& lab) { return lab.name == "kernels"; };
      return *state.labs.states[static_cast<std::size_t>(std::ranges::find_if(labs(), is_kernels) - labs().begin())];
    }
    [[nodiscard]] std::string text() {
      for (const auto& [name, value] : kernels().settings()) {
        if (name == "text") {
          return value;
        }
      }
      return "";
    }
    State state{app::scenes(), labs()};
    Autosave autosave;
  };
  /// The text that a session contains.
  [[nodiscard]] static std::string typed_in(const fs::path& session) {
    return nlohmann::json::parse(text_of(session)).at("labs").at("kernels").at("text");
  }
  [[nodiscard]] bool is_in_a_session(const std::string& text) const {
    return std::ranges::any_of(fs::directory_iterator(folder), [&](const fs::directory_entry& entry) {
      return entry.path().extension() == ".json" && typed_in(entry.path()) == text;
    });
  }
};

TEST_F(TwoWindows, LoseNoTextAndOfferTheFirstOnesWork) {
  auto first = std::make_unique<Window>(path);
  first->type("// a");
  Window second(path);
  EXPECT_NE(last_notice(second.state).find("Another window has the last session"), std::string::npos);
  EXPECT_EQ(second.text(), "// a") << "it continues with a copy";
  first->type("// a, newer");
  second.type("// b");
  EXPECT_EQ(typed_in(path), "// a, newer");
  EXPECT_EQ(typed_in(folder / "session-1.json"), "// b");
  first.reset();
  second.autosave.finish(second.state);
  EXPECT_EQ(typed_in(path), "// b") << "the window that is open has the last session now";
  EXPECT_FALSE(fs::exists(folder / "session-1.json"));
  EXPECT_EQ(typed_in(folder / "session-2.json"), "// a, newer");
  const Notice& offer = second.state.notices.entries().back();
  EXPECT_NE(offer.text.find("session-2.json"), std::string::npos) << offer.text;
  second.type("// b, newer");
  offer.button.press();
  second.autosave.update(second.state);
  EXPECT_NE(session_text(second.state).find("// a, newer"), std::string::npos);
  EXPECT_TRUE(is_in_a_session("// b, newer")) << "the own text is saved before another session replaces it";
}

TEST_F(TwoWindows, LeaveTheNewerTextIfOneOfThemHasNone) {
  auto first = std::make_unique<Window>(path);
  first->type("// a");
  auto second = std::make_unique<Window>(path);
  first->type("// a, newer");
  second->state.viewport.exposure = 2;
  second->autosave.finish(second->state);
  first.reset();
  second->autosave.finish(second->state);
  EXPECT_EQ(typed_in(path), "// a, newer");
  EXPECT_FALSE(second->state.notices.entries().back().button.text.empty()) << "the newer text is offered";
  second->autosave.finish(second->state);
  second.reset();
  EXPECT_EQ(typed_in(path), "// a, newer");
  EXPECT_EQ(Window(path).text(), "// a, newer");
}

TEST_F(TwoWindows, OfferWorkThatWasNotOfferedLongEnoughAtTheNextStart) {
  auto first = std::make_unique<Window>(path);
  auto second = std::make_unique<Window>(path);
  first->type("// a");
  second->type("// b");
  first.reset();
  second->autosave.finish(second->state);
  second.reset();
  Window next(path);
  EXPECT_EQ(next.text(), "// b");
  EXPECT_TRUE(is_in_a_session("// a"));
  EXPECT_FALSE(next.state.notices.entries().back().button.text.empty());
}

TEST_F(TwoWindows, KeepTheSecondOnesTextIfItEndsFirst) {
  Window first(path);
  auto second = std::make_unique<Window>(path);
  second->type("// b");
  first.type("// a");
  second.reset();
  first.type("// a, newer");
  EXPECT_EQ(typed_in(path), "// a, newer");
  EXPECT_TRUE(is_in_a_session("// b"));
}

TEST_F(TwoWindows, OfferTheSecondOnesWorkAtTheNextStartIfItEndsFirst) {
  auto first = std::make_unique<Window>(path);
  auto second = std::make_unique<Window>(path);
  second->type("// b");
  second.reset();
  first->type("// a");
  first.reset();
  const auto offered = [](const Window& window) {
    const auto& notices = window.state.notices.entries();
    return notices.empty() || notices.back().button.press == nullptr ? "" : notices.back().text;
  };
  {
    const Window killed(path);
    EXPECT_NE(offered(killed).find("session-1.json"), std::string::npos) << offered(killed);
  }
  // The session of the start that did not succeed is offered first.
  { const Window after_killed(path); }
  Window next(path);
  ASSERT_NE(offered(next).find((folder / "session-1.json").string()), std::string::npos)
      << "the offer was not shown before: " << offered(next);
  next.autosave.note_shown();
  next.state.notices.entries().back().button.press();
  next.autosave.update(next.state);
  EXPECT_EQ(next.state.recent_files.paths().front(), folder / "session-1.json");
}

TEST_F(TwoWindows, OfferEachSessionOnceOneAtAStart) {
  auto first = std::make_unique<Window>(path);
  auto second = std::make_unique<Window>(path);
  auto third = std::make_unique<Window>(path);
  second->type("// b");
  third->type("// c");
  second.reset();
  third.reset();
  first->type("// a");
  first.reset();
  for (const std::string expected : {"session-2.json", "session-1.json", ""}) {
    Window next(path);
    next.autosave.note_shown();
    EXPECT_NE(last_notice(next.state).find(expected), std::string::npos) << last_notice(next.state);
    EXPECT_EQ(next.state.notices.entries().empty(), expected.empty());
  }
}

TEST_F(TwoWindows, OfferNothingThatTheLastSessionContains) {
  auto first = std::make_unique<Window>(path);
  auto second = std::make_unique<Window>(path);
  second->type("// b");
  first.reset();
  second->type("// b, newer");
  second.reset();
  const Window next(path);
  EXPECT_TRUE(next.state.notices.entries().empty()) << last_notice(next.state);
}

TEST_F(TwoWindows, DoNotMoveTheOthersDamagedSession) {
  Window first(path);
  write("damaged");
  Window second(path);
  EXPECT_EQ(text_of(path), "damaged");
  EXPECT_FALSE(fs::exists(folder / "session.json.1"));
}

}  // namespace
}  // namespace texelscope::app
