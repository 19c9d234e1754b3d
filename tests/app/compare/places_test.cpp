#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/compare/compare_files.h"
#include "app/compare/measures/align.h"
#include "tests/app/images/exr_bytes.h"
#include "tests/app/temporary_folder.h"

/// Comparisons of OpenEXR files as their users write them: premultiplied colors, windows, numbers, unfinished files.
namespace texelscope::app {
namespace {

using Channels = std::map<std::string, tests::ExrChannel>;

PairResult result_of(const std::string& expected, const std::string& actual, const Limits& limits = {},
                     KeepImages keep = KeepImages::no) {
  const tests::TemporaryFolder folder;
  ComparisonRules rules;
  rules.initial.limits = limits;
  return compare_file_pair({"a.exr", folder.write("e.exr", expected), folder.write("a.exr", actual)}, rules, {}, keep);
}

/// 32 × 32 pixels with a disk of light in the middle, and this alpha everywhere.
std::string flame(float red, float green, float alpha) {
  std::map<char, std::vector<float>> values;
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 32; ++x) {
      const bool is_lit = (x - 16) * (x - 16) + (y - 16) * (y - 16) < 100;
      values['R'].push_back(is_lit ? red : 0);
      values['G'].push_back(is_lit ? green : 0);
      values['B'].push_back(0);
      values['A'].push_back(alpha);
    }
  }
  Channels channels;
  for (const auto& [name, each] : values) {
    channels[std::string(1, name)] = tests::exr_floats(each);
  }
  return tests::exr_bytes(channels, 32, 32);
}

TEST(ComparedPlaces, LightWithoutAlphaCountsInEveryMeasure) {
  const std::string orange = flame(1, 0.4F, 0);
  for (const std::string& other : {flame(0, 0, 0), flame(0.1F, 0.4F, 0)}) {
    for (const Limits& limits :
         {limits_of_preset("visual"), Limits{.max_flip = 0.01}, Limits{.min_ssim = 0.99}, Limits{.max_error = 0.1},
          Limits{.max_color_difference = 2.0}, Limits{.max_area_difference = 1.0}, Limits{.max_mean = 0.001}}) {
      EXPECT_FALSE(result_of(orange, other, limits).has_passed());
    }
    EXPECT_TRUE(result_of(orange, orange, limits_of_preset("visual")).has_passed());
  }
}

TEST(ComparedPlaces, PixelsOfOneFileOnlyDiffer) {
  const auto cropped = [](int x, int y, int width) {
    const std::vector<float> zeros(static_cast<std::size_t>(width) * 3);
    return tests::exr_bytes({{"Y", tests::exr_floats(zeros)}}, {x, y, x + width - 1, y + 2}, {0, 0, 19, 9});
  };
  const PairResult moved = result_of(cropped(2, 3, 4), cropped(7, 5, 4), {}, KeepImages::yes);
  ASSERT_EQ(moved.failures.size(), 2U);
  EXPECT_TRUE(moved.failures[0].starts_with("24 of 24 pixels differ")) << moved.failures[0];
  EXPECT_NE(moved.failures[0].find("at (2, 3)"), std::string::npos)
      << "in the files' coordinates: " << moved.failures[0];
  EXPECT_EQ(moved.failures[1], "24 places have a pixel in one file only");
  // Missing pixels, which are 0 in the canvas, differ even from pixels that are 0.
  const PairResult wider = result_of(cropped(2, 3, 4), cropped(2, 3, 5));
  EXPECT_EQ(wider.failures.back(), "3 places have a pixel in one file only");
  EXPECT_EQ(wider.comparison->differing_pixels, 3U);
  EXPECT_EQ(wider.comparison->pixels, 15U);
  for (const Limits& limits : {limits_of_preset("visual"), Limits{.max_flip = 1.0}, Limits{.min_ssim = -1.0},
                               Limits{.max_error = 1e9}, Limits{.max_color_difference = 1e9}}) {
    EXPECT_FALSE(result_of(cropped(2, 3, 4), cropped(2, 3, 5), limits).has_passed());
  }
  const PairResult allowed = result_of(cropped(2, 3, 4), cropped(2, 3, 5), {.max_differing = PixelAmount{3}});
  EXPECT_TRUE(allowed.has_passed());
  EXPECT_EQ(allowed.notes.back(), "3 places have a pixel in one file only");
  EXPECT_TRUE(result_of(cropped(2, 3, 4), cropped(2, 3, 4)).has_passed());
}

