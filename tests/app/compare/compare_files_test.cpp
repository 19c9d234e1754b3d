#include "app/compare/compare_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/compare/rules/rules_file.h"
#include "app/images/image_convert.h"
#include "app/images/save_image.h"
#include "tests/app/compare/image_pairs.h"
#include "tests/app/images/exr_bytes.h"
#include "tests/app/images/picture_bytes.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::file_bytes;
using tests::TemporaryFolder;

namespace fs = std::filesystem;

Image small_image(int seed, int width = 12) {
  return tests::make_image(width, 9, [=](int x, int y) {
    return tests::Rgb{x * 11 + seed, y * 17 + seed * 3, tests::scattered(x, y, seed) / 2};
  });
}

Image with_alpha(const Image& image, int alpha) {
  Image result{image.width, image.height, 4, image.type, {}};
  for (std::size_t at = 0; at < image.pixels.size(); ++at) {
    result.pixels.push_back(image.pixels[at]);
    if (at % 3 == 2) {
      result.pixels.push_back(static_cast<std::byte>(alpha));
    }
  }
  return result;
}

/// Writes pair `number` to the folders "e" and "a". Returns the text that its failure must contain; empty for a passing
/// pair.
std::string make_pair_of_files(const TemporaryFolder& folder, int number, std::string& name) {
  const Image image = small_image(number);
  const fs::path expected = folder / "e";
  const fs::path actual = folder / "a";
  name = fmt::format("set_{}/{:03}.png", number % 7, number);
  const auto both = [&](const Image& first, const Image& second) {
    save_png(expected / name, first);
    save_png(actual / name, second);
  };
  const auto write = [&](const fs::path& root, const std::string& bytes) {
    static_cast<void>(folder.write((root / name).lexically_relative(folder.path()).string(), bytes));
  };
  switch (number % 15) {
    case 1:
      save_png(expected / name, image);
      return "actual: the image is missing";
    case 2:
      save_png(actual / name, image);
      return "the actual one is extra";
    case 3: {
      both(image, image);
      const std::string whole = file_bytes(actual / name);
      write(actual, whole.substr(0, whole.size() / 2));
      return "truncated";
    }
    case 4:
      both(image, small_image(number, 13));
      return "actual is 13x9, expected 12x9";
    case 5:
      both(image, image);
      write(expected, "no picture at all");
      return "unsupported image format";
    case 6: {
      name = fmt::format("set_{}/{:03}.exr", number % 7, number);
      Image light = with_linear_floats(image);
      save_image(expected / name, light);
      // The actual image is more than twice as bright, with values far above 1.
      for (std::size_t at = 0; at < light.pixels.size() / sizeof(float); ++at) {
        const float value = sample_of<float>(light, at) * 2 + 4;
        std::memcpy(light.pixels.data() + at * sizeof(float), &value, sizeof(float));
      }
      save_image(actual / name, light);
      return "pixels differ";
    }
    case 7: {
      name = fmt::format("set_{}/{:03}.exr", number % 7, number);
      save_image(expected / name, with_linear_floats(image));
      save_image(actual / name, with_linear_floats(image));
      return "";
    }
    case 8:
      both(with_alpha(image, 255), with_alpha(image, 0));
      return "108 of 108 pixels differ";
    case 9:
      both(image, with_alpha(image, 255));
      return "";
    case 10:
      name = fmt::format("set_{}/{:03}.avif", number % 7, number);
      write(expected, std::string("\0\0\0\x20"
                                  "ftypavif",
                                  12));
      write(actual, file_bytes(expected / name));
      return "an AVIF image is not supported";
    case 11: {
      both(image, image);
      Image changed = image;
      changed.pixels[static_cast<std::size_t>(number)] ^= std::byte{1};
      save_png(actual / name, changed);
      return "1 of 108 pixels differ";
    }
    case 12:
      save_png(expected / name, image);
      fs::create_directories(actual / name);
      return "it is a folder";
    case 13:
      save_png(expected / name, image);
      fs::create_symlink("nothing.png", actual / name);
      return "a link to nothing.png";
    case 14:
      both(image, image);
      write(expected, "");
      return "it is empty";
    default:
      both(image, image);
      return "";
  }
}

