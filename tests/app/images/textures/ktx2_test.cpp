#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "app/images/image_file.h"
#include "app/images/textures/texture_file.h"
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
  /// One for each level if the file is supercompressed.
  std::vector<std::size_t> unpacked_bytes{};
  /// In the data format descriptor, which is absent if it is 0.
  int color_model = 0;

  [[nodiscard]] std::string file() const {
    std::string text = "\xabKTX 20\xbb\r\n\x1a\n" + number(format, 4) + number(1, 4) + number(width, 4) +
                       number(height, 4) + number(depth, 4) + number(layers, 4) + number(faces, 4) +
                       number(levels.size(), 4) + number(compression, 4);
    const std::string descriptor =
        color_model != 0 ? number(0, 12) + number(static_cast<std::uint64_t>(color_model), 1) + number(0, 7) : "";
    const std::size_t descriptor_place = 80 + 24 * levels.size();
    const std::size_t texts_place = descriptor_place + descriptor.size();
    text += number(descriptor_place, 4) + number(descriptor.size(), 4);
    text += number(texts_place, 4) + number(texts.size(), 4) + number(0, 16);
    std::string texels;
    std::string index;
    for (std::size_t level = levels.size(); level-- > 0;) {
      const std::size_t place = texts_place + texts.size() + texels.size();
      index.insert(0, number(place, 8) + number(levels[level].size(), 8) +
                          number(unpacked_bytes.empty() ? levels[level].size() : unpacked_bytes[level], 8));
      texels += levels[level];
    }
    return text + index + descriptor + texts + texels;
  }
};

TEST(Ktx2, ReadsEachLevelLayerAndFace) {
  EXPECT_EQ(values_of(decoded(Ktx{}.file())), (std::vector{1, 2}));
  const std::string levels = Ktx{.levels = {bytes({1, 2}), bytes({3})}}.file();
  EXPECT_EQ(values_of(decoded(levels, {.part = "level 1"})), (std::vector{3}));
  EXPECT_EQ(find_part(std::vector<std::string>{"layer 0 level 0", "layer 1 level 0", "layer 1 level 1"}, "layer 1"),
            1U);
  EXPECT_EQ(find_part(std::vector<std::string>{"layer 0 level 0", "layer 1 level 0"}, "lay"), std::nullopt);
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
  EXPECT_NE(error_of(Ktx{.compression = 1}.file()).find("unsupported texels: Basis Universal (BasisLZ)"),
            std::string::npos);
  EXPECT_NE(error_of(Ktx{.format = 0, .color_model = 166}.file()).find("unsupported texels: Basis Universal (UASTC)"),
            std::string::npos);
  EXPECT_NE(error_of(Ktx{.compression = 9}.file()).find("unsupported supercompression: number 9"), std::string::npos);
  EXPECT_NE(error_of(Ktx{.format = 151}.file()).find("unsupported texels: VK_FORMAT_ETC2_R8G8B8A8_UNORM_BLOCK"),
            std::string::npos);
  EXPECT_NE(error_of(Ktx{.format = 0}.file()).find("unsupported texels: VK_FORMAT_UNDEFINED"), std::string::npos);
  EXPECT_NE(error_of(Ktx{.format = 1000066013}.file()).find("VK_FORMAT_ASTC_12x12_SFLOAT_BLOCK"), std::string::npos);
  EXPECT_NE(error_of(Ktx{.faces = 5}.file()).find("it has 5 faces"), std::string::npos);
  EXPECT_NE(error_of(Ktx{.width = 3}.file()).find("its level 0 has only 2 bytes, but its texels need 3 (damaged file)"),
            std::string::npos);
}

/// Three levels of 64 × 64 texels and less, whose bytes count up.
Ktx packed_levels(Ktx ktx, const std::function<std::string(const std::string&)>& pack) {
  ktx.width = ktx.height = 64;
  ktx.levels.clear();
  for (int side = 64; side >= 16; side /= 2) {
    std::string texels(static_cast<std::size_t>(side * side), '\0');
    std::iota(texels.begin(), texels.end(), static_cast<char>(side));
    ktx.unpacked_bytes.push_back(texels.size());
    ktx.levels.push_back(pack(texels));
  }
  return ktx;
}

std::string zstandard(const std::string& bytes) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 3));
  return packed;
}