TEST(ComparedPlaces, WindowsThatAreFarApartAreNotCompared) {
  const auto at = [](int x) {
    return tests::exr_bytes({{"Y", tests::exr_floats({1, 2})}}, {x, 0, x + 1, 0}, {0, 0, 1, 0});
  };
  const PairResult result = result_of(at(-1000000000), at(1000000000));
  ASSERT_EQ(result.failures.size(), 1U);
  EXPECT_EQ(result.failures[0], "actual is 2x1 at (1000000000, 0), expected 2x1 at (-1000000000, 0)");
}

TEST(ComparedPlaces, MasksAreInTheFilesCoordinates) {
  const auto file = [](float value) {
    return tests::exr_bytes({{"Y", tests::exr_floats({value, 1})}}, {10, 20, 11, 20}, {0, 0, 19, 29});
  };
  const tests::TemporaryFolder folder;
  ComparisonRules rules;
  rules.initial.masks = {PixelRectangle{10, 20, 1, 1}};
  const FilePair pair{"a.exr", folder.write("e.exr", file(0)), folder.write("a.exr", file(5))};
  EXPECT_TRUE(compare_file_pair(pair, rules, {}, KeepImages::no).has_passed());
  rules.initial.masks = {PixelRectangle{0, 0, 1, 1}};
  EXPECT_FALSE(compare_file_pair(pair, rules, {}, KeepImages::no).has_passed());
}

TEST(ComparedPlaces, NumbersAreComparedExactly) {
  const auto file = [](std::uint32_t number) {
    return tests::exr_bytes({{"id", tests::exr_integers({1, number})}}, 2, 1);
  };
  // Neighbors that are the same float.
  const PairResult exact = result_of(file(16'777'216), file(16'777'217), {}, KeepImages::yes);
  EXPECT_FALSE(exact.has_passed());
  EXPECT_EQ(exact.comparison->max_error, 1);
  EXPECT_EQ(exact.comparison->differing_pixels, 1U);
  EXPECT_TRUE(result_of(file(4'294'967'295), file(4'294'967'295)).has_passed());
  EXPECT_TRUE(result_of(file(16'777'216), file(16'777'217), {.max_error = 1.0}).has_passed());
  const PairResult visual = result_of(file(16'777'216), file(16'777'217), limits_of_preset("visual"));
  EXPECT_FALSE(visual.has_passed());
  EXPECT_EQ(visual.notes.back(),
            "its values are 32-bit integers: limits on colors, SSIM and FLIP do not apply to them");
}

TEST(ComparedPlaces, AnUnfinishedFileNeverPasses) {
  const tests::ExrWindow window{0, 0, 1, 3};
  const std::string half = tests::exr_bytes({{"Y", tests::exr_floats({0, 0, 0, 0})}}, window, window);
  const std::string whole = tests::exr_bytes({{"Y", tests::exr_floats(std::vector<float>(8))}}, window, window);
  const PairResult result = result_of(whole, half, {.max_differing = PixelAmount{100, true}});
  EXPECT_EQ(result.failures, std::vector<std::string>{
                                 "the actual file is incomplete: 2 of its 4 rows were never written, and are 0 here"});
  EXPECT_FALSE(result.broke_limits_alone);
  EXPECT_EQ(result_of(half, half).failures.size(), 2U);
}

TEST(ComparedPlaces, StraightColorsAreMultipliedForTheComparison) {
  Image straight{2, 1, 4, gpu::DataType::uint8, {}};
  for (const int value : {200, 100, 0, 51, 255, 255, 255, 255}) {
    straight.pixels.push_back(static_cast<std::byte>(value));
  }
  Image multiplied{2, 1, 4, gpu::DataType::uint8, {}};
  for (const int value : {40, 20, 0, 51, 255, 255, 255, 255}) {
    multiplied.pixels.push_back(static_cast<std::byte>(value));
  }
  multiplied.is_premultiplied = true;
  const PairResult result = compare_pair({"a", straight, multiplied, {}, {}, {}}, {}, KeepImages::no);
  EXPECT_TRUE(result.has_passed());
  EXPECT_EQ(result.notes, std::vector<std::string>{"only the actual image has colors multiplied by alpha; those of the "
                                                   "other are multiplied for the comparison"});
}

}  // namespace
}  // namespace texelscope::app
