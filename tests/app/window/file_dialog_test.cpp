#include "app/window/file_dialog.h"
#include "app/documents/document.h"
#include "tests/app/wanted_picture.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "app/gui/lab_registry.h"
#include "app/window/action.h"
#include "app/workspace/open.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

class FileDialogTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder / "photos");
    std::ofstream{folder / "photos" / "a.png"} << "x";
    std::ofstream{folder / "b.png"} << "x";
    show_open_dialog(state);
    type_path(state, folder.string() + "/");
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  /// Presses Enter, and waits for frames in which no text is typed.
  void press_enter(int key = key::enter) {
    EXPECT_TRUE(press_in_dialog(state, key));
    for (int frame = 0; is_enter_waiting(state.dialogs.file); ++frame) {
      ASSERT_LT(frame, 10) << "the dialog never handles Enter";
      take_enter(state);
    }
  }

  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("texelscope-file-dialog-" + std::to_string(::getpid()));
  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes};
};

TEST_F(FileDialogTest, EntersTheChosenFolderAndRequestsTheFile) {
  EXPECT_TRUE(press_in_dialog(state, key::down));
  EXPECT_TRUE(press_in_dialog(state, key::down));
  press_enter();
  EXPECT_TRUE(state.dialogs.file.is_shown);
  EXPECT_EQ(state.dialogs.file.text, folder.string() + "/photos/");
  ASSERT_EQ(state.dialogs.file.list.entries.size(), 2U);
  press_in_dialog(state, key::down);
  press_enter();
  EXPECT_EQ(state.dialogs.file.text, folder.string() + "/") << "the folder above";
  take_path(state, folder.string() + "/photos/");
  press_in_dialog(state, key::down);
  press_in_dialog(state, key::down);
  press_enter();
  EXPECT_FALSE(state.dialogs.file.is_shown);
  EXPECT_EQ(tests::wanted_picture(state).path, folder / "photos" / "a.png");
}

TEST_F(FileDialogTest, ListsOnlyFoldersAndJsonFilesForACourse) {
  std::ofstream{folder / "week_3.json"} << "{}";
  show_course_dialog(state);
  type_path(state, folder.string() + "/");
  ASSERT_EQ(state.dialogs.file.list.entries.size(), 3U);
  EXPECT_EQ(state.dialogs.file.list.entries[1].name, "photos");
  EXPECT_EQ(state.dialogs.file.list.entries[2].name, "week_3.json");
  show_open_dialog(state);
  type_path(state, folder.string() + "/");
  EXPECT_EQ(state.dialogs.file.list.entries.size(), 4U);
}

TEST_F(FileDialogTest, RequestsTheTypedPathIfNothingIsChosen) {
  type_path(state, folder.string() + "/b.png");
  press_enter(key::keypad_enter);
  EXPECT_EQ(tests::wanted_picture(state).path, folder / "b.png");
}

TEST_F(FileDialogTest, OpensTheOnlyMatchOfATypedBeginning) {
  type_path(state, folder.string() + "/b.");
  press_enter();
  EXPECT_FALSE(state.dialogs.file.is_shown);
  EXPECT_EQ(tests::wanted_picture(state).path, folder / "b.png");
  show_open_dialog(state);
  type_path(state, folder.string() + "/ph");
  press_enter();
  EXPECT_EQ(state.dialogs.file.text, folder.string() + "/photos/");
  type_path(state, folder.string() + "/photos/");
  state.pictures.reader.forget();
  press_enter();
  EXPECT_TRUE(state.dialogs.file.is_shown);
  EXPECT_FALSE(state.pictures.reader.is_busy()) << "the only file of a folder is not opened without typing";
}

TEST_F(FileDialogTest, IncludesLettersThatReachTheTextAfterEnter) {
  type_path(state, folder.string() + "/b.p");
  press_in_dialog(state, key::enter);
  take_enter(state);
  type_path(state, folder.string() + "/b.pn");
  take_enter(state);
  type_path(state, folder.string() + "/b.png");
  while (is_enter_waiting(state.dialogs.file)) {
    take_enter(state);
  }
  EXPECT_EQ(tests::wanted_picture(state).path, folder / "b.png");
}

