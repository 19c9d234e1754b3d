#include "app/lessons/lesson_answer.h"

#include <gtest/gtest.h>

namespace texelscope::app {
namespace {

TEST(LessonAnswer, IsComparedByMeaning) {
  EXPECT_TRUE(is_same_answer("(4, 1)", "4,1"));
  EXPECT_TRUE(is_same_answer(" Linear ", "linear"));
  EXPECT_TRUE(is_same_answer("25.0", "25"));
  EXPECT_TRUE(is_same_answer("6x3", "6 × 3"));
  EXPECT_FALSE(is_same_answer("6x4", "6 × 3"));
  EXPECT_TRUE(is_same_answer("0.3008", "0.30078125"));
  EXPECT_FALSE(is_same_answer("0.3", "0.30078125"));
  EXPECT_FALSE(is_same_answer("256", "257"));
  EXPECT_FALSE(is_same_answer("", "0"));
  EXPECT_FALSE(is_same_answer("-1", "1"));
}

TEST(LessonAnswer, AcceptsATupleOfOneForItsElement) {
  for (const char* const typed : {"1", "(1)", "1,", "(1,)", "( 1, )"}) {
    EXPECT_TRUE(is_right_answer(typed, "(1,)", "What is its stride?")) << typed;
  }
  EXPECT_FALSE(is_right_answer("6", "(1,)", "What is its stride?"));
  EXPECT_FALSE(is_right_answer("1, 1", "(1,)", "What is its stride?"));
  EXPECT_FALSE(is_right_answer(",", "(1,)", "What is its stride?"));
}

TEST(LessonAnswer, MayHaveTheUnitOfTheQuestion) {
  constexpr const char* bytes = "Twelve elements: how many bytes do they need?";
  for (const char* const typed : {"16 bytes", "16 Bytes ", "16bytes", "16 byte", "(16) bytes"}) {
    EXPECT_TRUE(is_right_answer(typed, "16", bytes)) << typed;
  }
  for (const char* const typed : {"16 bits", "16 elements", "12 bytes", "bytes", "bytes 16", "16 bytes bytes"}) {
    EXPECT_FALSE(is_right_answer(typed, "16", bytes)) << typed;
  }
  EXPECT_TRUE(is_right_answer("5.5 texels", "5.5", "Where is it, in texels?"));
  EXPECT_FALSE(is_right_answer("5.5 texels", "5.5", "Where is it?"));
}

TEST(LessonAnswer, MayBeAFraction) {
  constexpr const char* question = "What does 51 become?";
  EXPECT_TRUE(is_right_answer("1/5", "0.2", question));
  EXPECT_TRUE(is_right_answer("51 / 255", "0.2", question));
  EXPECT_TRUE(is_right_answer("77/256", "0.30078125", question));
  for (const char* const typed : {"1/4", "5/1", "1/0", "1/", "/5", "1/5/1", "0.2/1/1"}) {
    EXPECT_FALSE(is_right_answer(typed, "0.2", question)) << typed;
  }
}

TEST(LessonAnswer, MayHaveTheDenominatorThatTheQuestionMentions) {
  for (const char* const question :
       {"What is level 1's weight, in 256ths?", "Welches Gewicht hat Ebene 1, in 256stel?"}) {
    for (const char* const typed : {"76/256", "76 / 256", "76"}) {
      EXPECT_TRUE(is_right_answer(typed, "76", question)) << typed;
      EXPECT_TRUE(is_possible_answer(typed, "76", question)) << typed;
    }
    for (const char* const typed : {"77/256", "76/255", "76/25", "76/", "/256", "76/256/256", "1/76"}) {
      EXPECT_FALSE(is_right_answer(typed, "76", question)) << typed;
    }
  }
  EXPECT_TRUE(is_right_answer("76/256ths", "76", "What is its weight, in 256ths?"));
  EXPECT_FALSE(is_right_answer("76/256", "76", "What is its weight?"));
  EXPECT_FALSE(is_right_answer("76/4", "76", "What is the weight in a 4x4 texture, or in 2D?"));
}

TEST(LessonAnswer, HasAReminderForAnotherUnitAndForNone) {
  const auto reminder = [](std::string_view typed, std::string_view question) {
    EXPECT_FALSE(is_possible_answer(typed, "8", question)) << typed;
    return reminder_for(typed, "8", question);
  };
  EXPECT_EQ(reminder("64 bits", "What is the widest load, in bytes, that x + 2 allows?"),
            "“64 bits” has the unit “bits”, but the question asks for bytes; it is not committed.");
  EXPECT_EQ(
      reminder("8 kernels", "How many of them finish?"),
      "“8 kernels” has the unit “kernels”, but the question requires a number without a unit; it is not committed.");
  for (const char* const typed : {"none", "None", " no ", "nothing"}) {
    EXPECT_TRUE(reminder(typed, "Which call is refused?").starts_with("Type 0 for")) << typed;
  }
  EXPECT_EQ(reminder(" ", "How many bytes?"), "Type a prediction first.");
  EXPECT_TRUE(reminder("many", "How many bytes?").starts_with("“many” is not a number"));
  EXPECT_TRUE(
      reminder_for("none", "(4, 1)", "Which strides?").starts_with("“none” is not the required list of numbers"));
}

TEST(LessonAnswer, MayHaveADecimalCommaWhereItCannotMeanThousands) {
  EXPECT_TRUE(is_right_answer("0,2", "0.2", ""));
  EXPECT_TRUE(is_right_answer("0,502", "0.502", ""));
  EXPECT_TRUE(is_right_answer("-12,5", "-12.5", ""));
  EXPECT_TRUE(is_right_answer("65,536", "65536", ""));
  EXPECT_TRUE(is_right_answer("1,048,576", "1048576", ""));
  EXPECT_FALSE(is_right_answer("65,536", "65.536", ""));
  EXPECT_FALSE(is_right_answer("0,3", "0.2", ""));
  EXPECT_FALSE(is_right_answer("1,2", "12", ""));
  EXPECT_FALSE(is_right_answer("65,36", "6536", ""));
  EXPECT_FALSE(is_right_answer("1,0,5", "1.05", ""));
}

TEST(LessonAnswer, MayBeReadEitherWayWhereACommaSeparatesDecimals) {
  for (const char* const typed : {"8192", "8.192", "8,192", "8192,0", "8 192"}) {
    EXPECT_TRUE(is_right_answer(typed, "8192", "", 0, "de")) << typed;
  }
  EXPECT_FALSE(is_right_answer("8.192", "8192", "", 0, "en"));
  EXPECT_TRUE(is_right_answer("8,192", "8.192", "", 0, "de-AT"));
  EXPECT_TRUE(is_right_answer("8.192", "8.192", "", 0, "de"));
  EXPECT_TRUE(is_right_answer("1.048.576", "1048576", "", 0, "pt-BR"));
  EXPECT_TRUE(is_right_answer("4.096,5", "4096.5", "", 0, "fr"));
  EXPECT_TRUE(is_right_answer("4,096.5", "4096.5", "", 0, "en"));
  EXPECT_TRUE(is_right_answer("8.191", "8192", "", 1, "de"));
  for (const char* const typed : {"8.19", "8.1920", "0.8192", "81.92", "8.192.0", "8,1,92"}) {
    EXPECT_FALSE(is_right_answer(typed, "8192", "", 0, "de")) << typed;
  }
}

TEST(LessonAnswer, IsNotANumberWithABlankBetweenDigits) {
  for (const char* const typed : {"2 0", "1 2 3", "20 0", "0 200"}) {
    EXPECT_FALSE(is_possible_answer(typed, "20", "How many?")) << typed;
    EXPECT_FALSE(is_right_answer(typed, "20", "How many?")) << typed;
  }
  EXPECT_FALSE(is_same_answer("2 0", "20"));
  EXPECT_TRUE(is_right_answer("65 536", "65536", ""));
  EXPECT_TRUE(is_right_answer(" 20 ", "20", ""));
  EXPECT_TRUE(is_right_answer("3 / 4", "0.75", ""));
}

TEST(LessonAnswer, IsExactIfBothAreWholeNumbers) {
  EXPECT_FALSE(is_right_answer("65537", "65536", ""));
  EXPECT_FALSE(is_right_answer("65,537", "65536", ""));
  EXPECT_TRUE(is_right_answer("65536.0", "65536", ""));
  EXPECT_TRUE(is_right_answer("0.3008", "0.30078125", ""));
}

TEST(LessonAnswer, MayBeAsFarAwayAsTheQuestionAllows) {
  // The value 188, decoded by the sRGB formula and by an H200.
  EXPECT_TRUE(is_right_answer("0.5029", "0.50390625", "", 0.0015));
  EXPECT_FALSE(is_right_answer("0.5029", "0.50390625", ""));
  for (const char* const typed : {"0.5020", "0.5056", "0.737", "188"}) {
    EXPECT_FALSE(is_right_answer(typed, "0.50390625", "", 0.0015)) << typed;
  }
}

TEST(LessonAnswer, MayHaveBlanksBetweenTheElementsOfAList) {
  for (const char* const typed : {"(8, 1)", "8,1", "(8 1)", "8 1", "[8; 1]", " 8  1 "}) {
    EXPECT_TRUE(is_right_answer(typed, "(8, 1)", "Which strides?")) << typed;
  }
  for (const char* const typed : {"81", "8.1", "1 8", "8", "8 1 1", "(8, 2)", ""}) {
    EXPECT_FALSE(is_right_answer(typed, "(8, 1)", "Which strides?")) << typed;
  }
}

TEST(LessonAnswer, IsPossibleIfItIsOfTheRightAnswersKind) {
  for (const char* const typed : {"3", "-1,5", "1/5", "65,536 bytes", "1e3"}) {
    EXPECT_TRUE(is_possible_answer(typed, "48", "How many bytes?")) << typed;
  }
  for (const char* const typed : {"", " ", "four", "4 apples", "4, 1, 2", "1/0"}) {
    EXPECT_FALSE(is_possible_answer(typed, "48", "How many bytes?")) << typed;
  }
  EXPECT_TRUE(is_possible_answer("1 3", "(4, 1)", "Which strides?"));
  EXPECT_FALSE(is_possible_answer("13", "(4, 1)", "Which strides?"));
  EXPECT_FALSE(is_possible_answer("a b", "(4, 1)", "Which strides?"));
  EXPECT_TRUE(is_possible_answer("tiles", "rows", "How?"));
  EXPECT_FALSE(is_possible_answer(" ", "rows", "How?"));
}

TEST(LessonAnswer, IsRevealedByALineWithItsNumbersOrWordsInSequence) {
  for (const char* const line : {"(4, 1)", "strides = 4,1", "[3, 4, 1]", "4 × 1 texels"}) {
    EXPECT_TRUE(says_answer(line, "(4, 1)")) << line;
  }
  for (const char* const line : {"(1, 4)", "41", "4", "", "4 or 1"}) {
    EXPECT_FALSE(says_answer(line, "(4, 1)")) << line;
  }
  EXPECT_TRUE(says_answer("Rows: 64 items", "rows"));
  EXPECT_FALSE(says_answer("arrows", "rows"));
  EXPECT_TRUE(says_answer("These are “rows”. Why?", "rows"));
  EXPECT_TRUE(says_answer("It ends with 4.", "4"));
  EXPECT_TRUE(says_answer("x = 0.50390625", "0.5039"));
  EXPECT_TRUE(says_answer("array 13x7", "13, 7"));
  EXPECT_TRUE(says_answer("10x4", "4"));
  EXPECT_FALSE(says_answer("cuStreamQuery(stream=0x4)", "0"));
  EXPECT_FALSE(says_answer("cuStreamQuery(stream=0x4)", "4"));
  EXPECT_FALSE(says_answer("", ""));
}

}  // namespace
}  // namespace texelscope::app
