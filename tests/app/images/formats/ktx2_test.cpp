#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/images/formats/texture_file.h"
#include "app/images/image_file.h"
#include "tests/app/images/picture_bytes.h"

namespace texelscope::app {
namespace {

using tests::bytes;
using tests::decoded;
using tests::error_of;
using tests::number;
using tests::samples_of;
using tests::values_of;

struct Ktx {
  /// VK_FORMAT_R8_UNORM.
  int format = 9;
  int width = 2;
  int height = 1;
  int depth = 0;
  int layers = 0;
  int faces = 1;
  int compression = 0;
  /// The bytes of each level. The file stores the smallest level first.
  std::vector<std::string> levels{bytes({1, 2})};
  std::string texts{};

  [[nodiscard]] std::string file() const {
    std::string text = "\xabKTX 20\xbb\r\n\x1a\n" + number(format, 4) + number(1, 4) + number(width, 4) +
                       number(height, 4) + number(depth, 4) + number(layers, 4) + number(faces, 4) +
                       number(levels.size(), 4) + number(compression, 4) + number(0, 8);
    const std::size_t texts_place = 80 + 24 * levels.size();
    text += number(texts_place, 4) + number(texts.size(), 4) + number(0, 16);
    std::string texels;
    std::string index;
    for (std::size_t level = levels.size(); level-- > 0;) {
      const std::size_t place = texts_place + texts.size() + texels.size();
      index.insert(0, number(place, 8) + number(levels[level].size(), 8) + number(levels[level].size(), 8));
      texels += levels[level];
    }
    return text + index + texts + texels;
  }
};

TEST(Ktx2, ReadsEachLevelLayerAndFace) {
  EXPECT_EQ(values_of(decoded(Ktx{}.file())), (std::vector{1, 2}));
  const std::string levels = Ktx{.levels = {bytes({1, 2}), bytes({3})}}.file();
  EXPECT_EQ(values_of(decoded(levels, {.part = "level 1"})), (std::vector{3}));
  EXPECT_NE(decoded(levels).note.find("only the first of its 2 parts is read: 'level 0', 'level 1'"),
            std::string::npos);
  const std::string cubes =
      Ktx{.width = 1, .layers = 2, .faces = 6, .levels = {bytes({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})}}.file();
  EXPECT_EQ(values_of(decoded(cubes, {.part = "layer 1 face -x level 0"})), (std::vector{7}));
  EXPECT_EQ(values_of(decoded(cubes, {.part = "12"})), (std::vector{11}));
}

TEST(Ktx2, ReadsHalvesAsFloats) {
  const Image image = decoded(Ktx{.format = 76, .levels = {number(0x3C00, 2) + number(0xC000, 2)}}.file());
  EXPECT_EQ(samples_of<float>(image), (std::vector{1.0F, -2.0F}));
}

TEST(Ktx2, RefusesUnsupportedFormatsByName) {
  EXPECT_NE(error_of(Ktx{.compression = 1}.file()).find("unsupported supercompression: BasisLZ"), std::string::npos);
  EXPECT_NE(error_of(Ktx{.compression = 2}.file()).find("unsupported supercompression: Zstandard"), std::string::npos);
  EXPECT_NE(error_of(Ktx{.format = 146}.file()).find("unsupported texels: BC7 blocks"), std::string::npos);
  EXPECT_NE(error_of(Ktx{.format = 122}.file()).find("unsupported texels: VkFormat 122"), std::string::npos);
  EXPECT_NE(error_of(Ktx{.format = 0}.file()).find("unsupported texels: no VkFormat"), std::string::npos);
  EXPECT_NE(error_of(Ktx{.faces = 5}.file()).find("it has 5 faces"), std::string::npos);
  EXPECT_NE(error_of(Ktx{.width = 3}.file()).find("its level 0 has only 2 bytes, fewer than its texels need"),
            std::string::npos);
}

TEST(Ktx2, ListsNoMorePartsThanTheFileHasBytes) {
  EXPECT_NE(error_of(Ktx{.depth = 60000}.file()).find("its 1 layers, 60000 slices and 1 levels need more than its 106"),
            std::string::npos)
      << error_of(Ktx{.depth = 60000}.file());
}

TEST(Ktx2, ReportsAnotherRowOrder) {
  const std::string text("KTXorientation\0ru\0", 18);
  EXPECT_EQ(decoded(Ktx{.texts = number(text.size(), 4) + text}.file()).note,
            "its orientation 'ru' is not applied: rows are as stored");
}

TEST(Ktx2, RefusesEachTruncationAndImpossibleShapes) {
  const std::string whole = Ktx{}.file();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(error_of(whole.substr(0, size)), "") << size;
  }
  EXPECT_NE(error_of(Ktx{.layers = 0x7FFFFFFF, .faces = 6}.file()), "");
  std::string far = Ktx{.width = 1, .layers = 2}.file();
  far.replace(80, 8, std::string(8, '\xff'));
  EXPECT_NE(error_of(far, {.part = "layer 1 level 0"}).find("truncated"), std::string::npos)
      << "the offset of the second layer wraps around to the file's first byte";
  EXPECT_NE(error_of(Ktx{.depth = 0x7FFFFFFF}.file()), "");
}

}  // namespace
}  // namespace texelscope::app
