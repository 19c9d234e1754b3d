#include "app/texture/texture_source.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/file_error.h"
#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using gpu::ArrayKind;
using gpu::DataType;
using tests::numbers_of;
using tests::TemporaryFolder;
using tests::write_numbers;

/// "3x2 x4", with layers "3x2 x4 of 5".
std::string made_of(const gpu::Dimensions& shape, ArrayKind kind = ArrayKind::plain, std::optional<int> dims = {}) {
  const gpu::ArrayDescriptor array = array_of_shape(shape, DataType::uint8, kind, dims);
  std::string text = to_string(array.shape) + " x" + std::to_string(array.num_channels);
  return kind == ArrayKind::plain ? text : text + " of " + std::to_string(array.num_layers);
}

std::string refusal_of_shape(const gpu::Dimensions& shape, ArrayKind kind = ArrayKind::plain,
                             std::optional<int> dims = {}) {
  try {
    (void)array_of_shape(shape, DataType::uint8, kind, dims);
  } catch (const gpu::InvalidArgument& error) {
    return error.what();
  }
  return "";
}

TEST(TextureSource, AssignsTheAxesOfAFileFromTheLast) {
  EXPECT_EQ(made_of({7}), "7 x1");
  EXPECT_EQ(made_of({5, 7}), "7x5 x1");
  EXPECT_EQ(made_of({5, 7, 4}), "7x5 x4");
  EXPECT_EQ(made_of({5, 7, 1}), "7x5 x1");
  EXPECT_EQ(made_of({5, 7, 3}), "3x7x5 x1");
  EXPECT_EQ(made_of({3, 5, 7, 2}), "7x5x3 x2");
}

TEST(TextureSource, LetsDimsDecideWhatIsNotClear) {
  EXPECT_EQ(made_of({5, 4}, ArrayKind::plain, 1), "5 x4");
  EXPECT_EQ(made_of({5, 7, 4}, ArrayKind::plain, 3), "4x7x5 x1");
  EXPECT_EQ(made_of({5, 7, 4}, ArrayKind::plain, 2), "7x5 x4");
  EXPECT_NE(refusal_of_shape({5, 7, 3}, ArrayKind::plain, 2).find("3 channels"), std::string::npos);
  EXPECT_NE(refusal_of_shape({5, 7, 2}, ArrayKind::plain, 1).find("3 axes"), std::string::npos);
  EXPECT_NE(refusal_of_shape({5}, ArrayKind::plain, 2).find("1 axes"), std::string::npos);
}

TEST(TextureSource, PutsLayersAndFacesInFront) {
  EXPECT_EQ(made_of({3, 7}, ArrayKind::layered), "7 x1 of 3");
  EXPECT_EQ(made_of({3, 5, 7}, ArrayKind::layered), "7x5 x1 of 3");
  EXPECT_EQ(made_of({3, 5, 7, 4}, ArrayKind::layered), "7x5 x4 of 3");
  EXPECT_EQ(made_of({3, 5, 4}, ArrayKind::layered, 1), "5 x4 of 3");
  EXPECT_EQ(made_of({6, 5, 5}, ArrayKind::cube_map), "5x5 x1 of 1");
  EXPECT_EQ(made_of({6, 4, 4, 4}, ArrayKind::cube_map), "4x4 x4 of 1");
  EXPECT_EQ(made_of({12, 5, 5}, ArrayKind::layered_cube_map), "5x5 x1 of 2");
  EXPECT_EQ(made_of({2, 6, 5, 5}, ArrayKind::layered_cube_map), "5x5 x1 of 2");
  EXPECT_EQ(made_of({2, 6, 4, 4}, ArrayKind::layered_cube_map), "4x4 x1 of 2");
  EXPECT_EQ(made_of({12, 6, 6, 4}, ArrayKind::layered_cube_map), "6x6 x4 of 2");
  EXPECT_EQ(made_of({2, 6, 5, 5, 2}, ArrayKind::layered_cube_map), "5x5 x2 of 2");
  for (const gpu::Dimensions& shape : {gpu::Dimensions{6, 5, 4}, {5, 5, 5}, {12, 5, 5}, {0, 5, 5}}) {
    EXPECT_NE(refusal_of_shape(shape, ArrayKind::cube_map).find("is not a cube map"), std::string::npos)
        << to_string(shape);
  }
  EXPECT_NE(refusal_of_shape({6, 5, 5}, ArrayKind::cube_map, 1).find("cannot have 1 dimensions: use 2"),
            std::string::npos);
  EXPECT_NE(refusal_of_shape({3}, ArrayKind::layered).find("too few axes"), std::string::npos);
  EXPECT_NE(refusal_of_shape({3, 4, 5}, ArrayKind::layered, 3).find("use 1 or 2"), std::string::npos);
}