TEST(CompareFiles, JudgesEachOf301PairsByItself) {
  const TemporaryFolder folder;
  for (int set = 0; set < 7; ++set) {
    fs::create_directories(folder / "e" / fmt::format("set_{}", set));
    fs::create_directories(folder / "a" / fmt::format("set_{}", set));
  }
  std::map<std::string, std::string> reasons;
  for (int number = 0; number < 301; ++number) {
    std::string name;
    const std::string reason = make_pair_of_files(folder, number, name);
    reasons[name] = reason;
  }
  static_cast<void>(folder.write("e/README.md", "what these images are"));
  const PairList list = find_pairs(folder / "e", folder / "a");
  ASSERT_EQ(list.pairs.size(), 301U);
  EXPECT_TRUE(list.notes.empty());
  std::size_t done = 0;
  const std::vector<PairResult> results =
      compare_files(list.pairs, {}, {}, nullptr, [&](std::size_t count) { done = std::max(done, count); });
  EXPECT_EQ(done, 301U);
  ASSERT_EQ(results.size(), 301U);
  for (const PairResult& result : results) {
    const std::string& reason = reasons.at(result.name);
    SCOPED_TRACE(result.name);
    if (reason.empty()) {
      EXPECT_EQ(result.failures, std::vector<std::string>{});
      continue;
    }
    ASSERT_FALSE(result.has_passed());
    EXPECT_NE(result.failures[0].find(reason), std::string::npos) << result.failures[0];
  }
  EXPECT_FALSE(results.front().comparison) << "pairs that cannot be compared come first";
  EXPECT_TRUE(results.back().has_passed());
}

TEST(CompareFiles, SuggestsAnImageWithAnotherExtension) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "e/gui");
  fs::create_directories(folder / "a/gui");
  save_png(folder / "e/gui/a.png", small_image(1));
  save_image(folder / "a/gui/A.exr", with_linear_floats(small_image(1)));
  save_png(folder / "e/b.png", small_image(2));
  const std::vector<FilePair> pairs = find_pairs(folder / "e", folder / "a").pairs;
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(load_pair(pairs[1]).expected_error,
            "the expected image is missing: the actual one is extra; the expected folder has gui/a.png; use the "
            "same name and extension for both");
  EXPECT_EQ(load_pair(pairs[2]).actual_error,
            "the image is missing; the actual folder has gui/A.exr; use the same name and extension for both");
  EXPECT_EQ(load_pair(pairs[0]).actual_error, "the image is missing");
}

TEST(CompareFiles, SuggestsAnImageWhoseNameLooksTheSame) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "e");
  fs::create_directories(folder / "a");
  // The NFC and NFD forms of one name, and a name with the same letters without accents.
  const std::string composed = "caf\xC3\xA9 \xC5\xBB.png";
  const std::string decomposed = "cafe\xCC\x81 Z\xCC\x87.png";
  save_png(folder / "e" / composed, small_image(1));
  save_png(folder / "a" / decomposed, small_image(1));
  save_png(folder / "e/\xC3\x98.png", small_image(1));
  save_png(folder / "a/o.png", small_image(1));
  for (const FilePair& pair : find_pairs(folder / "e", folder / "a").pairs) {
    const std::string other = pair.name == composed ? decomposed : composed;
    const bool has_other = pair.name == composed || pair.name == decomposed;
    EXPECT_EQ(pair.hint.find(other + "; use the same name and extension for both, with accents in one Unicode form") !=
                  std::string::npos,
              has_other)
        << pair.name << ": " << pair.hint;
  }
}

TEST(CompareFiles, FailsForNamesThatAreNotUtf8EachByItsOwnName) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "e/d\xff");
  fs::create_directories(folder / "a/d\xff");
  for (const char* name : {"a\xff.png", "a\xfe.png", "a\\xfe.png", "d\xff/b.png"}) {
    save_png(folder / "e" / name, small_image(1));
    save_png(folder / "a" / name, small_image(1));
  }
  const std::vector<FilePair> pairs = find_pairs(folder / "e", folder / "a").pairs;
  ASSERT_EQ(pairs.size(), 4U);
  std::map<std::string, PairResult> results;
  for (PairResult& result : compare_files(pairs, {}, {}, nullptr, [](std::size_t) {})) {
    results[result.name] = std::move(result);
  }
  ASSERT_EQ(results.size(), 4U);
  EXPECT_TRUE(results.at("a\\xfe.png").has_passed()) << "a file name with a backslash";
  for (const char* name : {"a\\xff.png", "a\\xfe.png\\", "d\\xff/b.png"}) {
    ASSERT_TRUE(results.contains(name)) << name;
    ASSERT_EQ(results.at(name).failures.size(), 1U);
    EXPECT_NE(results.at(name).failures[0].find("the name is not UTF-8; rename the file or its folder"),
              std::string::npos)
        << results.at(name).failures[0];
  }
  EXPECT_EQ(find_pairs(folder / "e/a\xff.png", folder / "a/a\xff.png").pairs[0].name, "a\\xff.png");
}

