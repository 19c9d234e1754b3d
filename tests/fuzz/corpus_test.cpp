#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.h"

namespace texelscope::tests {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> inputs_of(const FuzzTarget& target) {
  const fs::path folder = fs::path{TEXELSCOPE_FUZZ_CORPUS} / target.name;
  std::vector<fs::path> inputs{fs::directory_iterator(folder), {}};
  std::ranges::sort(inputs);
  return inputs;
}

class FuzzCorpus : public testing::TestWithParam<FuzzTarget> {};

TEST_P(FuzzCorpus, IsReadOrRefusedInTime) {
  const std::vector<fs::path> inputs = inputs_of(GetParam());
  EXPECT_GE(inputs.size(), 3U) << "the fuzzer needs initial inputs";
  for (const fs::path& input : inputs) {
    std::ifstream file(input, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const auto start = std::chrono::steady_clock::now();
    EXPECT_NO_THROW(GetParam().run(std::as_bytes(std::span(bytes)))) << input;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{10}) << input;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, FuzzCorpus, testing::ValuesIn(fuzz_targets().begin(), fuzz_targets().end()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(FuzzCorpora, HaveAFolderForEachTargetAndNoOther) {
  std::vector<std::string> names;
  for (const FuzzTarget& target : fuzz_targets()) {
    names.emplace_back(target.name);
  }
  std::vector<std::string> folders;
  for (const fs::path& folder : fs::directory_iterator(TEXELSCOPE_FUZZ_CORPUS)) {
    folders.push_back(folder.filename());
  }
  std::ranges::sort(names);
  std::ranges::sort(folders);
  EXPECT_EQ(folders, names);
}

}  // namespace
}  // namespace texelscope::tests
