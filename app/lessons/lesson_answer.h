#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// Whether two texts say the same: blanks, brackets, a comma before a closing one and capitals do not count, and
/// numbers are compared as numbers, as exactly as people read them.
[[nodiscard]] bool is_same_answer(std::string_view given, std::string_view right);

/// Whether what somebody typed is right. Also takes a unit that the question asks for behind "how many", "how much" or
/// "in", a fraction (1/5), a decimal comma (0,2), thousands (65,536), and for a list blanks in place of commas. A
/// number may be `tolerance` away from the right one.
[[nodiscard]] bool is_right_answer(std::string_view typed, std::string_view right, std::string_view question,
                                   double tolerance = 0);

/// Whether what somebody typed can be meant as an answer: a number where the right one is a number, as many numbers as
/// it has where it is a list, any word else.
[[nodiscard]] bool is_possible_answer(std::string_view typed, std::string_view right, std::string_view question);

/// "4 sectors" as its number and the word behind it; a text that does not end in a word has none.
struct Quantity {
  std::string_view value;
  std::string_view unit{};
};
[[nodiscard]] Quantity quantity_of(std::string_view text);
/// A unit without the s of its plural.
[[nodiscard]] std::string_view singular(std::string_view unit);
/// The elements of a list, which may have any of blanks, commas, semicolons and brackets between them.
[[nodiscard]] std::vector<std::string> elements_of(std::string_view text);

/// Whether a line of text that is seen tells an answer: it has the answer's numbers beside each other, or its words.
[[nodiscard]] bool says_answer(std::string_view line, std::string_view right);

}  // namespace texelscope::app
