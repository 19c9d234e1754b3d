#include "app/compare/change_groups.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/compare/compare_pair.h"

namespace texelscope::app {
namespace {

PairResult changed(const std::string& name, std::vector<DifferenceCluster> clusters, std::vector<ColorChange> colors) {
  PairResult result;
  result.name = name;
  result.kind = ChangeKind::changed;
  result.failures = {name + " differs"};
  result.comparison.emplace();
  result.comparison->cluster_count = clusters.size();
  result.comparison->clusters = std::move(clusters);
  result.colors = std::move(colors);
  return result;
}

PairResult failed(ChangeKind kind, ImageSizes sizes = {}) {
  PairResult result;
  result.kind = kind;
  result.sizes = sizes;
  result.failures = {"it fails"};
  return result;
}

std::vector<std::size_t> groups_of(std::vector<PairResult> results) {
  group_changes(results);
  std::vector<std::size_t> groups;
  for (const PairResult& result : results) {
    groups.push_back(result.group);
  }
  return groups;
}

Image picture(int width, int height, std::byte value) {
  return {width, height, 1, gpu::DataType::uint8,
          std::vector<std::byte>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), value)};
}

PairResult compared(const Image& expected, const Image& actual, KeepImages keep = KeepImages::no) {
  ImagePair pair;
  pair.expected = expected;
  pair.actual = actual;
  return compare_pair(pair, {}, keep);
}

const ColorChange blue_to_green{{40, 100, 235}, {20, 163, 74}};
const ColorChange blue_to_red{{40, 100, 235}, {200, 30, 30}};

TEST(ChangeGroups, ContainNearlyTheSamePlacesSizesAndColors) {
  EXPECT_EQ(groups_of({changed("a", {{100, 50, 40, 20, 800, 9}}, {blue_to_green}),
                       changed("moved by a line", {{104, 58, 40, 20, 800, 9}}, {blue_to_green}),
                       changed("elsewhere", {{130, 50, 40, 20, 801, 9}}, {blue_to_green}),
                       changed("larger", {{100, 50, 90, 20, 800, 9}}, {blue_to_green}),
                       changed("another color", {{100, 50, 40, 20, 800, 9}}, {blue_to_red})}),
            (std::vector<std::size_t>{1, 1, 2, 3, 4}));
}

TEST(ChangeGroups, ContainTheSameDifferencesAtOtherPlaces) {
  const auto at = [](int x, int y, std::uint64_t pixels, ColorChange color) {
    return changed("a", {{x, y, 40, 20, pixels, 9}}, {color});
  };
  ColorChange nearly_green = blue_to_green;
  ++nearly_green.actual[0];
  EXPECT_EQ(groups_of({at(100, 50, 800, blue_to_green), at(500, 900, 800, blue_to_green),
                       at(500, 700, 799, blue_to_green), at(500, 500, 800, nearly_green)}),
            (std::vector<std::size_t>{1, 1, 2, 3}));
  EXPECT_EQ(groups_of({at(100, 50, 15, blue_to_green), at(500, 900, 15, blue_to_green)}),
            (std::vector<std::size_t>{1, 2}))
      << "so few pixels may be another change";
}

TEST(ChangeGroups, OfOnePairAreListedTogether) {
  const auto at = [](int x) { return changed("a", {{x, 50, 40, 20, static_cast<std::uint64_t>(x), 9}}, {}); };
  EXPECT_EQ(groups_of({at(100), failed(ChangeKind::missing), at(200), failed(ChangeKind::missing), at(300)}),
            (std::vector<std::size_t>{1, 4, 2, 4, 3}));
}

TEST(ChangeGroups, NeverContainAPairWithAnotherChangeBesides) {
  const DifferenceCluster icon{100, 50, 40, 20, 800, 9};
  EXPECT_EQ(
      groups_of({changed("a", {icon}, {blue_to_green}),
                 changed("b", {icon, {5, 300, 10, 10, 90, 9}}, {blue_to_green, blue_to_green}),
                 changed("in the other order", {{5, 300, 10, 10, 801, 9}, icon}, {blue_to_green, blue_to_green})}),
      (std::vector<std::size_t>{1, 2, 2}));
}

