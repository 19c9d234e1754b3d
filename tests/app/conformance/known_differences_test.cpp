#include "app/conformance/known_differences.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "app/conformance/conformance_class.h"

namespace texelscope::app {
namespace {

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

TEST(KnownDifferences, AreNoneInTheRunInTheDocs) {
  const std::map<std::string, double> shares = recorded_shares();
  for (const ConformanceClass& made : conformance_classes()) {
    const auto share = shares.find(made.name);
    ASSERT_NE(share, shares.end()) << made.name << " is not in docs/conformance-h200.txt";
    EXPECT_EQ(share->second, 0) << made.name;
  }
}

TextureSetup setup_of(gpu::Extent shape, unsigned max_anisotropy) {
  TextureSetup setup;
  setup.array.shape = shape;
  setup.texture.max_anisotropy = max_anisotropy;
  return setup;
}

TEST(KnownDifferences, AreNoneForFetchesThatWereCompared) {
  for (const unsigned max_anisotropy : {0U, 1U, 4U, 16U}) {
    EXPECT_EQ(known_differences(setup_of({8, 8}, max_anisotropy), true), "");
    EXPECT_EQ(known_differences(setup_of({8, 8, 8}, max_anisotropy), true), "");
  }
  EXPECT_EQ(known_differences(setup_of({8, 8, 8}, 1), false), "");
}

TEST(KnownDifferences, MentionThatAnisotropyNeedsGradients) {
  for (const unsigned max_anisotropy : {2U, 4U, 16U}) {
    EXPECT_NE(known_differences(setup_of({8, 8}, max_anisotropy), false).find("no effect without gradients"),
              std::string::npos)
        << max_anisotropy;
    EXPECT_NE(known_differences(setup_of(gpu::Extent(8), max_anisotropy), true).find("1D"), std::string::npos)
        << max_anisotropy;
  }
}

}  // namespace
}  // namespace texelscope::app