TEST(CompareFiles, SkipsIgnoredImagesAndThoseThatRulesNameForOthers) {
  const TemporaryFolder folder;
  for (const char* name : {"e", "a"}) {
    fs::create_directories(folder / name);
    save_png(folder / name / "a.png", small_image(1));
    static_cast<void>(folder.write(std::string(name) + "/logo.svg", "<svg/>"));
  }
  save_png(folder / "e/a.mesa.png", small_image(2));
  save_png(folder / "e/a.mask.png", small_image(3));
  ComparisonRules rules;
  rules.file = parse_rules(R"({"texelscope_compare": 1, "rules": [
      {"match": "a.png", "platform": {"os": "windows"}, "accepted": ["a.mesa.png"], "masks": ["a.mask.png"]},
      {"match": "*.svg", "ignore": true}]})",
                           folder / "e/compare.json");
  const PairList list = find_pairs(folder / "e", folder / "a", rules);
  ASSERT_EQ(list.pairs.size(), 1U);
  EXPECT_EQ(list.pairs[0].name, "a.png");
  ASSERT_EQ(list.notes.size(), 1U);
  EXPECT_EQ(list.notes[0], "files ignored by " + (folder / "e/compare.json").string() + ": 1");
  save_png(folder / "a/a.mesa.png", small_image(2));
  EXPECT_EQ(find_pairs(folder / "e", folder / "a", rules).pairs.size(), 2U) << "the image exists in the actual folder";
  rules.file = parse_rules(R"({"texelscope_compare": 1, "rules": [{"match": "**", "ignore": true}]})", "compare.json");
  EXPECT_THROW(static_cast<void>(find_pairs(folder / "e", folder / "a", rules)), FileError) << "no pairs are left";
}

/// A copy of the file with one changed value in its second image.
std::string with_changed_second(const std::string& file) {
  const auto part = [](const std::string& text, const char* number) {
    return decode_image(std::as_bytes(std::span(text)), "pages.tif", {Orientation::applied, number});
  };
  for (std::size_t at = 8; at < file.size(); ++at) {
    std::string changed = file;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    try {
      const bool is_first_same = part(changed, "1").pixels == part(file, "1").pixels;
      const Image second = part(changed, "2");
      const Image former = part(file, "2");
      if (is_first_same && second.width == former.width && second.height == former.height &&
          second.type == former.type && second.channels == former.channels && second.pixels != former.pixels) {
        return changed;
      }
    } catch (const FileError&) {
      continue;
    }
  }
  ADD_FAILURE() << "no byte affects only the second image";
  return file;
}

TEST(CompareFiles, ComparesAllPartsOfFilesByDefault) {
  const TemporaryFolder folder;
  const fs::path pictures = TEXELSCOPE_PICTURES_FROM_ELSEWHERE;
  const fs::path changed = folder.write("changed.tif", with_changed_second(tests::file_bytes(pictures / "pages.tif")));
  const FilePair pair{"page.tif", pictures / "pages.tif", changed};
  const PairResult failed = compare_file_pair(pair, {}, {}, KeepImages::failed);
  ASSERT_EQ(failed.failures.size(), 1U);
  EXPECT_TRUE(failed.failures[0].starts_with("part 2 of 3, page 2: ")) << failed.failures[0];
  EXPECT_EQ(failed.part, "2");
  EXPECT_GT(failed.comparison->differing_pixels, 0U);
  EXPECT_FALSE(failed.pictures.empty());
  EXPECT_TRUE(compare_file_pair({"page.tif", changed, changed}, {}, {}, KeepImages::no).has_passed());
  ComparisonRules rules;
  rules.initial.reading.part = "1";
  EXPECT_TRUE(compare_file_pair(pair, rules, {}, KeepImages::no).has_passed());
  rules.file = parse_rules(
      R"({"texelscope_compare": 1, "rules": [{"match": "**", "part": "", "known_failure": {"reason": "x", "strict": true}}]})",
      "compare.json");
  EXPECT_EQ(compare_file_pair(pair, rules, {}, KeepImages::no).known_failure, "rule 1 of compare.json (x)");
  const PairResult strict = compare_file_pair({"page.tif", changed, changed}, rules, {}, KeepImages::failed);
  EXPECT_EQ(strict.failures.size(), 1U) << "the failure is reported once";
  EXPECT_FALSE(strict.pictures.empty());
}

