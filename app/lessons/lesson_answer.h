#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// Whether two texts are equivalent: ignores blanks, brackets, a comma before a closing bracket and case, and compares
/// numbers as numbers, to the displayed precision.
[[nodiscard]] bool is_same_answer(std::string_view given, std::string_view right);

/// Whether a language uses a decimal comma, according to the first part of its BCP 47 tag and the symbol "decimal" in
/// the Unicode CLDR.
[[nodiscard]] bool has_decimal_commas(std::string_view language);

/// Whether a typed answer is right. Also accepts a unit that follows "how many", "how much" or "in" in the question, a
/// fraction (1/5), the denominator of the unit that the question mentions (76/256 in 256ths), a decimal comma (0,2),
/// thousands separators (65,536), and, for a list, blanks instead of commas. A number may differ by `tolerance` from
/// the right one. If the `language` of the texts has decimal commas, 8.192 and 8,192 may mean 8192 or 8.192, and either
/// may be the right one.
[[nodiscard]] bool is_right_answer(std::string_view typed, std::string_view right, std::string_view question,
                                   double tolerance = 0, std::string_view language = "en");

/// Whether a typed text is a possible answer: a number if the right answer is a number, the same count of numbers if it
/// is a list, otherwise any word.
[[nodiscard]] bool is_possible_answer(std::string_view typed, std::string_view right, std::string_view question);

/// The reason why a typed text is not a possible answer, and what to type instead, in one line for the learner.
[[nodiscard]] std::string reminder_for(std::string_view typed, std::string_view right, std::string_view question);

/// "4 sectors" as its number and the word after it; a text that does not end in a word has none.
struct Quantity {
  std::string_view value;
  std::string_view unit{};
};
[[nodiscard]] Quantity quantity_of(std::string_view text);
/// A unit without the s of its plural.
[[nodiscard]] std::string_view singular(std::string_view unit);
/// The elements of a list, separated by blanks, commas, semicolons or brackets.
[[nodiscard]] std::vector<std::string> elements_of(std::string_view text);

/// Whether a visible line of text reveals an answer: it contains the answer's numbers in sequence, or its words.
[[nodiscard]] bool says_answer(std::string_view line, std::string_view right);

}  // namespace texelscope::app
