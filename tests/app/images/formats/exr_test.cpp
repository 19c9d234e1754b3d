#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/images/formats/exr_parts.h"
#include "app/images/image_file.h"
#include "tests/app/images/exr_bytes.h"
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

TEST(ExrPictures, HaveChannelsAsProgramsNameThem) {
  // V-Ray: an empty name of the layer; its channels keep their names in the file.
  EXPECT_EQ(names_of_pictures({{"", {".A", ".B", ".G", ".R", "diffuse.B", "diffuse.G", "diffuse.R"}}}),
            (Names{".RGBA", "diffuse.RGB", ".A", ".B", ".G", ".R", "diffuse.B", "diffuse.G", "diffuse.R"}));
  EXPECT_EQ(exr_pictures(std::vector<ExrPart>{{"", {".B", ".G", ".R"}}}).all[0].channels, (Names{".R", ".G", ".B"}));
  EXPECT_EQ(names_of_pictures({{"", {".B", ".G", ".R", "B", "G", "R"}}}),
            (Names{"RGB", ".RGB", "B", "G", "R", ".B", ".G", ".R"}));
  EXPECT_EQ(names_of_pictures({{"", {"a", "b", "g", "r"}}}), (Names{"rgba", "a", "b", "g", "r"}));
  EXPECT_EQ(names_of_pictures({{"", {"n.x", "n.y", "n.z"}}}), (Names{"n.xyz", "n.x", "n.y", "n.z"}));
  EXPECT_EQ(names_of_pictures({{"", {"B", "g", "r"}}}), (Names{"rgB", "B", "g", "r"}));
  EXPECT_EQ(names_of_pictures({{"", {"c.Alpha", "c.blue", "c.green", "c.red"}}}),
            (Names{"c.red green blue Alpha", "c.Alpha", "c.blue", "c.green", "c.red"}));
  // The layer follows the letter.
  EXPECT_EQ(names_of_pictures({{"", {"B.V", "G.V", "R.V"}}}), (Names{"RGB.V", "B.V", "G.V", "R.V"}));
  EXPECT_EQ(names_of_pictures({{"", {"B.V", "R.V"}}}), (Names{"B.V", "R.V"}));
  EXPECT_EQ(names_of_pictures({{"", {"X.X", "X.Y", "X.Z", "Y.X", "Y.Y", "Y.Z", "Z.X", "Z.Y", "Z.Z"}}})[0], "X.XYZ");
  // Points alone are names, too.
  EXPECT_EQ(names_of_pictures({{"", {".", "..", "R."}}}), (Names{".", "..", "R."}));
}

TEST(ExrPictures, KnowWhichChannelIsAlpha) {
  const auto has_alpha = [](const Names& channels) {
    return exr_pictures(std::vector<ExrPart>{{"", channels}}).all[0].has_alpha;
  };
  EXPECT_TRUE(has_alpha({"A", "B", "G", "R"}));
  EXPECT_TRUE(has_alpha({"a", "b", "g", "r"}));
  EXPECT_TRUE(has_alpha({"A", "Y"}));
  EXPECT_FALSE(has_alpha({"B", "G", "R"}));
  EXPECT_FALSE(has_alpha({"U", "V"}));
  EXPECT_FALSE(has_alpha({"A"}));
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

/// R = 0.25 x, G = 0.5 y, B = x + 10 y on 4 × 3 pixels.
std::map<std::string, tests::ExrChannel> ramps(const std::string& red, const std::string& green,
                                               const std::string& blue) {
  std::vector<float> values[3];
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 4; ++x) {
      values[0].push_back(0.25F * static_cast<float>(x));
      values[1].push_back(0.5F * static_cast<float>(y));
      values[2].push_back(static_cast<float>(x + 10 * y));
    }
  }
  return {
      {red, tests::exr_floats(values[0])}, {green, tests::exr_floats(values[1])}, {blue, tests::exr_floats(values[2])}};
}

TEST(Exr, ReadsColorsByAnyName) {
  const std::vector<std::vector<std::string>> names{
      {"R", "G", "B"},       {".R", ".G", ".B"},    {"r", "g", "b"}, {"red", "green", "blue"},
      {"a.R", "a.G", "a.B"}, {"R.V", "G.V", "B.V"}, {"x", "y", "z"}};
  for (const std::vector<std::string>& each : names) {
    const Image image = tests::decoded(tests::exr_bytes(ramps(each[0], each[1], each[2]), 4, 3));
    ASSERT_EQ(image.channels, 3) << each[0];
    const std::vector<float> values = tests::samples_of<float>(image);
    const std::size_t pixel = 3 * (1 * 4 + 2);
    EXPECT_EQ((std::vector<float>{values[pixel], values[pixel + 1], values[pixel + 2]}),
              (std::vector<float>{0.5F, 0.5F, 12}))
        << each[0];
  }
}