TEST(CompareFiles, FailsForDifferentNumbersOfPartsAndForUnreadFrames) {
  const TemporaryFolder folder;
  const fs::path pictures = TEXELSCOPE_PICTURES_FROM_ELSEWHERE;
  const PairResult other =
      compare_file_pair({"a.tif", pictures / "gray_uint8.tif", pictures / "pages.tif"}, {}, {}, KeepImages::no);
  EXPECT_EQ(other.failures, std::vector<std::string>{"not compared: the expected file has 1 image, the actual one "
                                                     "3; to compare only one, select it with --part or with a "
                                                     "rule's part"});
  std::string frames = tests::file_bytes(pictures / "animation.webp");
  frames.back() = static_cast<char>(frames.back() ^ 1);
  const FilePair pair{"a.webp", pictures / "animation.webp", folder.write("a.webp", frames)};
  const PairResult animation = compare_file_pair(pair, {}, {}, KeepImages::no);
  EXPECT_EQ(animation.comparison->differing_pixels, 0U);
  ASSERT_EQ(animation.failures.size(), 1U);
  EXPECT_TRUE(animation.failures[0].starts_with("not compared: the other frames of the animation are not read"));
  EXPECT_TRUE(compare_file_pair({"a.webp", pair.actual, pair.actual}, {}, {}, KeepImages::no).has_passed());
  ComparisonRules rules;
  rules.initial.reading.part = "1";
  EXPECT_TRUE(compare_file_pair(pair, rules, {}, KeepImages::no).has_passed());
}

/// A file of 2 × 1 pixels with these layers, each of one value in its three channels.
std::string exr_layers(const std::vector<std::pair<std::string, float>>& layers) {
  std::map<std::string, tests::ExrChannel> channels;
  for (const auto& [layer, value] : layers) {
    for (const char* const letter : {"R", "G", "B"}) {
      channels[layer + letter] = tests::exr_floats({value, value});
    }
  }
  return tests::exr_bytes(channels, 2, 1);
}

TEST(CompareFiles, MatchesLayersByName) {
  const TemporaryFolder folder;
  const auto failures_of = [&](const std::string& expected, const std::string& actual) {
    const FilePair pair{"a.exr", folder.write("e.exr", expected), folder.write("a.exr", actual)};
    return compare_file_pair(pair, {}, {}, KeepImages::no).failures;
  };
  const std::string advice = "; to compare only one, select it with --part or with a rule's part";
  const std::vector<std::string> none;
  const std::string two = exr_layers({{"", 0.5F}, {"diffuse.", 0.25F}});
  EXPECT_EQ(failures_of(two, two), none);
  // The name of V-Ray's unnamed layer is empty.
  EXPECT_EQ(failures_of(two, exr_layers({{".", 0.5F}, {"diffuse.", 0.25F}})), none);
  // An added layer moves those that follow it.
  EXPECT_EQ(failures_of(two, exr_layers({{"", 0.5F}, {"albedo.", 1}, {"diffuse.", 0.25F}})),
            std::vector<std::string>{"not compared: the expected file has no 'albedo.RGB'" + advice});
  EXPECT_EQ(failures_of(two, exr_layers({{"", 0.5F}})),
            std::vector<std::string>{"not compared: the actual file has no 'diffuse.RGB'" + advice});
  EXPECT_EQ(
      failures_of(two, exr_layers({{"", 0.5F}, {"light.", 0.25F}})),
      std::vector<std::string>{
          "not compared: the actual file has no 'diffuse.RGB', and the expected file has no 'light.RGB'" + advice});
  EXPECT_EQ(failures_of(exr_layers({{"a.", 1}, {"b.", 2}}), exr_layers({{"c.", 1}, {"d.", 2}})),
            std::vector<std::string>{
                "not compared: the actual file has no 'a.RGB', 'b.RGB', and the expected file has no 'c.RGB', 'd.RGB'" +
                advice});
  // A layer of the same name is still compared.
  const std::vector<std::string> both = failures_of(two, exr_layers({{"", 0.5F}, {"albedo.", 1}, {"diffuse.", 0.75F}}));
  ASSERT_EQ(both.size(), 2U);
  EXPECT_TRUE(both[0].starts_with("part 2 of 2, diffuse.RGB: 2 of 2 pixels differ")) << both[0];
}

TEST(CompareFiles, ReadsThePartThatARuleSelects) {
  const fs::path pictures = TEXELSCOPE_PICTURES_FROM_ELSEWHERE;
  const FilePair pair{"page.tif", pictures / "pages.tif", pictures / "gray_uint8.tif"};
  ComparisonRules rules;
  rules.file = parse_rules(R"({"texelscope_compare": 1, "rules": [{"match": "page.tif", "part": 1}]})", "compare.json");
  EXPECT_TRUE(compare_file_pair(pair, rules, {}, KeepImages::no).has_passed());
  rules.file =
      parse_rules(R"({"texelscope_compare": 1, "rules": [{"match": "page.tif", "part": "2"}]})", "compare.json");
  EXPECT_NE(compare_file_pair(pair, rules, {}, KeepImages::no).failures[0].find("actual is 7x5, expected 2x3"),
            std::string::npos);
}

}  // namespace
}  // namespace texelscope::app
