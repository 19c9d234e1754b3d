#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

/// JSON texts of nearly a megabyte, each large in another way.
std::vector<std::pair<std::string, std::string>> large_values() {
  std::string keys;
  std::string long_keys;
  std::string lists;
  for (int i = 0; i < 80'000; ++i) {
    keys += "\"" + std::to_string(i) + "\": 1,";
  }
  const std::string key(9'000, 'k');
  for (int i = 0; i < 100; ++i) {
    long_keys += "\"" + key + std::to_string(i) + "\": {\"a\": [{}, {}, {}]},";
  }
  for (int i = 0; i < 300'000; ++i) {
    lists += "[],";
  }
  std::string controls = "\"";
  for (int i = 0; i < 450'000; ++i) {
    controls += "\xc2\x80";
  }
  return {{"many keys", "{" + keys + "\"end\": 1}"},
          {"long keys", "{" + long_keys + "\"end\": 1}"},
          {"many lists", "[" + lists + "1]"},
          {"deep lists", std::string(400'000, '[') + "1" + std::string(400'000, ']')},
          {"a long text", "\"" + std::string(900'000, 'w') + "\""},
          {"many control characters", controls + "\""}};
}

/// The corpus's JSON with each of its values, in turn, replaced by a large one.
TEST_P(FuzzCorpus, IsReadOrRefusedInTimeWithALargeValueInAnyPlace) {
  const auto values = large_values();
  // One file of each form is enough.
  std::set<std::string> forms;
  for (const fs::path& input : inputs_of(GetParam())) {
    std::ifstream file(input, std::ios::binary);
    const auto document = nlohmann::ordered_json::parse(file, nullptr, false);
    if (document.is_discarded() || !document.is_structured()) {
      continue;
    }
    const nlohmann::ordered_json values_by_pointer = document.flatten();
    for (const auto& [pointer, value] : values_by_pointer.items()) {
      std::string form;
      std::ranges::copy_if(pointer, std::back_inserter(form), [](char letter) { return !std::isdigit(letter); });
      if (!forms.insert(form).second) {
        continue;
      }
      nlohmann::ordered_json changed = document;
      changed[nlohmann::ordered_json::json_pointer(pointer)] = "LARGE";
      const std::string text = changed.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
      const std::size_t place = text.find("\"LARGE\"");
      for (const auto& [name, large] : values) {
        std::string bytes = text;
        bytes.replace(place, 7, large);
        const std::clock_t start = std::clock();
        EXPECT_NO_THROW(GetParam().run(std::as_bytes(std::span(bytes)))) << input << ": " << name << " at " << pointer;
        EXPECT_LT(std::clock() - start, 2 * CLOCKS_PER_SEC) << input << ": " << name << " at " << pointer;
      }
    }
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
