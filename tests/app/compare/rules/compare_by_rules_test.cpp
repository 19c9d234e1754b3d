#include "app/compare/rules/compare_by_rules.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::TemporaryFolder;
using namespace std::chrono_literals;

constexpr std::chrono::sys_days rules_day = 2026y / 11 / 26;

Image gray_image(int value) { return {4, 4, 1, gpu::DataType::uint8, std::vector<std::byte>(16, std::byte(value))}; }

Image rgba_image(const std::vector<int>& values) {
  Image image{static_cast<int>(values.size() / 4), 1, 4, gpu::DataType::uint8, {}};
  for (const int value : values) {
    image.pixels.push_back(static_cast<std::byte>(value));
  }
  return image;
}

Image float_image(const std::vector<float>& values) {
  Image image{static_cast<int>(values.size()), 1, 1, gpu::DataType::float32, {}};
  image.pixels.resize(values.size() * sizeof(float));
  std::memcpy(image.pixels.data(), values.data(), image.pixels.size());
  return image;
}

/// The images, one after another.
AcceptedImages given(std::vector<AcceptedImage> images) {
  return [images = std::move(images), next = std::size_t{0}]() mutable {
    return next < images.size() ? std::optional(images[next++]) : std::nullopt;
  };
}

PairResult result_of(const Image& expected, const Image& actual, const ImageRules& rules,
                     const std::vector<AcceptedImage>& accepted = {}) {
  return compare_by_rules({"pair", expected, actual, {}, {}, {}}, given(accepted), rules, {}, KeepImages::no,
                          rules_day);
}

TEST(CompareByRules, DropsIgnoredAlpha) {
  const Image opaque = rgba_image({1, 2, 3, 255, 4, 5, 6, 255});
  const Image transparent = rgba_image({1, 2, 3, 0, 4, 5, 6, 7});
  EXPECT_EQ(result_of(opaque, transparent, {}).comparison->differing_pixels, 2U);
  const ImageRules ignoring{.alpha = AlphaHandling::ignore};
  EXPECT_TRUE(result_of(opaque, transparent, ignoring).has_passed());
  EXPECT_FALSE(result_of(opaque, rgba_image({1, 2, 3, 0, 4, 5, 7, 7}), ignoring).has_passed())
      << "colors are still compared";
}

TEST(CompareByRules, ComparesClampedFloatsAsDisplayed) {
  const Image bright = float_image({0, 0.21404114F, 1, 1});
  const Image brighter = float_image({0, 0.21404114F, 3, 1});
  EXPECT_FALSE(result_of(bright, brighter, {}).has_passed());
  const ImageRules clamping{.hdr = HdrHandling::clamp};
  EXPECT_TRUE(result_of(bright, brighter, clamping).has_passed());
  // The linear value 0.21404114 is encoded as 0.5 (IEC 61966-2-1).
  Image shown{4, 1, 1, gpu::DataType::uint16, {}};
  for (const int value : {0, 32768, 65535, 65535}) {
    shown.pixels.push_back(static_cast<std::byte>(value & 255));
    shown.pixels.push_back(static_cast<std::byte>(value >> 8));
  }
  ImageRules near = clamping;
  near.limits.max_error = 1;
  EXPECT_TRUE(result_of(shown, bright, near).has_passed()) << result_of(shown, bright, near).failures[0];
  EXPECT_FALSE(result_of(shown, bright, {}).has_passed());
}

TEST(CompareByRules, KeepsTheNotesOfFilesThatItConverts) {
  Image bright = float_image({1});
  bright.note = "its primaries are not applied";
  const PairResult result = result_of(bright, bright, {.hdr = HdrHandling::clamp});
  EXPECT_EQ(result.notes, std::vector<std::string>{bright.note});
}

TEST(CompareByRules, NamesTheFileOfANote) {
  Image noted = gray_image(7);
  noted.note = "its gamma 1 is not applied";
  using Notes = std::vector<std::string>;
  EXPECT_EQ(result_of(noted, gray_image(7), {}).notes, Notes{"expected: its gamma 1 is not applied"});
  EXPECT_EQ(result_of(gray_image(7), noted, {}).notes, Notes{"actual: its gamma 1 is not applied"});
  Image other = gray_image(7);
  other.note = "it is old";
  EXPECT_EQ(result_of(noted, other, {}).notes, (Notes{"expected: its gamma 1 is not applied", "actual: it is old"}));
  EXPECT_EQ(result_of(noted, noted, {}).notes, Notes{"its gamma 1 is not applied"});
}

TEST(CompareByRules, IgnoresMaskedPixelsAndFailsIfNoneRemain) {
  Image changed = gray_image(7);
  changed.pixels[5] = std::byte{200};
  const PairResult masked = result_of(gray_image(7), changed, {.masks = {PixelRectangle{1, 1, 1, 1}}});
  EXPECT_TRUE(masked.has_passed());
  EXPECT_EQ(masked.comparison->pixels, 15U);
  const PairResult all = result_of(gray_image(7), gray_image(7), {.masks = {PixelRectangle{0, 0, 9, 9}}});
  ASSERT_EQ(all.failures.size(), 1U);
  EXPECT_NE(all.failures[0].find("the masks cover every pixel"), std::string::npos);
}

