#include "app/conformance/known_bounds.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace texelscope::app {
namespace {

TEST(KnownBounds, AreZeroForExactClasses) {
  std::size_t open = 0;
  for (const ConformanceClass& made : conformance_classes()) {
    const bool may_be_open = made.group == ConformanceGroup::anisotropy || made.group == ConformanceGroup::gradients ||
                             made.group == ConformanceGroup::levels;
    EXPECT_TRUE(may_be_open || known_bound(made) == 0) << made.name;
    open += known_bound(made) > 0 ? 1 : 0;
  }
  EXPECT_LE(open, 170U) << "classes known to be exact must remain exact";
}

TEST(KnownBounds, AreBoundsInEachClass) {
  for (const ConformanceClass& made : conformance_classes()) {
    EXPECT_LT(known_bound(made), 0.8) << made.name;
    EXPECT_TRUE(made.group != ConformanceGroup::anisotropy || known_bound(made) > 0) << made.name << " has no figure";
  }
}

/// The fraction of differing samples per class, in the documented run.
std::map<std::string, double> recorded_shares() {
  const std::filesystem::path golden = std::filesystem::path(TEXELSCOPE_TEST_CORPUS).parent_path();
  std::ifstream file(golden / "../../docs/conformance-h200.txt");
  std::map<std::string, double> shares;
  for (std::string line; std::getline(file, line);) {
    // The format is " NAME setups samples mismatches text", where counts contain commas.
    const std::size_t end = line.find("  ", 2);
    if (!line.starts_with("  ") || end == std::string::npos) {
      continue;
    }
    std::string counts = line.substr(end);
    std::erase(counts, ',');
    unsigned setups = 0;
    double samples = 0;
    double mismatches = 0;
    if (std::sscanf(counts.c_str(), "%u %lf %lf", &setups, &samples, &mismatches) == 3) {
      shares[line.substr(2, end - 2)] = mismatches / samples;
    }
  }
  return shares;
}

TEST(KnownBounds, HoldInTheRunInTheDocs) {
  const std::map<std::string, double> shares = recorded_shares();
  for (const ConformanceClass& made : conformance_classes()) {
    const auto share = shares.find(made.name);
    ASSERT_NE(share, shares.end()) << made.name << " is not in docs/conformance-h200.txt";
    EXPECT_LE(share->second, known_bound(made)) << made.name;
  }
}

TextureSetup setup_of(gpu::Extent shape, unsigned max_anisotropy) {
  TextureSetup setup;
  setup.array.shape = shape;
  setup.texture.max_anisotropy = max_anisotropy;
  return setup;
}

TEST(KnownDifferences, NameTheClassAndItsFigure) {
  EXPECT_NE(known_differences(setup_of({8, 8}, 4), true).find("'2D integers point, anisotropic'"), std::string::npos)
      << known_differences(setup_of({8, 8}, 4), true);
  EXPECT_NE(known_differences(setup_of({8, 8}, 4), true).find("34 %"), std::string::npos);
  EXPECT_NE(known_differences(setup_of({8, 8, 8}, 0), true).find("'3D integers point, gradients"), std::string::npos)
      << known_differences(setup_of({8, 8, 8}, 0), true);
  TextureSetup cube = setup_of({8, 8}, 0);
  cube.array.kind = gpu::ArrayKind::cube_map;
  cube.array.format = gpu::DataType::float32;
  EXPECT_NE(known_differences(cube, true).find("'cube float32 point, gradients"), std::string::npos)
      << known_differences(cube, true);
}

TEST(KnownDifferences, AreNoneIfTheModelIsExact) {
  EXPECT_EQ(known_differences(setup_of({8, 8}, 0), true), "");
  EXPECT_EQ(known_differences(setup_of({8, 8}, 1), true), "");
  EXPECT_EQ(known_differences(setup_of({8, 8, 8}, 0), false), "");
}

TEST(KnownDifferences, MentionThatAnisotropyNeedsGradients) {
  for (const unsigned taps : {2U, 4U, 16U}) {
    EXPECT_NE(known_differences(setup_of({8, 8}, taps), false).find("no effect without gradients"), std::string::npos)
        << taps;
    EXPECT_NE(known_differences(setup_of({8, 8}, taps), true).find("anisotropic'"), std::string::npos) << taps;
  }
}

}  // namespace
}  // namespace texelscope::app
