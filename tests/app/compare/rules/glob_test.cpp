#include "app/compare/rules/glob.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace texelscope::app {
namespace {

/// Converts a pattern to a regular expression, for patterns and paths in ASCII.
std::regex glob_reference(const std::string& pattern) {
  std::string text;
  for (std::size_t at = 0; at < pattern.size();) {
    if (pattern.compare(at, 3, "**/") == 0) {
      text += "([^/]+/)*";
      at += 3;
    } else if (pattern.compare(at, 2, "**") == 0) {
      text += "[^/]+(/[^/]+)*";
      at += 2;
    } else {
      text += pattern[at] == '*' ? "[^/]*" : pattern[at] == '?' ? "[^/]" : std::string(1, pattern[at]);
      ++at;
    }
  }
  return std::regex(text);
}

/// All texts of up to `length` characters from this set.
std::vector<std::string> texts_up_to(std::size_t length, const std::string& characters) {
  std::vector<std::string> texts{""};
  for (std::size_t first = 0; length > 0; --length) {
    const std::size_t end = texts.size();
    for (; first < end; ++first) {
      for (const char character : characters) {
        texts.push_back(texts[first] + character);
      }
    }
  }
  return texts;
}

TEST(Glob, AgreesWithARegularExpressionOnAllShortPatternsAndPaths) {
  std::size_t matches = 0;
  std::size_t pairs = 0;
  std::vector<std::string> paths = texts_up_to(5, "ab/");
  std::erase_if(paths, [](const std::string& path) { return !fault_of_glob(path).empty(); });
  for (const std::string& pattern : texts_up_to(5, "a/*?")) {
    if (!fault_of_glob(pattern).empty()) {
      continue;
    }
    const std::regex reference = glob_reference(pattern);
    for (const std::string& path : paths) {
      const bool is_match = std::regex_match(path, reference);
      ASSERT_EQ(matches_glob(pattern, path), is_match) << pattern << " and " << path;
      matches += is_match ? 1 : 0;
      ++pairs;
    }
  }
  EXPECT_GT(matches, 1000U);
  EXPECT_GT(pairs - matches, 1000U);
}

TEST(Glob, MatchesAFileNamedLikeAPattern) {
  EXPECT_TRUE(matches_glob("a?.png", "a?.png"));
  EXPECT_TRUE(matches_glob("f**.png", "f**.png"));
  EXPECT_FALSE(matches_glob("A.png", "a.png"));
}

TEST(Glob, TreatsAMultibyteCharacterAsOne) {
  EXPECT_TRUE(matches_glob("gr?n.png", "gr\xc3\xbcn.png"));
  EXPECT_FALSE(matches_glob("gr??n.png", "gr\xc3\xbcn.png"));
  EXPECT_FALSE(matches_glob("*??", "\xc3\xbc"));
  // An invalid byte counts as one character.
  EXPECT_TRUE(matches_glob("a?b",
                           "a\xff"
                           "b"));
}

TEST(Glob, MatchesLongTextsQuickly) {
  const std::string text(20'000, 'a');
  std::string pattern;
  for (int i = 0; i < 50; ++i) {
    pattern += "a*";
  }
  EXPECT_FALSE(matches_glob(pattern + "b", text));
  std::string folders;
  for (int i = 0; i < 2000; ++i) {
    folders += "a/";
  }
  EXPECT_FALSE(matches_glob("**/a/**/a/**/a/**/b", folders + "c"));
}

TEST(Glob, OfATextMatchesSlashesAndIgnoresCase) {
  EXPECT_TRUE(matches_text_glob("nvidia*pcie*", "NVIDIA H200/PCIe/SSE2"));
  EXPECT_TRUE(matches_text_glob("*llvmpipe*", "Mesa llvmpipe (LLVM 15)"));
  EXPECT_FALSE(matches_text_glob("llvmpipe", "llvmpipe (LLVM 15)"));
}

TEST(Glob, ReportsTheFaultOfAPattern) {
  for (const char* good : {"a.png", "**", "gui/**/a?.png", "*/b*.exr", "a b/\xc3\xbc.png"}) {
    EXPECT_EQ(fault_of_glob(good), "") << good;
  }
  for (const auto& [pattern, text] : std::vector<std::pair<const char*, const char*>>{{"", "empty"},
                                                                                      {"/a.png", "begins or ends"},
                                                                                      {"a/", "begins or ends"},
                                                                                      {"a//b", "'' is not a subfolder"},
                                                                                      {"../a",
                                                                                       "'..' is not a "
                                                                                       "subfolder"},
                                                                                      {"./a", "'.' is not a subfolder"},
                                                                                      {"a**/b", "'a**' combines **"},
                                                                                      {"***", "'***' combines **"},
                                                                                      {"a\\b", "'\\'"}}) {
    EXPECT_NE(fault_of_glob(pattern).find(text), std::string::npos) << pattern << ": " << fault_of_glob(pattern);
  }
}

}  // namespace
}  // namespace texelscope::app