TEST(CompareByRules, FailsIfAMaskImageIsMissingOrOfAnotherSize) {
  const TemporaryFolder folder;
  save_png(folder / "mask.png", {3, 3, 1, gpu::DataType::uint8, std::vector<std::byte>(9)});
  for (const char* name : {"mask.png", "none.png"}) {
    const PairResult result = result_of(gray_image(7), gray_image(7), {.masks = {MaskImage{folder / name}}});
    ASSERT_EQ(result.failures.size(), 1U);
    EXPECT_NE(result.failures[0].find(name), std::string::npos) << result.failures[0];
    EXPECT_TRUE(result.comparison) << "the figures are still reported";
  }
}

TEST(CompareByRules, PassesAnyAcceptedImageAndNamesIt) {
  const ImageRules rules{.accepted = {"far.png", "same.png"}};
  const std::vector<AcceptedImage> accepted{{"far.png", gray_image(90), ""}, {"same.png", gray_image(50), ""}};
  const PairResult passed = result_of(gray_image(10), gray_image(50), rules, accepted);
  EXPECT_TRUE(passed.has_passed());
  EXPECT_EQ(passed.accepted_image, "same.png");
  EXPECT_EQ(result_of(gray_image(50), gray_image(50), rules, accepted).accepted_image, "")
      << "the expected image has priority";
  const PairResult failed = result_of(gray_image(10), gray_image(80), rules, accepted);
  EXPECT_FALSE(failed.has_passed());
  EXPECT_EQ(failed.accepted_image, "far.png") << "the most similar image is reported";
  EXPECT_EQ(failed.comparison->max_error, 10);
}

TEST(CompareByRules, ReportsMissingOrDamagedAcceptedImages) {
  const ImageRules rules{.accepted = {"a.png"}};
  const std::vector<AcceptedImage> missing{{"a.png", std::nullopt, ""}};
  const PairResult passed = result_of(gray_image(1), gray_image(1), rules, missing);
  EXPECT_TRUE(passed.has_passed());
  ASSERT_EQ(passed.notes.size(), 1U);
  EXPECT_NE(passed.notes[0].find("a.png is missing"), std::string::npos);
  ImageRules own = rules;
  own.own_image = "a.png";
  EXPECT_TRUE(result_of(gray_image(1), gray_image(1), own, missing).notes.empty())
      << "a platform may not have its own image yet";
  const PairResult failed = result_of(gray_image(1), gray_image(2), own, missing);
  EXPECT_EQ(failed.failures.back(), "the accepted image a.png is missing");
  const PairResult damaged = result_of(gray_image(1), gray_image(1), rules, {{"a.png", std::nullopt, "truncated"}});
  EXPECT_EQ(damaged.failures, std::vector<std::string>{"accepted: truncated"});
}

TEST(CompareByRules, MarksAKnownFailureUntilItsLastDay) {
  ImageRules rules;
  rules.known_failure = KnownFailure{"a driver's bug", 2026y / 11 / 26, false, "rule 1 of compare.json"};
  const PairResult known = result_of(gray_image(1), gray_image(2), rules);
  EXPECT_TRUE(known.has_passed());
  EXPECT_EQ(known.known_failure, "rule 1 of compare.json (a driver's bug), until 2026-11-26");
  EXPECT_FALSE(known.failures.empty()) << "the failures are reported";
  rules.known_failure->until = 2026y / 11 / 25;
  const PairResult past = result_of(gray_image(1), gray_image(2), rules);
  EXPECT_FALSE(past.has_passed());
  EXPECT_NE(past.failures.back().find("it was a known failure until 2026-11-25"), std::string::npos);
  rules.known_failure->until.reset();
  EXPECT_TRUE(result_of(gray_image(1), gray_image(2), rules).has_passed());
}

TEST(CompareByRules, CoversIncomparableImagesOnlyIfTheKnownFailureSaysAll) {
  ImageRules rules{.masks = {PixelRectangle{0, 0, 9, 9}}};
  rules.known_failure = KnownFailure{.reason = "a bug", .origin = "rule 1 of compare.json"};
  const auto results = [&] {
    ImageRules unmasked = rules;
    unmasked.masks.clear();
    return std::vector<PairResult>{
        compare_by_rules({"missing", gray_image(1), {}, {}, "the image is missing", {}}, {}, unmasked, {},
                         KeepImages::no, rules_day),
        result_of(gray_image(1), float_image({1, 2}), unmasked),
        result_of(gray_image(1), rgba_image({1, 2, 3, 4}), unmasked),
        result_of(gray_image(1), gray_image(2), unmasked, {{"a.png", std::nullopt, "truncated"}}),
        result_of(gray_image(1), gray_image(1), rules)};
  };
  for (const PairResult& result : results()) {
    EXPECT_FALSE(result.has_passed());
    EXPECT_EQ(result.known_failure, "");
    EXPECT_EQ(result.failures.back(),
              "the known failure in rule 1 of compare.json (a bug) covers only limits; use \"covers\": \"all\" to "
              "include images that cannot be compared");
  }
  rules.known_failure->covers = CoveredFailures::all;
  for (const PairResult& result : results()) {
    EXPECT_TRUE(result.has_passed()) << result.failures.front();
    EXPECT_EQ(result.known_failure, "rule 1 of compare.json (a bug)");
  }
}

