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
  // Luminance is listed before its chroma.
  EXPECT_EQ(names_of_pictures({{"", {"BY", "RY", "Y"}}}), (Names{"Y", "BY", "RY"}));
}

TEST(ExrPictures, IncludeTheNamesOfParts) {
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

TEST(Exr, ReportsAdditionalHeaderSettings) {
  EXPECT_EQ(load_image(exr_file("layers.exr"), {.part = "id"}).note,
            "its data window 4x3 at (-1, 2) is read, not its display window 10x10 at (0, 0); integers of its channel "
            "id are converted to float32, exact up to 16,777,216");
  EXPECT_NE(load_image(exr_file("layers.exr")).note.find("only the first of its 5 parts is read: 'RGBA', 'Z', 'id'"),
            std::string::npos);
  EXPECT_EQ(load_image(exr_file("magick_zip.exr")).note, "");
  EXPECT_EQ(load_image(exr_file("tool_levels.exr")).note, "only the largest of its mip levels is read");
}

TEST(Exr, RefusesIncompleteFiles) {
  std::string file = tests::file_bytes(exr_file("magick_none.exr"));
  EXPECT_EQ(tests::error_of(file), "");
  for (const std::size_t size : {file.size() - 1, file.size() / 2, std::size_t{100}}) {
    EXPECT_NE(tests::error_of(file.substr(0, size)), "") << size;
  }
}

/// Replaces the numbers in a header attribute, where name and type are zero-terminated and the size has 4 bytes.
std::string with_numbers(std::string file, const std::string& name, const std::string& type,
                         const std::vector<std::uint32_t>& numbers) {
  const std::string start = name + '\0' + type + '\0';
  const std::size_t at = file.find(start);
  EXPECT_NE(at, std::string::npos) << name;
  std::string bytes;
  for (const std::uint32_t number : numbers) {
    bytes += tests::number(number, 4);
  }
  return file.replace(at + start.size() + 4, bytes.size(), bytes);
}

TEST(Exr, AllocatesNothingForImpossibleTilesAndTables) {
  const std::string file = tests::file_bytes(exr_file("tool_tiles.exr"));
  const std::string many =
      with_numbers(with_numbers(file, "tiles", "tiledesc", {1, 1}), "dataWindow", "box2i", {0, 0, 32767, 32767});
  EXPECT_NE(tests::error_of(many).find("its table of 1073741824 tiles or scanline blocks is larger than the file"),
            std::string::npos)
      << tests::error_of(many);
  // The table has an entry of 8 bytes for each tile.
  const auto table_of = [&](std::size_t tiles) {
    return tests::error_of(with_numbers(with_numbers(file, "tiles", "tiledesc", {1, 1}), "dataWindow", "box2i",
                                        {0, 0, static_cast<std::uint32_t>(tiles - 1), 0}))
               .find("tiles or scanline blocks is larger than the file") != std::string::npos;
  };
  EXPECT_TRUE(table_of(file.size() / 8 + 1));
  EXPECT_FALSE(table_of(file.size() / 8));
  const std::string large = with_numbers(file, "tiles", "tiledesc", {32768, 32768});
  EXPECT_NE(tests::error_of(large).find("bytes are too few for 32768x32768 pixels"), std::string::npos)
      << tests::error_of(large);
  const std::string parts = tests::file_bytes(exr_file("tool_parts.exr"));
  EXPECT_NE(tests::error_of(with_numbers(parts, "chunkCount", "int", {0x7FFFFFFF})).find("its table of 2147483647"),
            std::string::npos);
}

TEST(Exr, RefusesAttributesWithTheWrongSize) {
  // The library reads the number of bytes that the type needs, and would continue in the middle of another attribute.
  std::string file = tests::file_bytes(exr_file("layers.exr"));
  for (const std::string& start : {std::string("channels\0chlist", 16), std::string("dataWindow\0box2i", 17),
                                   std::string("lineOrder\0lineOrder", 20)}) {
    std::string damaged = file;
    const std::size_t at = damaged.find(start);
    ASSERT_NE(at, std::string::npos) << start;
    ++damaged[at + start.size()];
    EXPECT_NE(tests::error_of(damaged).find("does not match its type (damaged file)"), std::string::npos)
        << tests::error_of(damaged);
  }
}

}  // namespace
}  // namespace texelscope::app