TEST(TextureSource, RefusesShapesWithoutTexels) {
  EXPECT_NE(refusal_of_shape({}), "");
  EXPECT_NE(refusal_of_shape({5, 0}).find("has no texels"), std::string::npos);
  EXPECT_NE(refusal_of_shape({0, 5}, ArrayKind::layered).find("has no texels"), std::string::npos);
  EXPECT_NE(refusal_of_shape({0, 5, 5}, ArrayKind::layered_cube_map).find("has no texels"), std::string::npos);
  EXPECT_NE(refusal_of_shape({0, 6, 5, 5}, ArrayKind::layered_cube_map).find("has no texels"), std::string::npos);
  EXPECT_NE(refusal_of_shape({2, 3, 4, 5, 6}), "");
}

TEST(TextureSource, ReadsArraysInFortranOrderAsTheyAreIndexed) {
  const TemporaryFolder folder;
  const std::vector<std::uint16_t> memory{1, 4, 2, 5, 3, 6};
  const gpu::StridedLayout layout({2, 3}, {1, 2}, 2);
  gpu::write_npy(folder / "f.npy", std::as_bytes(std::span(memory)), layout, gpu::ElementType(DataType::uint16));
  const TextureSource source = load_texture_source(folder / "f.npy", {});
  EXPECT_EQ(source.array.shape, gpu::Extent(3, 2));
  EXPECT_EQ(source.array.format, DataType::uint16);
  EXPECT_EQ(numbers_of<std::uint16_t>(source.texels), (std::vector<std::uint16_t>{1, 2, 3, 4, 5, 6}));
}

TEST(TextureSource, ReportsWhatToDoWithAnArchiveOfArrays) {
  const TemporaryFolder folder;
  try {
    (void)load_texture_source(folder.write("z.npz", "PK\3\4 and more"), {});
    FAIL() << "an archive was read as a texture";
  } catch (const gpu::InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("it is an archive of arrays (.npz): save"), std::string::npos)
        << error.what();
  }
}

TEST(TextureSource, ConvertsNumbersByTheirValue) {
  const TemporaryFolder folder;
  const auto path =
      write_numbers<double>(folder / "a.npy", {5}, {1.0 / 3, -2, 1e300, 1 + 0x1p-11, 1 + 0x1p-11 + 0x1p-40});
  const auto read = [&](DataType format) { return load_texture_source(path, {.format = format}).texels; };
  EXPECT_EQ(numbers_of<float>(read(DataType::float32)),
            (std::vector<float>{1.0F / 3, -2, std::numeric_limits<float>::infinity(), 1 + 0x1p-11F, 1 + 0x1p-11F}));
  // The last value exceeds the tie by less than the resolution of float32, so it rounds up only if it is rounded once.
  EXPECT_EQ(numbers_of<std::uint16_t>(read(DataType::float16)),
            (std::vector<std::uint16_t>{0x3555, 0xC000, 0x7C00, 0x3C00, 0x3C01}));
  try {
    (void)read(DataType::int8);
    FAIL() << "1/3 was accepted as int8";
  } catch (const gpu::InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("element (0,) is 0.33333"), std::string::npos) << error.what();
  }
  const auto integers = write_numbers<std::int64_t>(folder / "i.npy", {3}, {-128, 0, 127});
  EXPECT_EQ(numbers_of<std::int8_t>(load_texture_source(integers, {.format = DataType::int8}).texels),
            (std::vector<std::int8_t>{-128, 0, 127}));
  EXPECT_THROW((void)load_texture_source(integers, {.format = DataType::uint8}), gpu::InvalidArgument);
  EXPECT_THROW((void)load_texture_source(integers, {}), gpu::InvalidArgument);
}

TEST(TextureSource, KeepsTheBrightnessOfImages) {
  const TemporaryFolder folder;
  const auto path = folder.write("a.pgm", std::string("P5 3 1 255\n") + std::string("\x00\x80\xff", 3));
  const auto read = [&](DataType format) { return load_texture_source(path, {.format = format}).texels; };
  EXPECT_EQ(numbers_of<std::uint8_t>(load_texture_source(path, {}).texels), (std::vector<std::uint8_t>{0, 128, 255}));
  EXPECT_EQ(numbers_of<std::uint16_t>(read(DataType::uint16)), (std::vector<std::uint16_t>{0, 128 * 257, 65535}));
  EXPECT_EQ(numbers_of<std::int8_t>(read(DataType::int8)), (std::vector<std::int8_t>{0, 64, 127}));
  EXPECT_EQ(numbers_of<float>(read(DataType::float32)), (std::vector<float>{0, 128 / 255.0F, 1}));
}