TEST(CompareByRules, NotesAPassingKnownFailureAndFailsIfItIsStrict) {
  ImageRules rules;
  rules.known_failure = KnownFailure{"a bug", {}, false, "rule 1 of compare.json"};
  const PairResult passed = result_of(gray_image(1), gray_image(1), rules);
  EXPECT_TRUE(passed.has_passed());
  EXPECT_EQ(passed.known_failure, "");
  ASSERT_EQ(passed.notes.size(), 1U);
  EXPECT_NE(passed.notes[0].find("it passes now"), std::string::npos);
  rules.known_failure->is_strict = true;
  const PairResult strict = result_of(gray_image(1), gray_image(1), rules);
  EXPECT_FALSE(strict.has_passed());
  EXPECT_NE(strict.failures[0].find("it passes now"), std::string::npos);
}

TEST(CompareByRules, KeepsTheImagesOfAllFailingPairs) {
  const auto pictures_of = [](int actual, const ImageRules& rules, const std::vector<AcceptedImage>& accepted = {}) {
    return compare_by_rules({"pair", gray_image(1), gray_image(actual), {}, {}, {}}, given(accepted), rules, {},
                            KeepImages::failed, rules_day)
        .pictures.size();
  };
  ImageRules strict;
  strict.known_failure = KnownFailure{.reason = "a bug", .is_strict = true};
  EXPECT_GT(pictures_of(1, strict), 0U);
  strict.known_failure->is_strict = false;
  EXPECT_EQ(pictures_of(1, strict), 0U);
  EXPECT_GT(pictures_of(1, {.masks = {PixelRectangle{0, 0, 9, 9}}}), 0U);
  EXPECT_GT(pictures_of(1, {.accepted = {"a.png"}}, {{"a.png", std::nullopt, "truncated"}}), 0U);
  EXPECT_EQ(pictures_of(1, {.accepted = {"a.png"}}, {{"a.png", gray_image(1), ""}}), 0U);
  EXPECT_GT(pictures_of(2, {}), 0U);
}

std::vector<AcceptedImage> all_of(const AcceptedImages& accepted) {
  std::vector<AcceptedImage> images;
  while (std::optional<AcceptedImage> each = accepted()) {
    images.push_back(std::move(*each));
  }
  return images;
}

TEST(CompareByRules, ReadsNoAcceptedImageThatALinkLeadsToOutsideTheFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "e/gui");
  save_png(folder / "private.png", gray_image(3));
  save_png(folder / "e/common.png", gray_image(3));
  std::filesystem::create_symlink("../../private.png", folder / "e/gui/out.png");
  std::filesystem::create_symlink("../common.png", folder / "e/gui/in.png");
  const ImageRules rules{.accepted = {"out.png", "in.png"}};
  const std::vector<AcceptedImage> images = all_of(load_accepted({folder / "e/gui/a.png", folder / "e"}, rules));
  EXPECT_NE(images[0].error.find("a link leads out of the folder"), std::string::npos) << images[0].error;
  EXPECT_TRUE(images[1].image) << images[1].error;
  const std::vector<AcceptedImage> named = all_of(load_accepted(folder / "e/gui/a.png", rules));
  EXPECT_NE(named[0].error, "") << "the rules may be those of others, even if the user named the expected image";
}

TEST(CompareByRules, ComparesAllAcceptedImagesAndReportsTheNearest) {
  constexpr int count = 20;
  int next = 0;
  const AcceptedImages accepted = [&]() -> std::optional<AcceptedImage> {
    if (next == count) {
      return std::nullopt;
    }
    ++next;
    return AcceptedImage{std::to_string(next) + ".png", gray_image(100 - next), ""};
  };
  const PairResult result =
      compare_by_rules({"pair", gray_image(200), gray_image(10), {}, {}, {}}, accepted, {}, {}, KeepImages::no);
  EXPECT_EQ(result.accepted_image, "20.png");
  EXPECT_EQ(next, count);
}

TEST(CompareByRules, ReadsAcceptedImagesNextToTheExpectedOne) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "gui/mesa");
  save_png(folder / "gui/mesa/a.png", gray_image(3));
  static_cast<void>(folder.write("gui/damaged.png", "no picture"));
  const std::vector<AcceptedImage> images = all_of(load_accepted(
      folder / "gui/a.png",
      {.accepted = {"mesa/a.png", "damaged.png", "none.png", "./mesa/a.png", "mesa//./a.png", "mesa/a.png"}}));
  ASSERT_EQ(images.size(), 3U) << "each file once, however its name is written";
  EXPECT_TRUE(images[0].image);
  EXPECT_FALSE(images[1].image);
  EXPECT_NE(images[1].error, "");
  EXPECT_FALSE(images[2].image);
  EXPECT_EQ(images[2].error, "");
}

}  // namespace
}  // namespace texelscope::app