TEST(ChangeGroups, TellKindsApartAndIgnorePairsThatPass) {
  PairResult known = failed(ChangeKind::changed);
  known.known_failure = "a rule";
  EXPECT_EQ(groups_of({failed(ChangeKind::missing), failed(ChangeKind::extra), failed(ChangeKind::missing), known,
                       PairResult(), failed(ChangeKind::damaged)}),
            (std::vector<std::size_t>{1, 2, 1, 0, 0, 3}));
  EXPECT_EQ(
      groups_of({failed(ChangeKind::resized, {{10, 20}, {10, 23}}), failed(ChangeKind::resized, {{30, 9}, {30, 12}}),
                 failed(ChangeKind::resized, {{10, 20}, {10, 17}})}),
      (std::vector<std::size_t>{1, 1, 2}));
}

TEST(ChangeGroups, HaveATextOfTheirWorstPair) {
  EXPECT_EQ(change_text(changed("a", {{100, 50, 40, 20, 800, 9}}, {})), "40×20 px at (100, 50)");
  EXPECT_EQ(change_text(failed(ChangeKind::resized, {{10, 20}, {9, 23}})), "1 px narrower, 3 px taller");
  EXPECT_EQ(change_text(failed(ChangeKind::missing)), "");
}

TEST(ChangeKinds, AreThoseOfTheImages) {
  const Image image = picture(4, 3, std::byte{7});
  EXPECT_EQ(kind_of(compared(image, image)), ChangeKind::none);
  EXPECT_EQ(kind_of(compared(image, picture(4, 3, std::byte{8}))), ChangeKind::changed);
  Image incomplete = picture(4, 3, std::byte{8});
  incomplete.is_incomplete = true;
  EXPECT_EQ(kind_of(compared(image, incomplete)), ChangeKind::damaged);
  ImagePair pair;
  pair.expected = image;
  EXPECT_EQ(kind_of(compare_pair(pair, {}, KeepImages::no)), ChangeKind::missing);
  std::swap(pair.expected, pair.actual);
  EXPECT_EQ(kind_of(compare_pair(pair, {}, KeepImages::no)), ChangeKind::extra);
}

TEST(ChangeKinds, OfDifferentSizesHaveFiguresOfTheirCommonPart) {
  const Image expected = picture(4, 3, std::byte{7});
  Image actual = picture(4, 6, std::byte{7});
  EXPECT_EQ(compared(expected, actual).common_part->differing_pixels, 0U);
  actual.pixels[5] = std::byte{9};
  const PairResult result = compared(expected, actual, KeepImages::yes);
  EXPECT_FALSE(result.comparison);
  EXPECT_EQ(kind_of(result), ChangeKind::resized);
  ASSERT_TRUE(result.common_part);
  EXPECT_EQ(result.common_part->height, 3);
  EXPECT_EQ(result.common_part->differing_pixels, 1U);
  EXPECT_EQ(result.common_part->clusters.front().x, 1);
  EXPECT_EQ(result.colors.front().actual, (MeanColor{9, 9, 9}));
}

TEST(ChangeColors, AreMeansOfTheDifferingPixels) {
  const Image expected{2,
                       1,
                       3,
                       gpu::DataType::uint8,
                       {std::byte{10}, std::byte{20}, std::byte{30}, std::byte{1}, std::byte{1}, std::byte{1}}};
  Image actual = expected;
  actual.pixels[0] = std::byte{50};
  const DifferenceCluster all{0, 0, 2, 1, 1, 40};
  const std::vector<ColorChange> changes = color_changes(expected, actual, {{all}}, {});
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].expected, (MeanColor{10, 20, 30}));
  EXPECT_EQ(changes[0].actual, (MeanColor{50, 20, 30}));
}

}  // namespace
}  // namespace texelscope::app