TEST(TextureSource, TakesAColumnOfFacesAsACubeMap) {
  const TemporaryFolder folder;
  const auto path = folder.write("a.pgm", "P5 1 6 255\n012345");
  const TextureSource cube = load_texture_source(path, {.kind = ArrayKind::cube_map});
  EXPECT_EQ(cube.array.shape, gpu::Extent(1, 1));
  EXPECT_EQ(cube.array.num_slices(), 6U);
  const TextureSource layers = load_texture_source(path, {.kind = ArrayKind::layered});
  EXPECT_EQ(layers.array.shape, gpu::Extent(1));
  EXPECT_EQ(layers.array.num_layers, 6U);
  const auto wide = folder.write("b.pgm", "P5 6 1 255\n012345");
  EXPECT_THROW((void)load_texture_source(wide, {.kind = ArrayKind::cube_map}), gpu::InvalidArgument);
}

/// The texels of each face and level are (6 · face + level, x, y, 255).
TEST(TextureSource, TakesFacesAndLevelsOfATextureFile) {
  const auto path = std::filesystem::path(TEXELSCOPE_PICTURES_FROM_ELSEWHERE) / "noflag_cube.dds";
  const TextureSource cube = load_texture_source(path, {.kind = ArrayKind::cube_map});
  EXPECT_EQ(cube.array.shape, gpu::Extent(8, 8));
  EXPECT_EQ(cube.array.num_slices(), 6U);
  const std::vector<std::vector<std::byte>> levels = texture_levels(cube, 3);
  ASSERT_EQ(levels.size(), 3U);
  // Level 2 of face 4, at (1, 0).
  const std::vector<std::uint8_t> last = numbers_of<std::uint8_t>(levels[2]);
  ASSERT_EQ(last.size(), 6U * 2 * 2 * 4);
  EXPECT_EQ(std::vector(last.begin() + 4 * 16 + 4, last.begin() + 4 * 16 + 8),
            (std::vector<std::uint8_t>{26, 1, 0, 255}));
  EXPECT_THROW((void)texture_levels(cube, 5), gpu::InvalidArgument) << "its smallest level has a single texel";
  // A plain texture is the face and the levels from the part that is asked for on.
  const TextureSource face = load_texture_source(path, {.reading = {.part = "face -z level 1"}});
  EXPECT_EQ(face.array.shape, gpu::Extent(4, 4));
  EXPECT_EQ(numbers_of<std::uint8_t>(face.texels)[0], 31);
  EXPECT_EQ(face.smaller_levels.size(), 2U);
}

/// A DDS header for BC7 blocks.
std::string bc7_file(std::uint32_t side, std::uint32_t levels, std::string_view blocks) {
  const auto number = [](std::uint32_t value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  return "DDS " + number(124) + number(0x21007) + number(side) + number(side) + number(0) + number(0) + number(levels) +
         std::string(44, '\0') + number(32) + number(4) + "DX10" + std::string(20, '\0') + number(0x1000) +
         std::string(16, '\0') + number(98) + number(3) + number(0) + number(1) + number(0) + std::string(blocks);
}

TEST(TextureSource, KeepsBlocksForTexturesThatDecodeThem) {
  const TemporaryFolder folder;
  std::string blocks(5 * 16, '\0');
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    blocks[i] = static_cast<char>(i % 16 == 0 ? 0x40 : i);
  }
  const auto path = folder.write("a.dds", bc7_file(8, 2, blocks));
  const TextureSource source = load_texture_source(path, {.keeps_blocks = true});
  EXPECT_EQ(to_string(source.array), "8x8 bc7_unorm");
  ASSERT_EQ(source.texels.size(), 64U);
  EXPECT_EQ(std::memcmp(source.texels.data(), blocks.data(), 64), 0);
  ASSERT_EQ(source.smaller_levels.size(), 1U);
  EXPECT_EQ(std::memcmp(source.smaller_levels[0].data(), blocks.data() + 64, 16), 0);
  try {
    (void)texture_levels(source, 3);
    ADD_FAILURE() << "blocks are not computed";
  } catch (const gpu::InvalidArgument& error) {
    EXPECT_STREQ(error.what(),
                 "the file has only 2 levels, not 3: use fewer levels, or specify a format to compute "
                 "levels from decoded texels");
  }
  // Without blocks, and with a format, texels are the decoded values.
  EXPECT_EQ(to_string(load_texture_source(path, {}).array), "8x8 uint8x4");
  EXPECT_EQ(to_string(load_texture_source(path, {.format = DataType::float32, .keeps_blocks = true}).array),
            "8x8 float32x4");
}

}  // namespace
}  // namespace texelscope::app