std::string zlib(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  packed.resize(size);
  return packed;
}

TEST(Ktx2, ReadsSupercompressedLevels) {
  const std::string plain = packed_levels({}, [](const std::string& bytes) { return bytes; }).file();
  const std::string with_zstandard = packed_levels({.compression = 2}, zstandard).file();
  const std::string with_zlib = packed_levels({.compression = 3}, zlib).file();
  for (const char* level : {"level 0", "level 2", "level 1"}) {
    EXPECT_EQ(values_of(decoded(with_zstandard, {.part = level})), values_of(decoded(plain, {.part = level})));
    EXPECT_EQ(values_of(decoded(with_zlib, {.part = level})), values_of(decoded(plain, {.part = level})));
  }
  // All slices of a level are unpacked together.
  Ktx volume{.width = 2, .depth = 2, .compression = 2, .levels = {zstandard(bytes({1, 2, 3, 4}))}};
  volume.unpacked_bytes = {4};
  EXPECT_EQ(values_of(decoded(volume.file(), {.part = "level 0 slice 1"})), (std::vector{3, 4}));
}

TEST(Ktx2, RefusesLevelsThatCannotBeUnpacked) {
  Ktx damaged = packed_levels({.compression = 2}, zstandard);
  damaged.levels[0][20] = static_cast<char>(damaged.levels[0][20] ^ 0x5A);
  damaged.levels[0].resize(damaged.levels[0].size() / 2);
  EXPECT_NE(error_of(damaged.file()).find("its level 0 at byte "), std::string::npos) << error_of(damaged.file());
  EXPECT_NE(error_of(damaged.file()).find("cannot be unpacked to 4096 bytes (damaged file)"), std::string::npos);
  Ktx wrong = packed_levels({.compression = 2}, zstandard);
  wrong.unpacked_bytes[0] = 5000;
  EXPECT_NE(error_of(wrong.file()).find("unpacks to 5000, but its texels need 4096 (damaged file)"), std::string::npos);
}

TEST(Ktx2, ReadsBlocks) {
  // BC1 with the colors 0xFFFF and 0, where each texel is the first; BC4 from 200 to 100, where each is the second.
  const std::string block = std::string(2, '\xFF') + std::string(6, '\0');
  const Ktx colors{.format = 133, .width = 5, .height = 3, .levels = {block + block}};
  const Image color = decoded(colors.file());
  EXPECT_EQ(color.channels, 4);
  EXPECT_EQ(values_of(color), std::vector<int>(60, 255));
  ASSERT_NE(color.stored, nullptr);
  EXPECT_EQ(color.stored->name, "BC1_RGBA_UNORM_BLOCK");
  EXPECT_EQ(color.stored->bytes.size(), 16U);
  const std::string ones("\x49\x92\x24\x49\x92\x24", 6);
  const Ktx gray{.format = 139, .width = 4, .height = 4, .levels = {"\xC8\x64" + ones}};
  EXPECT_EQ(samples_of<std::uint16_t>(decoded(gray.file())), std::vector<std::uint16_t>(16, 100 * 257));
  const Ktx negative{.format = 140, .width = 4, .height = 4, .levels = {"\x7F\x81" + ones}};
  EXPECT_EQ(samples_of<float>(decoded(negative.file())), std::vector<float>(16, -1.0F));
}

TEST(Ktx2, HasRedAndGreenNotGrayAndAlphaInTwoChannels) {
  EXPECT_TRUE(decoded(Ktx{.format = 16, .width = 1, .levels = {bytes({1, 2})}}.file()).is_red_green);
  EXPECT_TRUE(
      decoded(Ktx{.format = 141, .width = 4, .height = 4, .levels = {std::string(16, '\0')}}.file()).is_red_green);
  EXPECT_FALSE(decoded(Ktx{.format = 37, .width = 1, .levels = {bytes({1, 2, 3, 4})}}.file()).is_red_green);
}

TEST(Ktx2, ListsTheLevelsThatAreThere) {
  // The largest level is the last in the file.
  const std::string whole = Ktx{.levels = {bytes({1, 2}), bytes({3})}}.file();
  const Image image = decoded(whole.substr(0, whole.size() - 1));
  EXPECT_EQ(values_of(image), (std::vector{3}));
  EXPECT_EQ(image.note, "it contains 1 of the 2 pictures that its header promises");
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
