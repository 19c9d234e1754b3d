#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/images/formats/exr_parts.h"
#include "app/images/image_file.h"
#include "tests/app/images/picture_bytes.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using Names = std::vector<std::string>;

std::filesystem::path exr_file(const char* name) {
  return std::filesystem::path(TEXELSCOPE_PICTURES_FROM_ELSEWHERE) / name;
}

Names names_of_pictures(const std::vector<ExrPart>& parts) {
  Names names;
  for (const ExrPicture& picture : exr_pictures(parts).all) {
    names.push_back(picture.name);
  }
  return names;
}

TEST(ExrPictures, AreLayersAndThenTheirChannels) {
  EXPECT_EQ(names_of_pictures({{"", {"B", "G", "R", "light.B", "light.G", "light.R"}}}),
            (Names{"RGB", "light.RGB", "B", "G", "R", "light.B", "light.G", "light.R"}));
  EXPECT_EQ(names_of_pictures({{"", {"A", "B", "G", "R", "Z"}}}), (Names{"RGBA", "Z", "A", "B", "G", "R"}));
  EXPECT_EQ(names_of_pictures({{"", {"a.b.X", "a.b.Y", "a.b.Z"}}}), (Names{"a.b.XYZ", "a.b.X", "a.b.Y", "a.b.Z"}));
  EXPECT_EQ(names_of_pictures({{"", {"Z"}}}), (Names{"Z"}));
  // Luminance goes before its chroma.
  EXPECT_EQ(names_of_pictures({{"", {"BY", "RY", "Y"}}}), (Names{"Y", "BY", "RY"}));
}

TEST(ExrPictures, OfPartsHaveTheirNames) {
  EXPECT_EQ(names_of_pictures({{"left", {"Z"}}, {"right", {"Z"}}, {"cloud", {"Z"}, true}}),
            (Names{"left/Z", "right/Z", "cloud"}));
  EXPECT_EQ(names_of_pictures({{"", {"Z"}}, {"", {"Z"}}}), (Names{"1/Z", "2/Z"}));
}

TEST(Exr, ListsItsPartsLayersAndChannels) {
  EXPECT_EQ(image_parts(exr_file("layers.exr")),
            (Names{"RGBA", "Z", "id", "light.RGB", "normal.XYZ", "A", "B", "G", "R", "light.B", "light.G", "light.R",
                   "normal.X", "normal.Y", "normal.Z"}));
  EXPECT_EQ(image_parts(exr_file("magick_none.exr")), (Names{"RGB", "B", "G", "R"}));
}

TEST(Exr, SaysWhatItsHeaderHasBesides) {
  EXPECT_EQ(
      load_image(exr_file("layers.exr"), {.part = "id"}).note,
      "its data window, 4x3 at (-1, 2), is read; its display window is 10x10 at (0, 0); integers of its channel id "
      "are floats here, exact up to 16,777,216");
  EXPECT_NE(
      load_image(exr_file("layers.exr")).note.find("it has 5 parts, of which the first is read: 'RGBA', 'Z', 'id'"),
      std::string::npos);
  EXPECT_EQ(load_image(exr_file("magick_zip.exr")).note, "");
  EXPECT_EQ(load_image(exr_file("tool_levels.exr")).note, "it has mip levels, of which the largest is read");
}

TEST(Exr, RefusesAFileThatWasNotWrittenToItsEnd) {
  std::string file = tests::file_bytes(exr_file("magick_none.exr"));
  EXPECT_EQ(tests::error_of(file), "");
  for (const std::size_t size : {file.size() - 1, file.size() / 2, std::size_t{100}}) {
    EXPECT_NE(tests::error_of(file.substr(0, size)), "") << size;
  }
}

}  // namespace
}  // namespace texelscope::app
