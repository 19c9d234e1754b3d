#include "app/text/escape.h"

#include <gtest/gtest.h>

namespace texelscope::app {
namespace {

TEST(Base64, MatchesThePublishedValues) {
  const auto encoded = [](std::string_view text) { return base64(std::as_bytes(std::span(text))); };
  // RFC 4648, section 10, and the two characters that are neither letters nor digits.
  EXPECT_EQ(encoded(""), "");
  EXPECT_EQ(encoded("f"), "Zg==");
  EXPECT_EQ(encoded("fo"), "Zm8=");
  EXPECT_EQ(encoded("foo"), "Zm9v");
  EXPECT_EQ(encoded("foob"), "Zm9vYg==");
  EXPECT_EQ(encoded("\xfb\xff"), "+/8=");
}

TEST(ShownLine, KeepsSingleLines) {
  EXPECT_EQ(shown_line("", 10), "");
  EXPECT_EQ(shown_line("grün → 東", 100), "grün → 東");
}

TEST(EscapedUtf8, KeepsDifferentTextsDifferent) {
  EXPECT_EQ(escaped_utf8("a\xff.png"), "a\\xff.png");
  EXPECT_EQ(escaped_utf8("a\\xff\xfe.png"), "a\\\\xff\\xfe.png");
  EXPECT_EQ(escaped_utf8("\xe6\x9d\xb1\xe6\x9d"), "\xe6\x9d\xb1\\xe6\\x9d") << "a letter, and a letter cut short";
  EXPECT_EQ(escaped_utf8("\xf0\x9f\x98\x80\xc0\xaf"), "\xf0\x9f\x98\x80\\xc0\\xaf");
  EXPECT_TRUE(is_utf8("\xe6\x9d\xb1\xef\xbf\xbd"));
  EXPECT_FALSE(is_utf8("\xed\xa0\x80")) << "a surrogate";
}

TEST(ShownLine, ContainsNoTerminalControls) {
  EXPECT_EQ(shown_line("a\x1b[31m\tb\nc\x7f", 100), "a [31m b c ");
  EXPECT_EQ(shown_line("a\xc2\x9b"
                       "31m\xc2\xa0",
                       100),
            "a 31m\xc2\xa0")
      << "C1 control characters are replaced";
  EXPECT_EQ(shown_line("a\xff"
                       "b",
                       100),
            "a\xef\xbf\xbd"
            "b")
      << "an invalid byte is replaced";
  EXPECT_EQ(shown_line("a\u202eb\u2028c\u2069d\u200fe\u061cf\u2027g\u202f", 100), "a b c d e f\u2027g\u202f")
      << "characters that change the direction or end a line are replaced, their neighbors are not";
}

TEST(ShownLine, IsCutBetweenLetters) {
  EXPECT_EQ(shown_line("abcdef", 3), "abc…");
  EXPECT_EQ(shown_line("aüb", 2), "a…");
  EXPECT_EQ(shown_line("東", 1), "…");
}

TEST(MessageLine, KeepsBothEndsOfALongMessage) {
  const std::string file = "a\x1b]0;title\x07" + std::string(5000, 'n') + ".png";
  const std::string line = message_line("cannot read " + file + ": it is empty; use another file");
  EXPECT_EQ(line.substr(0, 24), "cannot read a ]0;title n");
  EXPECT_LT(line.size(), 2010U);
  EXPECT_NE(line.find("n…n"), std::string::npos);
  EXPECT_TRUE(line.ends_with(".png: it is empty; use another file")) << line;
  std::string letters;
  for (int count = 0; count < 1001; ++count) {
    letters += "ü";
  }
  EXPECT_EQ(message_line(letters).find("\xef\xbf\xbd"), std::string::npos) << "the text is cut between letters";
  EXPECT_EQ(message_line(letters + "x").find("\xef\xbf\xbd"), std::string::npos);
}

TEST(MessageLine, FitsWithItsPrefixIn2000BytesWhateverIsReplaced) {
  const std::size_t prefix = std::string_view("texelscope: warning: \n").size();
  for (const std::string_view repeated : {"n", "\xff", "<CTest", "\xe2\x80\xae", "\n"}) {
    std::string text;
    while (text.size() < 6000) {
      text += repeated;
    }
    for (const std::size_t size : {std::size_t{1900}, text.size()}) {
      const std::string line = message_line(text.substr(0, size));
      EXPECT_LE(line.size() + prefix, 2000U) << repeated << size;
      EXPECT_TRUE(is_utf8(line)) << repeated << size;
    }
  }
}

TEST(EscapedControls, AreTheSameTextInJson) {
  const std::string text = "a\x1b\x7f\xc2\x9b\xe2\x80\xae\xe2\x80\xa8\u00e9\n";
  EXPECT_EQ(with_escaped_controls(text), "a\\u001b\\u007f\\u009b\\u202e\\u2028\u00e9\n");
}

TEST(MessageLine, ContainsNoTagOfCTest) {
  EXPECT_EQ(message_line("<CTestMeasurementFile type=\"x\">/etc/passwd</CTestMeasurementFile> <DartMeasurement <b>"),
            "< CTestMeasurementFile type=\"x\">/etc/passwd</CTestMeasurementFile> < DartMeasurement <b>");
}

}  // namespace
}  // namespace texelscope::app
