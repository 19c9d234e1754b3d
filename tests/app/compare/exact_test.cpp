#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/compare/compare_files.h"
#include "app/compare/report/results.h"
#include "app/compare/rules/rules_file.h"
#include "tests/app/compare/built_files.h"
#include "tests/app/images/exr_bytes.h"
#include "tests/app/images/picture_bytes.h"
#include "tests/app/temporary_folder.h"

/// Without limits, everything in two files must be equal: pairs that differ in one thing that pixels do not show, and
/// pairs that differ in one byte of a sample.
namespace texelscope::app {
namespace {

using tests::big_number;
using tests::bytes;
using tests::chunk_of;
using tests::exr_bytes;
using tests::exr_floats;
using tests::exr_integers;
using tests::number;
using tests::png_row;
using tests::tiff_of;

std::string doubles(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) {
    text += number(std::bit_cast<std::uint64_t>(value), 8);
  }
  return text;
}

class ExactPairs : public testing::Test {
 protected:
  PairResult compared(const std::string& expected, const std::string& actual, const std::string& rule = "") {
    ComparisonRules rules;
    if (!rule.empty()) {
      rules.file =
          parse_rules(R"({"texelscope_compare": 1, "rules": [{"match": "**", )" + rule + "}]}", "compare.json");
    }
    return compare_file_pair({"pair", folder_.write("expected", expected), folder_.write("actual", actual)}, rules, {},
                             KeepImages::no);
  }
  /// Fails the test unless the pair fails with this text, in each output, but passes as pixels alone.
  void expect_difference(const std::string& expected, const std::string& actual, const std::string& text,
                         bool are_pixels_equal = true) {
    const std::vector<PairResult> results{compared(expected, actual)};
    EXPECT_FALSE(results[0].has_passed()) << text;
    EXPECT_NE(to_table(results).find(text), std::string::npos) << to_table(results);
    EXPECT_TRUE(nlohmann::json::parse(to_json(results))["pairs"][0]["failures"].dump().find(
                    nlohmann::json(text).dump().substr(1, text.size())) != std::string::npos)
        << to_json(results);
    const std::filesystem::path junit = folder_ / "junit.xml";
    write_junit(junit, "pairs", results);
    std::ifstream file(junit);
    const std::string xml{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NE(xml.find("<failure"), std::string::npos) << xml;
    EXPECT_EQ(compared(expected, actual, R"("pixels_only": true)").has_passed(), are_pixels_equal) << text;
    EXPECT_TRUE(compared(expected, expected).has_passed()) << to_table({compared(expected, expected)});
    EXPECT_TRUE(compared(actual, actual).has_passed()) << to_table({compared(actual, actual)});
  }

 private:
  tests::TemporaryFolder folder_;
};

TEST_F(ExactPairs, DifferInIntegersThatNoFloatHolds) {
  expect_difference(exr_bytes({{"id", exr_integers({16777216, 4294967295})}}, 2, 1),
                    exr_bytes({{"id", exr_integers({16777217, 4294967294})}}, 2, 1),
                    "2 pixels differ as uint32: (0, 0) is 16777217 instead of 16777216, (1, 0) is 4294967294 instead "
                    "of 4294967295",
                    false);
  // Beside floats, integers are read as floats.
  const auto mixed = [](std::uint32_t blue) {
    return exr_bytes({{"R", exr_floats({0.5F})}, {"G", exr_floats({0.25F})}, {"B", exr_integers({blue})}}, 1, 1);
  };
  expect_difference(mixed(16777216), mixed(16777217),
                    "1 pixel differs as float64: (0, 0) is 0.5 0.25 16777217 instead of 0.5 0.25 16777216");
}

TEST_F(ExactPairs, DifferInTheLastBitOf64) {
  const auto page = [](double value) {
    return tiff_of({{.bits = 64, .fields = {{339, {3}}}, .pixels = doubles({0.1, 2, 3, value})}});
  };
  expect_difference(page(0.3), page(std::nextafter(0.3, 1)),
                    "1 pixel differs as float64: (1, 1) is 0.30000000000000004 instead of 0.3");
  const PairResult result = compared(page(0.3), page(std::nextafter(0.3, 1)));
  EXPECT_EQ(result.comparison->differing_pixels, 1U);
  EXPECT_EQ(result.comparison->max_error, std::nextafter(0.3, 1) - 0.3);
  // A file of 32-bit floats has only the rounded values.
  const auto rounded = tiff_of({{.bits = 32,
                                 .fields = {{339, {3}}},
                                 .pixels = number(std::bit_cast<std::uint32_t>(0.1F), 4) + number(0x40000000, 4) +
                                           number(0x40400000, 4) + number(std::bit_cast<std::uint32_t>(0.3F), 4)}});
  expect_difference(page(0.3), rounded, "2 pixels differ as float64: (0, 0) is 0.10000000149011612 instead of 0.1");
}

TEST_F(ExactPairs, OfGrayAndOfEqualColorsHaveTheSame64Bits) {
  const auto page = [](unsigned samples, double last) {
    std::vector<double> values(4 * samples, 0.1);
    values.back() = last;
    return tiff_of({{.bits = 64,
                     .samples = samples,
                     .fields = {{262, {samples == 1 ? 1U : 2U}}, {339, {3}}},
                     .pixels = doubles(values)}});
  };
  EXPECT_EQ(compared(page(1, 0.1), page(3, 0.1)).failures, std::vector<std::string>{});
  expect_difference(page(1, 0.1), page(3, std::nextafter(0.1, 1)),
                    "1 pixel differs as float64: (1, 1) is 0.1 0.1 0.10000000000000002 instead of 0.1");
}

TEST_F(ExactPairs, DifferInASampleBeyondAlpha) {
  const auto page = [](int sample) {
    std::string pixels(20, '\7');
    pixels[14] = static_cast<char>(sample);
    return tiff_of({{.samples = 5, .fields = {{262, {2}}, {338, {2, 0}}}, .pixels = pixels}});
  };
  expect_difference(page(0), page(255), "channel 5: 1 of 4 pixels differ; in one cluster: 1 pixel in 1x1 at (0, 1)",
                    false);
}

TEST_F(ExactPairs, DifferInTheNamesOfLayersAndChannels) {
  const auto layer = [](const std::string& name) {
    return exr_bytes({{name + ".R", exr_floats({1})}, {name + ".G", exr_floats({1})}, {name + ".B", exr_floats({1})}},
                     1, 1);
  };
  expect_difference(layer("diffuse"), layer("specular"),
                    "channels: 'diffuse.R, diffuse.G, diffuse.B' in the expected file, 'specular.R, specular.G, "
                    "specular.B' in the actual one");
  expect_difference(exr_bytes({{"Y", exr_floats({1})}}, 1, 1), exr_bytes({{"Z", exr_floats({1})}}, 1, 1),
                    "channels: 'Y' in the expected file, 'Z' in the actual one");
  const auto small = [](const std::string& more) {
    tests::ExrChannels channels{{"r", exr_floats({1})}, {"g", exr_floats({1})}, {"b", exr_floats({1})}};
    channels[more] = exr_floats({1});
    return exr_bytes(channels, 1, 1);
  };
  expect_difference(small("r"), small("a"), "channels: 'r, g, b' in the expected file, 'r, g, b, a' in the actual one");
}

TEST_F(ExactPairs, DifferInColorSpaces) {
  const auto with = [](const std::string& chunks) { return png_row(2, 8, 0, bytes({10, 20}), chunks); };
  const std::string pq = chunk_of("cICP" + bytes({9, 16, 0, 1}));
  expect_difference(with(""), with(pq),
                    "color space: none in the expected file, 'cICP: primaries BT.2020, transfer PQ' in the actual one");
  expect_difference(with(chunk_of("sRGB" + bytes({0}))), with(pq), "color space: 'sRGB' in the expected file");
  const auto gamma = [](std::uint32_t value) { return chunk_of("gAMA" + big_number(value)); };
  expect_difference(with(gamma(45455)), with(gamma(45454)),
                    "color space: 'sRGB' in the expected file, 'gamma 0.45454' in the actual one");
  for (const std::string& same :
       {chunk_of("sRGB" + bytes({0})), gamma(45455), chunk_of("cICP" + bytes({1, 13, 0, 1}))}) {
    EXPECT_TRUE(compared(with(""), with(same)).has_passed()) << same;
  }
  EXPECT_TRUE(compared(with(pq), with(pq + chunk_of("tEXt" + std::string("a\0b", 3)))).has_passed());
}

TEST_F(ExactPairs, DifferInTheMeaningOfAlpha) {
  const auto page = [](std::uint64_t kind) {
    return tiff_of({{.samples = 4, .fields = {{262, {2}}, {338, {kind}}}, .pixels = std::string(16, '\xFF')}});
  };
  expect_difference(page(2), page(0), "alpha: 'straight' in the expected file, 'unspecified' in the actual one");
  expect_difference(page(2), page(1), "alpha: 'straight' in the expected file, 'premultiplied' in the actual one");
}

TEST_F(ExactPairs, DifferInWindows) {
  const tests::ExrChannels channels{{"Y", exr_floats({1, 2})}};
  expect_difference(exr_bytes(channels, {0, 0, 1, 0}, {0, 0, 1, 0}), exr_bytes(channels, {0, 0, 1, 0}, {0, 0, 3, 0}),
                    "display window: '2x1 at (0, 0)' in the expected file, '4x1 at (0, 0)' in the actual one");
}

TEST_F(ExactPairs, DifferInWhatIsNotRead) {
  const std::string picture = "P5 1 1 255\n*";
  expect_difference(picture + picture, picture + "P5 1 1 255\n+",
                    "not compared: both files: it ends at byte 12; ignored after its end: 12 bytes");
  expect_difference(picture, picture + picture, "not compared: actual file: it ends at byte 12");
}

TEST_F(ExactPairs, DifferInDeepPalettesInksAndStoredTexels) {
  const auto palette = [](std::uint64_t red) {
    std::vector<std::uint64_t> colors(3 * 256);
    colors[1] = red;
    return tiff_of({{.fields = {{262, {3}}, {320, colors}}, .pixels = bytes({1, 0, 0, 0})}});
  };
  expect_difference(palette(0xFF00), palette(0xFFFF),
                    "1 pixel differs as uint16: (0, 0) is 65535 0 0 instead of 65280 0 0");
  const auto inks = [](int cyan) {
    std::string pixels(16, '\xFF');
    pixels[0] = static_cast<char>(cyan);
    return tiff_of({{.samples = 4, .fields = {{262, {5}}}, .pixels = pixels}});
  };
  expect_difference(inks(1), inks(2), "1 pixel differs as CMYK: (0, 0) is 02ffffff instead of 01ffffff");
}

TEST_F(ExactPairs, DifferInPicturesBesideAPageOfTiff) {
  const auto page = [](std::uint64_t place) {
    std::map<std::uint64_t, std::vector<std::uint64_t>> fields;
    if (place > 0) {
      fields[330] = {place};
    }
    return tiff_of({{.fields = fields, .pixels = "abcd"}});
  };
  expect_difference(page(0), page(8), "not compared: actual file: 1 picture beside it (SubIFDs)");
}

TEST_F(ExactPairs, WithoutAlphaPassIfARuleIgnoresIt) {
  const auto picture = [](bool has_alpha) {
    tests::ExrChannels channels{{"R", exr_floats({1})}, {"G", exr_floats({1})}, {"B", exr_floats({1})}};
    if (has_alpha) {
      channels["A"] = exr_floats({1});
    }
    return exr_bytes(channels, 1, 1);
  };
  expect_difference(picture(false), picture(true),
                    "channels: 'R, G, B' in the expected file, 'R, G, B, A' in the actual one");
  EXPECT_EQ(compared(picture(false), picture(true), R"("alpha": "ignore")").failures, std::vector<std::string>{});
}

TEST_F(ExactPairs, PassWithinLimits) {
  const auto page = [](double value) {
    return tiff_of({{.bits = 64, .fields = {{339, {3}}}, .pixels = doubles({0.1, 2, 3, value})}});
  };
  EXPECT_TRUE(compared(page(0.3), page(std::nextafter(0.3, 1)), R"("max_error": 0)").has_passed());
  EXPECT_TRUE(compared(png_row(1, 8, 0, "*"), png_row(1, 8, 0, "*", chunk_of("gAMA" + big_number(100000))),
                       R"("preset": "visual")")
                  .has_passed());
}

TEST_F(ExactPairs, AreComparedAsImagesIfAPartIsSelected) {
  const auto layers = [](const std::string& name) {
    return exr_bytes({{name + ".Y", exr_floats({1})}, {"Z", exr_floats({1})}}, 1, 1);
  };
  EXPECT_FALSE(compared(layers("a"), layers("b")).has_passed());
  EXPECT_TRUE(compared(layers("a"), layers("b"), R"("part": 1)").has_passed());
}

}  // namespace
}  // namespace texelscope::app
