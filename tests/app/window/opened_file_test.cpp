#include "app/window/opened_file.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "app/gui/lab_registry.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

class OpenedFileTest : public testing::Test {
 protected:
  [[nodiscard]] std::string lab_of(const std::string& file) const {
    const std::optional<std::size_t> lab = lab_opened_by(state, file);
    return lab ? std::string{state.labs.all[*lab].name} : "";
  }

  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes, labs()};
};

TEST_F(OpenedFileTest, IsUsedByItsExtension) {
  EXPECT_EQ(file_use(state, "session.json"), FileUse::session);
  EXPECT_EQ(file_use(state, "a.npz"), FileUse::lab);
  EXPECT_EQ(file_use(state, "a.npy"), FileUse::lab_and_picture);
  EXPECT_EQ(lab_of("a.npz"), "tensors");
  EXPECT_EQ(lab_of("a.npy"), "tensors");
  for (const char* text : {"a.cu", "a.cuh", "a.cpp", "a.h", "a.txt"}) {
    EXPECT_EQ(file_use(state, text), FileUse::lab) << text;
    EXPECT_EQ(lab_of(text), "kernels") << text;
  }
  for (const char* picture : {"a.png", "a", "a.gif", ".cu"}) {
    EXPECT_EQ(file_use(state, picture), FileUse::picture) << picture;
    EXPECT_EQ(lab_of(picture), "") << picture;
  }
}

TEST_F(OpenedFileTest, OpensItsLab) {
  const tests::TemporaryFolder folder;
  EXPECT_TRUE(open_in_its_lab(state, folder.write("a.cu", "// mine\n")));
  ASSERT_TRUE(state.labs.current);
  EXPECT_EQ(current_lab(state)->name, "kernels");
  EXPECT_FALSE(open_in_its_lab(state, folder.write("a.png", "")));
}

TEST_F(OpenedFileTest, IsRefusedWithTheSupportedTypes) {
  const tests::TemporaryFolder folder;
  try {
    static_cast<void>(load_opened_picture(folder.write("a.xyz", "an unknown format"), {}));
    FAIL() << "the file was read";
  } catch (const FileError& error) {
    for (const char* kind : {"a.xyz", "png", "pgm", "npy", "npz", "json", "cu"}) {
      EXPECT_NE(std::string{error.what()}.find(kind), std::string::npos) << kind << ": " << error.what();
    }
  }
}

TEST_F(OpenedFileTest, OffersItsOtherParts) {
  EXPECT_FALSE(shown_part(state));
  Image picture{1, 1, 1, gpu::DataType::uint8, std::vector<std::byte>(1)};
  state.pictures.current = LoadedImage{"/pictures/a.tif", std::make_shared<const Image>(picture)};
  EXPECT_FALSE(shown_part(state)) << "the file has only one picture";
  show_part(state, 0);
  EXPECT_FALSE(state.requests.image);

  picture.parts = {"page 1", "page 2", "twice", "twice"};
  state.pictures.current =
      LoadedImage{"/pictures/a.tif", std::make_shared<const Image>(picture), {Orientation::ignored, ""}};
  EXPECT_EQ(shown_part(state), 0U);
  state.pictures.current->reading.part = "2";
  EXPECT_EQ(shown_part(state), 1U);
  state.pictures.current->reading.part = "twice";
  EXPECT_EQ(shown_part(state), 2U);
  show_part(state, 1);
  EXPECT_EQ(state.requests.image, "/pictures/a.tif");
  EXPECT_TRUE(state.requests.is_of_session) << "scene and view are unchanged";
  EXPECT_EQ(state.requests.reading, (ReadOptions{Orientation::ignored, "page 2"}));
  show_part(state, 3);
  EXPECT_EQ(state.requests.reading.part, "4") << "another part has the same name";
  show_part(state, 4);
  EXPECT_EQ(state.requests.reading.part, "4");
}

}  // namespace
}  // namespace texelscope::app
