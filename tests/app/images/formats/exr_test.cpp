#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
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

std::string attribute(const std::string& name, const std::string& type, const std::string& value) {
  return name + '\0' + type + '\0' + tests::number(value.size(), 4) + value;
}

/// A picture of 2 × 2 floats without compression: luminance, and chroma with one sample for all four.
std::string luminance_and_chroma(const std::string& more_attributes = "") {
  const auto of_floats = [](const std::vector<float>& values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  };
  std::string channels;
  for (const auto& [name, sampling] :
       std::vector<std::pair<std::string, std::uint64_t>>{{"BY", 2}, {"RY", 2}, {"Y", 1}}) {
    channels += name + '\0' + tests::number(2, 4) + tests::number(0, 4) + tests::number(sampling, 4) +
                tests::number(sampling, 4);
  }
  const std::string window = tests::number(0, 8) + tests::number(1, 4) + tests::number(1, 4);
  std::string file =
      tests::number(0x01312F76, 4) + tests::number(2, 4) + attribute("channels", "chlist", channels + '\0') +
      attribute("compression", "compression", tests::number(0, 1)) + attribute("dataWindow", "box2i", window) +
      attribute("displayWindow", "box2i", window) + attribute("lineOrder", "lineOrder", tests::number(0, 1)) +
      attribute("pixelAspectRatio", "float", of_floats({1})) +
      attribute("screenWindowCenter", "v2f", of_floats({0, 0})) +
      attribute("screenWindowWidth", "float", of_floats({1})) + more_attributes + '\0';
  const std::string rows[] = {of_floats({0.5F, 0.25F, 1, 2}), of_floats({3, 4})};
  std::size_t at = file.size() + 16;
  for (const std::string& row : rows) {
    file += tests::number(at, 8);
    at += 8 + row.size();
  }
  for (std::uint64_t y = 0; y < 2; ++y) {
    file += tests::number(y, 4) + tests::number(rows[y].size(), 4) + rows[y];
  }
  return file;
}

TEST(Exr, ReadsOnlyTheLuminanceOfChromaAndSaysSo) {
  const Image image = tests::decoded(luminance_and_chroma());
  EXPECT_EQ(image.channels, 1);
  EXPECT_EQ(tests::samples_of<float>(image), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_NE(image.note.find("its chroma (RY, BY) is not applied: only the luminance is read"), std::string::npos)
      << image.note;
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

TEST(Exr, AcceptsAttributesWithTheSizeOfTheirTypeAndNoOther) {
  // "OpenEXR File Layout", and for matrices and vectors of doubles, their members.
  const std::vector<std::pair<std::string, std::size_t>> types{{"box2f", 16},
                                                               {"box2i", 16},
                                                               {"chromaticities", 32},
                                                               {"compression", 1},
                                                               {"deepImageState", 1},
                                                               {"double", 8},
                                                               {"envmap", 1},
                                                               {"float", 4},
                                                               {"int", 4},
                                                               {"keycode", 28},
                                                               {"lineOrder", 1},
                                                               {"m33d", 72},
                                                               {"m33f", 36},
                                                               {"m44d", 128},
                                                               {"m44f", 64},
                                                               {"rational", 8},
                                                               {"tiledesc", 9},
                                                               {"timecode", 8},
                                                               {"v2d", 16},
                                                               {"v2f", 8},
                                                               {"v2i", 8},
                                                               {"v3d", 24},
                                                               {"v3f", 12}};
  for (const auto& [type, size] : types) {
    // The library refuses some of these zeros later.
    EXPECT_EQ(tests::error_of(luminance_and_chroma(attribute("other", type, std::string(size, '\0'))))
                  .find("does not match its type"),
              std::string::npos)
        << type;
    for (const std::size_t wrong : {size - 1, size + 1}) {
      EXPECT_NE(tests::error_of(luminance_and_chroma(attribute("other", type, std::string(wrong, '\0'))))
                    .find("does not match its type (damaged file)"),
                std::string::npos)
          << type << " of " << wrong << " bytes";
    }
  }
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
