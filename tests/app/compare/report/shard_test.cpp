#include "app/compare/report/shard.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

std::vector<FilePair> numbered_pairs(int count) {
  std::vector<FilePair> pairs;
  for (int number = 0; number < count; ++number) {
    pairs.push_back({fmt::format("folder/image_{}.png", number), {}, {}});
  }
  return pairs;
}

TEST(Shard, DistributePairsEvenlyAndOnce) {
  for (const int count : {1, 2, 7, 16}) {
    std::vector<std::string> names;
    for (int index = 1; index <= count; ++index) {
      std::vector<FilePair> pairs = numbered_pairs(1600);
      keep_shard(pairs, {index, count});
      EXPECT_NEAR(static_cast<double>(pairs.size()), 1600.0 / count, 45) << index << '/' << count;
      for (const FilePair& pair : pairs) {
        names.push_back(pair.name);
      }
    }
    std::ranges::sort(names);
    EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
    EXPECT_EQ(names.size(), 1600U);
  }
}

TEST(Shard, ContainsAPairWhateverOtherPairsExist) {
  // FNV-1a's published values: "" is cbf29ce484222325, "a" is af63dc4c8601ec8c, "foobar" is 85944171f73967e8.
  EXPECT_TRUE(has_pair({0x25 + 1, 256}, ""));
  EXPECT_TRUE(has_pair({0x8c + 1, 256}, "a"));
  EXPECT_TRUE(has_pair({0xe8 + 1, 256}, "foobar"));
  EXPECT_FALSE(has_pair({0xe8, 256}, "foobar"));
}

TEST(Shard, IsParsedStrictly) {
  EXPECT_EQ(parse_shard("3/16"), (Shard{3, 16}));
  EXPECT_EQ(to_string(parse_shard("1/1")), "1/1");
  for (const char* const text : {"", "3", "/", "0/4", "5/4", "-1/4", "1/0", "1/4/2", "a/b", "1/ 4", "1/10001"}) {
    EXPECT_THROW((void)parse_shard(text), gpu::InvalidArgument) << text;
  }
}

}  // namespace
}  // namespace texelscope::app
