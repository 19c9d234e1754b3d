#include "app/labs/kernel/typing_steps.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace texelscope::app {
namespace {

/// The texts that undo restores after `texts` were typed one after another, `seconds` apart.
std::vector<std::string> steps_of(const std::vector<std::string>& texts, double seconds) {
  TypingSteps typing;
  std::vector<std::string> steps;
  double now = 0;
  for (std::size_t i = 1; i < texts.size(); ++i) {
    now += seconds;
    if (typing.begins(texts[i - 1], texts[i], now)) {
      steps.push_back(texts[i - 1]);
    }
  }
  return steps;
}

std::vector<std::string> letters_of(const std::string& text) {
  std::vector<std::string> texts;
  for (std::size_t length = 0; length <= text.size(); ++length) {
    texts.push_back(text.substr(0, length));
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(TypingSteps, StartAtEachWord) {
  EXPECT_EQ(steps_of(letters_of("int a = b;\nx"), 0.1), (Texts{"", "int ", "int a ", "int a = ", "int a = b;\n"}));
}

TEST(TypingSteps, StartAfterAPause) { EXPECT_EQ(steps_of(letters_of("abc"), 1.5), (Texts{"", "a", "ab"})); }

TEST(TypingSteps, DistinguishDeletingFromTyping) {
  EXPECT_EQ(steps_of({"", "a", "ab", "a", "", "c", "cd"}, 0.1), (Texts{"", "ab", ""}));
}

TEST(TypingSteps, SeparatePastedAndCutText) {
  EXPECT_EQ(steps_of({"ab", "ab pasted words", "ab pasted wordsx", "ab pasted wordsxy", "aby"}, 0.1),
            (Texts{"ab", "ab pasted words", "ab pasted wordsxy"}));
}

TEST(TypingSteps, CountAMultibyteCharacterAsOne) { EXPECT_EQ(steps_of({"", "ä", "äö", "äö→"}, 0.1), (Texts{""})); }

TEST(TypingSteps, FindTheFirstDifference) {
  EXPECT_EQ(common_beginning("abc", "abd"), 2U);
  EXPECT_EQ(common_beginning("ab", "abd"), 2U);
  EXPECT_EQ(common_beginning("", "abd"), 0U);
}

}  // namespace
}  // namespace texelscope::app