TEST(FileDialog, ListsOnlyFilesThatCanBeOpened) {
  const tests::TemporaryFolder folder;
  const std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes, labs()};
  for (const char* name : {"a.cu", "b.txt", "c.npz", "d.npy", "e.json", "f.JPEG", "g.pnm", "h.xyz", "i", "j.CU"}) {
    static_cast<void>(folder.write(name, ""));
  }
  type_path(state, folder.path().string() + "/");
  std::string listed;
  for (const PathEntry& entry : state.dialogs.file.list.entries) {
    listed += entry.name + " ";
  }
  EXPECT_EQ(listed, ".. a.cu b.txt c.npz d.npy e.json f.JPEG g.pnm ");
}

/// Each extension that the text names is listed.
TEST(FileDialog, OffersEachExtensionInItsText) {
  const std::vector<SceneDeclaration> scenes = tests::test_scenes();
  const State state{scenes, labs()};
  const std::string text = openable_files_text();
  int count = 0;
  for (std::size_t at = text.find('('); at != std::string::npos; at = text.find('(', at + 1)) {
    std::istringstream words{text.substr(at + 1, text.find(')', at) - at - 1)};
    for (std::string word; words >> word;) {
      std::erase(word, ',');
      if (word != "or") {
        EXPECT_TRUE(can_be_opened(state.labs, "a." + word)) << word;
        ++count;
      }
    }
  }
  EXPECT_GE(count, 19) << text;
}

TEST_F(FileDialogTest, NamesAFileToWrite) {
  state.dialogs.saved_folder = folder;
  show_save_dialog(state, SavedKind::frame);
  EXPECT_EQ(state.dialogs.file.text, (folder / "picture-0.png").string());
  EXPECT_TRUE(has_png_bits(state.dialogs.file));
  state.dialogs.file.png_bits = 16;
  press_enter();
  EXPECT_FALSE(state.dialogs.file.is_shown);
  ASSERT_TRUE(state.requests.save);
  EXPECT_EQ(state.requests.save->path, folder / "picture-0.png");
  EXPECT_EQ(state.requests.save->png_bits, 16);
  EXPECT_FALSE(state.pictures.reader.is_busy());
}

TEST_F(FileDialogTest, NamesAVideoAndWhatALabExports) {
  state.dialogs.saved_folder = folder;
  show_save_dialog(state, SavedKind::video);
  EXPECT_EQ(state.dialogs.file.text, (folder / "picture-0.mp4").string());
  EXPECT_FALSE(has_png_bits(state.dialogs.file));
  press_enter();
  ASSERT_TRUE(state.requests.save);
  EXPECT_EQ(state.requests.save->kind, SavedKind::video);
  EXPECT_EQ(std::ranges::count(endings_of(state, SavedKind::video), std::string_view{"webm"}), 1);
  EXPECT_EQ(shown_document(state)->exports(), nullptr) << "no lab is open";
}

TEST_F(FileDialogTest, AsksBeforeItReplacesAFile) {
  state.dialogs.saved_folder = folder;
  show_save_dialog(state, SavedKind::frame);
  type_path(state, (folder / "b.png").string());
  press_enter();
  EXPECT_TRUE(state.dialogs.file.is_shown);
  EXPECT_EQ(state.dialogs.file.replaced, (folder / "b.png").string());
  type_path(state, (folder / "b.pn").string());
  type_path(state, (folder / "b.png").string());
  press_enter();
  EXPECT_TRUE(state.dialogs.file.is_shown) << "the name was typed again, so the dialog asks again";
  press_enter();
  EXPECT_FALSE(state.dialogs.file.is_shown);
  ASSERT_TRUE(state.requests.save);
  EXPECT_EQ(state.requests.save->path, folder / "b.png");
}

TEST_F(FileDialogTest, RemembersTheFolderOfTheLastFile) {
  state.dialogs.saved_folder = folder;
  show_save_dialog(state, SavedKind::session);
  EXPECT_EQ(state.dialogs.file.text, (folder / "session.json").string());
  EXPECT_FALSE(has_png_bits(state.dialogs.file));
  type_path(state, (folder / "photos" / "mine.json").string());
  press_enter();
  EXPECT_EQ(state.dialogs.saved_folder, folder / "photos");
  show_save_dialog(state, SavedKind::session);
  EXPECT_EQ(state.dialogs.file.text, (folder / "photos" / "session.json").string());
}

