#include "app/labs/kernel/code_tokens.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace texelscope::app {
namespace {

using Piece = std::pair<std::string, CodeTokenKind>;

std::vector<Piece> pieces(const std::string& text) {
  std::vector<Piece> all;
  for (const CodeToken& token : tokenize_code(text)) {
    all.emplace_back(text.substr(token.begin, token.size), token.kind);
  }
  return all;
}

TEST(CodeTokens, DistinguishesNames) {
  EXPECT_EQ(pieces("const Float4 mine = mix(x, 1.5e-3f, 0x1p-2);"),
            (std::vector<Piece>{{"const", CodeTokenKind::keyword},
                                {"Float4", CodeTokenKind::type},
                                {"mine", CodeTokenKind::plain},
                                {"=", CodeTokenKind::plain},
                                {"mix", CodeTokenKind::function},
                                {"(", CodeTokenKind::plain},
                                {"x", CodeTokenKind::plain},
                                {",", CodeTokenKind::plain},
                                {"1.5e-3f", CodeTokenKind::number},
                                {",", CodeTokenKind::plain},
                                {"0x1p-2", CodeTokenKind::number},
                                {")", CodeTokenKind::plain},
                                {";", CodeTokenKind::plain}}));
}

TEST(CodeTokens, FindsTheEndsOfCommentsAndLiterals) {
  EXPECT_EQ(pieces("/* a\n\n b */ x // y\n\"q\\\"\" 'c'"), (std::vector<Piece>{{"/* a", CodeTokenKind::comment},
                                                                               {" b */", CodeTokenKind::comment},
                                                                               {"x", CodeTokenKind::plain},
                                                                               {"// y", CodeTokenKind::comment},
                                                                               {"\"q\\\"\"", CodeTokenKind::text},
                                                                               {"'c'", CodeTokenKind::text}}));
  EXPECT_EQ(pieces("\"open\nint"), (std::vector<Piece>{{"\"open", CodeTokenKind::text}, {"int", CodeTokenKind::type}}));
  EXPECT_EQ(pieces("/* open"), (std::vector<Piece>{{"/* open", CodeTokenKind::comment}}));
  EXPECT_EQ(pieces("  #define A"),
            (std::vector<Piece>{{"#define", CodeTokenKind::directive}, {"A", CodeTokenKind::plain}}));
  EXPECT_EQ(pieces("\"\\"), (std::vector<Piece>{{"\"\\", CodeTokenKind::text}}));
  EXPECT_TRUE(pieces(" \t\n").empty());
}

TEST(CodeTokens, CoverEachTextInOrder) {
  unsigned seed = 1;
  constexpr std::string_view letters = "ab1.\"'/*\\\n #+x(";
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = 0; i < 24; ++i) {
      seed = seed * 1664525 + 1013904223;
      text += letters[(seed >> 16U) % letters.size()];
    }
    std::size_t end = 0;
    for (const CodeToken& token : tokenize_code(text)) {
      ASSERT_GE(token.begin, end) << text;
      ASSERT_GT(token.size, 0U) << text;
      EXPECT_EQ(text.substr(end, token.begin - end).find_first_not_of(" \n"), std::string::npos) << text;
      EXPECT_EQ(text.substr(token.begin, token.size).find('\n'), std::string::npos) << text;
      end = token.begin + token.size;
    }
    ASSERT_LE(end, text.size()) << text;
  }
}

using Lines = std::vector<int>;

TEST(LoopLines, AreThoseOfWordsThatJumpBack) {
  EXPECT_EQ(loop_lines("int a;\nfor (;;) {\n}\nwhile (a) a = 0; do {} while (0);\nagain: goto again;"),
            (Lines{2, 4, 5}));
  EXPECT_EQ(loop_lines(""), Lines{});
}

TEST(LoopLines, IgnoreCommentsQuotedTextsAndLongerNames) {
  EXPECT_EQ(loop_lines("// for\n/* while\n for */ \"do \\\" for\" 'x' '\\'' for_each whiles _do 2do\nfor"), Lines{4});
  EXPECT_EQ(loop_lines("/* no end\nfor"), Lines{});
  EXPECT_EQ(loop_lines("\"no end\nfor"), Lines{2});
  EXPECT_EQ(loop_lines("'\\"), Lines{});
}

}  // namespace
}  // namespace texelscope::app
