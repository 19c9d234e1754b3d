#include "app/scene/scene_input.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using tests::numbers_of;
using tests::write_numbers;

TEST(SceneInput, ReadsThreeAxesAsAVolumeFromItsLowestNumberToItsHighest) {
  const tests::TemporaryFolder folder;
  std::vector<std::int16_t> numbers(3 * 2 * 5);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<std::int16_t>(-1000 + 100 * static_cast<int>(i));
  }
  const Image volume = load_scene_input(write_numbers(folder / "v.npy", {3, 2, 5}, numbers));
  EXPECT_EQ(kind_of(volume), SceneInput::volume);
  EXPECT_EQ(volume.width, 5);
  EXPECT_EQ(volume.height, 2);
  EXPECT_EQ(volume.depth, 3);
  EXPECT_EQ(volume.channels, 1);
  const auto densities = numbers_of<float>(volume.pixels);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(densities[i], static_cast<float>(static_cast<double>(i) / 29)) << i;
  }
}

TEST(SceneInput, TreatsInfinitiesAsTheEndsAndNaNAsZero) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float huge = std::numeric_limits<float>::max();
  const tests::TemporaryFolder folder;
  const auto densities = [&](const std::vector<float>& numbers) {
    return numbers_of<float>(load_scene_input(write_numbers(folder / "v.npy", {2, 1, 3, 1}, numbers)).pixels);
  };
  EXPECT_EQ(densities({1, 3, std::nanf(""), infinity, -infinity, 2}), (std::vector<float>{0, 1, 0, 1, 0, 0.5F}));
  EXPECT_EQ(densities({-huge, huge, 0, 0, 0, 0}), (std::vector<float>{0, 1, 0.5F, 0.5F, 0.5F, 0.5F}));
  EXPECT_EQ(densities({7, 7, 7, 7, 7, 7}), std::vector<float>(6, 0));
}

TEST(SceneInput, ReadsTwoAxesAndChannelsAsAPicture) {
  const tests::TemporaryFolder folder;
  const Image gray = load_scene_input(write_numbers(folder / "g.npy", {2, 3}, std::vector<std::uint16_t>(6, 700)));
  EXPECT_EQ(kind_of(gray), SceneInput::picture);
  EXPECT_EQ(gray.type, gpu::DataType::uint16);
  EXPECT_EQ(gray.channels, 1);
  const Image color = load_scene_input(write_numbers(folder / "c.npy", {2, 3, 4}, std::vector<std::int32_t>(24, -9)));
  EXPECT_EQ(color.type, gpu::DataType::int32);
  EXPECT_EQ(color.channels, 4);
  EXPECT_EQ(color.width, 3);
  EXPECT_EQ(numbers_of<std::int32_t>(color.pixels), std::vector<std::int32_t>(24, -9));
  const std::vector<std::uint8_t> reds{200, 0, 1, 201, 2, 3};
  const Image opaque = load_scene_input(write_numbers(folder / "o.npy", {1, 2, 3}, reds));
  EXPECT_EQ(kind_of(opaque), SceneInput::picture);
  EXPECT_EQ(opaque.channels, 3);
  EXPECT_EQ(opaque.width, 2);
  EXPECT_EQ(numbers_of<std::uint8_t>(opaque.pixels), reds);
}

TEST(SceneInput, ReadsIntegersExactlyOrSaysThatTheyAreRounded) {
  const tests::TemporaryFolder folder;
  const std::vector<std::uint32_t> ids{16777217, 0xDEADBEEF, 0, 1};
  const Image exact = load_scene_input(write_numbers(folder / "ids.npy", {2, 2}, ids));
  EXPECT_EQ(exact.type, gpu::DataType::uint32);
  EXPECT_EQ(numbers_of<std::uint32_t>(exact.pixels), ids);
  EXPECT_EQ(exact.note, "");
  const Image small = load_scene_input(write_numbers(folder / "s.npy", {1, 2}, std::vector<std::int64_t>{16777217, 2}));
  EXPECT_EQ(small.type, gpu::DataType::uint32) << "numbers of 64 bits that need only 32";
  const Image negative = load_scene_input(write_numbers(folder / "n.npy", {1, 2}, std::vector<std::int64_t>{-7, 2}));
  EXPECT_EQ(negative.type, gpu::DataType::int32);
  const Image large =
      load_scene_input(write_numbers(folder / "l.npy", {1, 2}, std::vector<std::int64_t>{-7, std::int64_t{1} << 40}));
  EXPECT_EQ(large.type, gpu::DataType::float32);
  EXPECT_EQ(large.note, "int64 rounded to float32");
  EXPECT_EQ(load_scene_input(write_numbers(folder / "h.npy", {1, 2}, std::vector<std::int16_t>{-7, 9})).note, "");
}