TEST_F(FileDialogTest, KeepsAnInvalidNameForCorrection) {
  state.dialogs.saved_folder = folder;
  for (const auto& [name, reason] : {std::pair{"nowhere/a.png", "does not exist; create it first"},
                                     std::pair{"a.gif", "use a name that ends in png, exr or npy"}}) {
    show_save_dialog(state, SavedKind::frame);
    type_path(state, (folder / name).string());
    press_enter();
    EXPECT_TRUE(state.dialogs.file.is_shown) << name;
    EXPECT_EQ(state.dialogs.file.text, (folder / name).string());
    EXPECT_FALSE(state.requests.save) << name;
    EXPECT_NE(state.notices.entries().back().text.find(reason), std::string::npos)
        << state.notices.entries().back().text;
    EXPECT_EQ(state.dialogs.saved_folder, folder) << "the next dialog opens in this folder";
  }
}

TEST_F(FileDialogTest, ComesBackWithItsPathIfTheFileCannotBeRead) {
  const std::string damaged = folder.string() + "/b.png";
  type_path(state, damaged);
  press_enter();
  EXPECT_FALSE(state.dialogs.file.is_shown);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  do {
    take_read_picture(state);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  } while (state.pictures.reader.is_busy() && std::chrono::steady_clock::now() < end);
  take_read_picture(state);
  ASSERT_FALSE(state.notices.entries().empty());
  EXPECT_TRUE(state.dialogs.file.is_shown);
  EXPECT_EQ(state.dialogs.file.text, damaged);
  EXPECT_TRUE(state.dialogs.file.takes_focus);
  state.dialogs.file.is_shown = false;
  type_path(state, folder.string() + "/missing.png");
  take_path(state, state.dialogs.file.text);
  EXPECT_EQ(state.dialogs.file.text, folder.string() + "/missing.png");
}

TEST_F(FileDialogTest, ListsFilesThatCouldBeReplaced) {
  std::ofstream{folder / "without"} << "x";
  show_save_dialog(state, SavedKind::frame);
  type_path(state, folder.string() + "/");
  ASSERT_EQ(state.dialogs.file.list.entries.size(), 2U);
  EXPECT_EQ(state.dialogs.file.list.entries[1].name, "b.png");
  show_save_dialog(state, SavedKind::session);
  type_path(state, folder.string() + "/");
  EXPECT_EQ(state.dialogs.file.list.entries.size(), 1U) << "only the folder is listed";
}

TEST_F(FileDialogTest, LeavesOtherKeysToOthers) { EXPECT_FALSE(press_in_dialog(state, 'A')); }

TEST_F(FileDialogTest, NamesLessonResultsAfterTheLearner) {
  state.dialogs.saved_folder = folder;
  show_save_dialog(state, SavedKind::lesson_results);
  EXPECT_EQ(state.dialogs.file.text, (folder / "results.json").string());
  press_enter();
  EXPECT_TRUE(state.dialogs.file.is_shown) << "the student's name";
  EXPECT_NE(state.notices.entries().back().text.find("Type your name"), std::string::npos);
  type_student(state, "Ada Löwe");
  EXPECT_EQ(state.dialogs.file.text, (folder / "Ada_Löwe_results.json").string());
  for (const auto& [student, name] :
       {std::pair{"../a/b", "_._a_b_results.json"}, std::pair{".hidden", "_hidden_results.json"},
        std::pair{"-x", "_x_results.json"}, std::pair{"  ", "results.json"}, std::pair{"a\nb", "a_b_results.json"}}) {
    type_student(state, student);
    EXPECT_EQ(state.dialogs.file.text, (folder / name).string()) << student;
  }
  type_path(state, (folder / "mine.json").string());
  type_student(state, "Ben");
  EXPECT_EQ(state.dialogs.file.text, (folder / "mine.json").string()) << "a name that the user has edited is kept";
  press_enter();
  EXPECT_FALSE(state.dialogs.file.is_shown);
  ASSERT_TRUE(state.requests.save);
  EXPECT_EQ(state.requests.save->kind, SavedKind::lesson_results);
  EXPECT_EQ(state.requests.save->path, folder / "mine.json");
  EXPECT_EQ(state.course.student, "Ben");
}

}  // namespace
}  // namespace texelscope::app
