#include "app/workspace/open.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "app/gui/lab_registry.h"
#include "tests/app/temporary_folder.h"
#include "tests/app/wanted_picture.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

class OpenedFileTest : public testing::Test {
 protected:
  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes, labs()};
};

TEST_F(OpenedFileTest, IsUsedByItsExtension) {
  EXPECT_EQ(file_use(state.labs, "session.json"), FileUse::session);
  EXPECT_EQ(file_use(state.labs, "a.npz"), FileUse::lab);
  EXPECT_EQ(file_use(state.labs, "a.npy"), FileUse::lab_and_picture);
  for (const char* text : {"a.cu", "a.cuh", "a.cpp", "a.h", "a.txt"}) {
    EXPECT_EQ(file_use(state.labs, text), FileUse::lab) << text;
  }
  for (const char* picture : {"a.png", "a", "a.gif", ".cu"}) {
    EXPECT_EQ(file_use(state.labs, picture), FileUse::picture) << picture;
  }
}

TEST_F(OpenedFileTest, OpensItsLab) {
  const tests::TemporaryFolder folder;
  const auto lab_of = [&](const char* name) {
    close_lab(state);
    open(state, folder.write(name, "// mine\n"));
    return state.labs.is_any_open() ? current_lab(state.labs)->name : "";
  };
  EXPECT_EQ(lab_of("a.cu"), "kernels");
  EXPECT_EQ(lab_of("a.npz"), "tensors");
  EXPECT_EQ(lab_of("a.npy"), "tensors");
  EXPECT_EQ(tests::wanted_picture(state).origin, PictureOrigin::user_and_lab);
  EXPECT_EQ(lab_of("a.png"), "");
  EXPECT_EQ(tests::wanted_picture(state).path, folder / "a.png");
}

TEST_F(OpenedFileTest, IsRefusedWithTheSupportedTypes) {
  const tests::TemporaryFolder folder;
  const std::string error = read_picture({folder.write("a.xyz", "an unknown format")}).error;
  for (const char* kind : {"a.xyz", "png", "pgm", "npy", "npz", "json", "cu"}) {
    EXPECT_NE(error.find(kind), std::string::npos) << kind << ": " << error;
  }
}

TEST_F(OpenedFileTest, OffersItsOtherParts) {
  EXPECT_FALSE(shown_part(state.pictures));
  Image picture{1, 1, 1, gpu::DataType::uint8, std::vector<std::byte>(1)};
  state.pictures.current = LoadedImage{"/pictures/a.tif", std::make_shared<const Image>(picture)};
  EXPECT_FALSE(shown_part(state.pictures)) << "the file has only one picture";
  show_part(state.pictures, 0);
  EXPECT_FALSE(state.pictures.reader.is_busy());

  picture.parts = {"page 1", "page 2", "twice", "twice"};
  state.pictures.current =
      LoadedImage{"/pictures/a.tif", std::make_shared<const Image>(picture), {Orientation::ignored, ""}};
  EXPECT_EQ(shown_part(state.pictures), 0U);
  state.pictures.current->reading.part = "2";
  EXPECT_EQ(shown_part(state.pictures), 1U);
  state.pictures.current->reading.part = "twice";
  EXPECT_EQ(shown_part(state.pictures), 2U);
  show_part(state.pictures, 1);
  EXPECT_EQ(tests::wanted_picture(state).path, "/pictures/a.tif");
  EXPECT_EQ(tests::wanted_picture(state).origin, PictureOrigin::session) << "scene and view are unchanged";
  EXPECT_EQ(tests::wanted_picture(state).reading, (ReadOptions{Orientation::ignored, "page 2"}));
  show_part(state.pictures, 3);
  EXPECT_EQ(tests::wanted_picture(state).reading.part, "4") << "another part has the same name";
  show_part(state.pictures, 4);
  EXPECT_EQ(tests::wanted_picture(state).reading.part, "4");
}

TEST_F(OpenedFileTest, TakesThePartOfTheOtherFileAlong) {
  Image picture{1, 1, 1, gpu::DataType::uint8, std::vector<std::byte>(1)};
  picture.parts = {"level 0", "level 1", "level 2"};
  state.pictures.current = LoadedImage{"/pictures/a.dds", std::make_shared<const Image>(picture)};
  PictureList& list = state.pictures.list;
  list.pictures = {{.path = "/pictures/a.dds"}, {.path = "/pictures/b.dds", .image = state.pictures.current->image}};
  list.shown = 0;
  list.other = 1;
  show_part(state.pictures, 2);
  EXPECT_EQ(list.pictures[1].reading.part, "level 2");
  EXPECT_EQ(list.pictures[1].image, nullptr) << "it is read again";
  // A file without such a part is left alone.
  list.pictures[1] = {.path = "/pictures/photo.png", .image = std::make_shared<const Image>()};
  state.pictures.current->reading.part = "";
  show_part(state.pictures, 1);
  EXPECT_EQ(list.pictures[1].reading.part, "");
  EXPECT_NE(list.pictures[1].image, nullptr);
  list.pictures[1] = {.path = "/pictures/b.dds", .reading = {.part = "level 2"}};
  // Another part that the user selected stays.
  state.pictures.current->reading.part = "level 1";
  show_part(state.pictures, 0);
  EXPECT_EQ(list.pictures[1].reading.part, "level 2");
  // Parts of one file are compared with each other.
  state.pictures.current->reading.part = "level 2";
  list.pictures[1].path = "/pictures/a.dds";
  show_part(state.pictures, 0);
  EXPECT_EQ(list.pictures[1].reading.part, "level 2");
}

}  // namespace
}  // namespace texelscope::app