TEST(SceneInput, ReadsAPartOfThreeAxesAsChannels) {
  const tests::TemporaryFolder folder;
  std::vector<std::uint8_t> numbers(2 * 3 * 7);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<std::uint8_t>(i);
  }
  const auto path = write_numbers(folder / "bands.npy", {2, 3, 7}, numbers);
  EXPECT_EQ(kind_of(load_scene_input(path)), SceneInput::volume);
  for (const char* const part : {"5", "channel 5"}) {
    const Image channel = load_scene_input(path, {.part = part});
    EXPECT_EQ(kind_of(channel), SceneInput::picture);
    EXPECT_EQ(channel.channels, 1);
    EXPECT_EQ(numbers_of<std::uint8_t>(channel.pixels), (std::vector<std::uint8_t>{4, 11, 18, 25, 32, 39}));
  }
  const Image color = load_scene_input(path, {.part = "color"});
  EXPECT_EQ(color.channels, 3);
  EXPECT_EQ(color.width, 3);
  EXPECT_EQ(color.height, 2);
  EXPECT_EQ(numbers_of<std::uint8_t>(color.pixels)[3], 7);
  for (const char* const part : {"0", "8", "channel", "channel 5 ", "red"}) {
    EXPECT_THROW((void)load_scene_input(path, {.part = part}), gpu::InvalidArgument) << part;
  }
  const auto flat = write_numbers(folder / "flat.npy", {2, 3}, std::vector<float>(6));
  EXPECT_THROW((void)load_scene_input(flat, {.part = "1"}), gpu::InvalidArgument);
}

TEST(SceneInput, ConvertsDoublesToFloats) {
  const tests::TemporaryFolder folder;
  const Image volume =
      load_scene_input(write_numbers(folder / "v.npy", {2, 1, 3, 1}, std::vector<double>{0, 1, 2, 3, 4, 1e-300}));
  EXPECT_EQ(numbers_of<float>(volume.pixels), (std::vector<float>{0, 0.25F, 0.5F, 0.75F, 1, 0}));
}

TEST(SceneInput, RefusesInputThatNoSceneShows) {
  const tests::TemporaryFolder folder;
  const auto message = [&](const gpu::Dimensions& shape, std::size_t size) {
    try {
      (void)load_scene_input(write_numbers(folder / "v.npy", shape, std::vector<float>(size)));
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  EXPECT_NE(message({7}, 7).find("a volume of shape (d, h, w), but this is 1D"), std::string::npos) << message({7}, 7);
  EXPECT_NE(message({2, 2, 3, 4}, 48).find("3D with 4 channels"), std::string::npos) << message({2, 2, 3, 4}, 48);
  EXPECT_EQ(message({2, 40000}, 80000), "nothing");
  EXPECT_NE(message({1, 1048577}, 1048577).find("exceeds 1048576"), std::string::npos)
      << message({1, 1048577}, 1048577);
}

TEST(SceneInput, IsOfferedOnlyToScenesThatAcceptItsKind) {
  SceneDeclaration scene;
  const auto picture = std::make_shared<const Image>(Image{1, 1, 1, gpu::DataType::uint8, {}});
  const auto volume = std::make_shared<const Image>(Image{1, 1, 1, gpu::DataType::float32, {}, 2});
  EXPECT_EQ(input_for(scene, picture), nullptr);
  scene.takes = SceneInput::volume;
  EXPECT_EQ(input_for(scene, picture), nullptr);
  EXPECT_EQ(input_for(scene, volume), volume);
  EXPECT_EQ(input_for(scene, nullptr), nullptr);
  scene.takes = SceneInput::picture;
  EXPECT_EQ(input_for(scene, volume), nullptr);
}

}  // namespace
}  // namespace texelscope::app