TEST(Exr, ReportsAdditionalHeaderSettings) {
  EXPECT_EQ(load_image(exr_file("layers.exr"), {.part = "id"}).note,
            "its data window 4x3 at (-1, 2) is read, not its display window 10x10 at (0, 0)");
  EXPECT_NE(load_image(exr_file("layers.exr")).note.find("only the first of its 5 parts is read: 'RGBA', 'Z', 'id'"),
            std::string::npos);
  EXPECT_EQ(load_image(exr_file("magick_zip.exr")).note, "");
  EXPECT_EQ(load_image(exr_file("tool_levels.exr")).note, "only the largest of its mip levels is read");
}

TEST(Exr, HasPremultipliedColorsIfItHasAlpha) {
  const tests::ExrChannel value = tests::exr_floats({0.5F, 1});
  EXPECT_TRUE(tests::decoded(tests::exr_bytes({{"A", value}, {"B", value}, {"G", value}, {"R", value}}, 2, 1))
                  .is_premultiplied);
  EXPECT_FALSE(tests::decoded(tests::exr_bytes({{"B", value}, {"G", value}, {"R", value}}, 2, 1)).is_premultiplied);
  EXPECT_FALSE(tests::decoded(tests::exr_bytes({{"A", value}}, 2, 1)).is_premultiplied);
}

TEST(Exr, PlacesItsPixelsInItsCoordinates) {
  const tests::ExrChannel value = tests::exr_floats({1, 2});
  const Image cropped = tests::decoded(tests::exr_bytes({{"Y", value}}, {7, -5, 8, -5}, {0, 0, 19, 9}));
  EXPECT_EQ(cropped.x, 7);
  EXPECT_EQ(cropped.y, -5);
  EXPECT_EQ(cropped.display_window, (PixelRectangle{0, 0, 20, 10}));
  const Image whole = tests::decoded(tests::exr_bytes({{"Y", value}}, {3, 4, 4, 4}, {3, 4, 4, 4}));
  EXPECT_EQ(whole.x, 3);
  EXPECT_EQ(whole.display_window, std::nullopt);
  // Extents that an int cannot hold.
  for (const int far : {2147483647, 1073741822}) {
    const std::string file = tests::exr_bytes({{"Y", value}}, {0, 0, 1, 0}, {-far, -far, far, far});
    EXPECT_NO_THROW(static_cast<void>(tests::error_of(file)));
  }
}

TEST(Exr, KeepsIntegersExactly) {
  const std::vector<std::uint32_t> numbers{0, 16'777'217, 4'294'967'295, 7};
  const Image image = tests::decoded(tests::exr_bytes({{"id", tests::exr_integers(numbers)}}, 2, 2));
  EXPECT_EQ(image.type, gpu::DataType::uint32);
  EXPECT_EQ(tests::samples_of<std::uint32_t>(image), numbers);
  EXPECT_EQ(image.note, "");
  const Image mixed = tests::decoded(tests::exr_bytes({{"R", tests::exr_floats({0.5F, 1, 2, 3})},
                                                       {"G", tests::exr_integers({1, 2, 3, 4})},
                                                       {"B", tests::exr_integers({1, 2, 3, 4})}},
                                                      2, 2));
  EXPECT_EQ(mixed.type, gpu::DataType::float32);
  EXPECT_NE(mixed.note.find("integers of its channel G are converted to float32, exact up to 16,777,216"),
            std::string::npos)
      << mixed.note;
}

TEST(Exr, ShowsTheWrittenRowsOfAnUnfinishedFileAndSaysSo) {
  const tests::ExrWindow window{0, 0, 1, 3};
  const std::string file = tests::exr_bytes({{"Y", tests::exr_floats({1, 2, 3, 4})}}, window, window);
  const Image image = tests::decoded(file);
  EXPECT_TRUE(image.is_incomplete);
  EXPECT_EQ(image.note, "2 of its 4 rows were never written, and are 0 here");
  EXPECT_EQ(tests::samples_of<float>(image), (std::vector<float>{1, 2, 3, 4, 0, 0, 0, 0}));
  // A program that is stopped writes no table; the rows are found nevertheless.
  std::string stopped = file;
  const std::size_t rows = 2 * (8 + 8);
  stopped.replace(stopped.size() - rows - 32, 32, std::string(32, '\0'));
  const Image found = tests::decoded(stopped);
  EXPECT_TRUE(found.is_incomplete);
  EXPECT_EQ(tests::samples_of<float>(found), tests::samples_of<float>(image));
  EXPECT_NE(tests::error_of(file.substr(0, file.size() - rows)), "") << "no pixel was written";
  EXPECT_FALSE(tests::decoded(tests::exr_bytes({{"Y", tests::exr_floats({1, 2})}}, 2, 1)).is_incomplete);
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

TEST(Exr, ListsNoChromaWithFewerSamples) {
  const tests::TemporaryFolder folder;
  EXPECT_EQ(image_parts(folder.write("chroma.exr", luminance_and_chroma())).size(), 1U)
      << "a comparison of all parts would fail";
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
