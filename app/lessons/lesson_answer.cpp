#include "app/lessons/lesson_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/text/option_text.h"

namespace texelscope::app {
namespace {

constexpr std::string_view blanks = " \t\n";
/// Characters between the words of a question.
constexpr std::string_view word_ends = " \t\n.,:;?!()[]";
/// Characters between the elements of a list, and around the list.
constexpr std::string_view list_signs = " \t\n,;()[]";

bool is_one_of(char sign, std::string_view signs) { return signs.find(sign) != std::string_view::npos; }
bool is_digit(char sign) { return sign >= '0' && sign <= '9'; }

std::string lower(std::string_view text) {
  std::string made(text);
  std::ranges::transform(made, made.begin(),
                         [](char sign) { return sign >= 'A' && sign <= 'Z' ? static_cast<char>(sign + 32) : sign; });
  return made;
}

/// In lower case, with an x for each ×.
std::string typed_letters(std::string_view text) {
  constexpr std::string_view times = "×";
  std::string letters = lower(text);
  for (std::size_t at = letters.find(times); at != std::string::npos; at = letters.find(times, at)) {
    letters.replace(at, times.size(), 1, 'x');
  }
  return letters;
}

/// A text without brackets and blanks, except one blank between two digits: "2 0" is not 20. "(1,)" is Python's
/// notation for a tuple of one element.
std::string plain(std::string_view text) {
  std::string kept;
  bool is_after_blank = false;
  for (const char sign : typed_letters(text)) {
    if (is_one_of(sign, " ()[]\t")) {
      is_after_blank = is_after_blank || is_one_of(sign, " \t");
      continue;
    }
    if (is_after_blank && is_digit(sign) && !kept.empty() && is_digit(kept.back())) {
      kept += ' ';
    }
    is_after_blank = false;
    kept += sign;
  }
  while (kept.ends_with(',')) {
    kept.pop_back();
  }
  return kept;
}

std::vector<std::string> split(std::string_view text, std::string_view between) {
  std::vector<std::string> parts;
  std::string part;
  for (const char sign : text) {
    if (!is_one_of(sign, between)) {
      part += sign;
    } else if (!part.empty()) {
      parts.push_back(std::exchange(part, ""));
    }
  }
  if (!part.empty()) {
    parts.push_back(part);
  }
  return parts;
}

bool is_same_number(double given, double right) {
  const bool are_whole = given == std::round(given) && right == std::round(right);
  if (are_whole) {
    return given == right;
  }
  // Displayed numbers have fewer digits than a float.
  return std::abs(given - right) <= 5e-4 * std::max(std::abs(right), 1e-3);
}

/// Whether each `separator` is followed by exactly three digits, as in 65,536; a number that begins with 0 has no
/// thousands separators.
bool has_thousands(std::string_view text, char separator) {
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  const auto first = digits.find(separator);
  if (first == std::string_view::npos || first == 0 || first > 3 || digits.starts_with('0') ||
      digits.size() % 4 != first % 4) {
    return false;
  }
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const bool is_separator = i >= first && (i - first) % 4 == 0;
    if (is_separator ? digits[i] != separator : !is_digit(digits[i])) {
      return false;
    }
  }
  return true;
}

/// Reads "1,048.5" as a number; `thousands` and `decimal` are its separators.
std::optional<double> separated_number(std::string_view text, char thousands, char decimal) {
  const auto point = std::min(text.find(decimal), text.size());
  std::string whole(text.substr(0, point));
  const std::string_view fraction = text.substr(std::min(point + 1, text.size()));
  for (const char separator : {thousands, ' '}) {
    if (has_thousands(whole, separator)) {
      std::erase(whole, separator);
    }
  }
  if (is_one_of(decimal, fraction)) {
    return std::nullopt;
  }
  return number_from<double>(point < text.size() ? whole + '.' + std::string(fraction) : whole);
}

/// All numbers that a text may mean in a usual notation: 0.2, 0,2, 65,536 or 1/5. Where a comma separates decimals,
/// "8.192" and "8,192" may each be 8.192 or 8192.
std::vector<double> written_numbers(std::string_view text, bool has_decimal_commas) {
  std::vector<double> numbers;
  const auto add = [&](const std::optional<double>& number) {
    if (number) {
      numbers.push_back(*number);
    }
  };
  if (const auto bar = text.find('/'); bar != std::string_view::npos) {
    const auto above = number_from<double>(text.substr(0, bar));
    const auto below = number_from<double>(text.substr(bar + 1));
    add(above && below && *below != 0 ? std::optional{*above / *below} : std::nullopt);
    return numbers;
  }
  add(separated_number(text, ',', '.'));
  if (has_decimal_commas || numbers.empty()) {
    add(separated_number(text, '.', ','));
  }
  return numbers;
}

/// The units after "how many", "how much" or "in" in the question.
std::vector<std::string> units_of(std::string_view question) {
  const std::vector<std::string> words = split(lower(question), word_ends);
  std::vector<std::string> units;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const bool is_how = i > 0 && words[i - 1] == "how" && (words[i] == "many" || words[i] == "much");
    if (is_how || words[i] == "in") {
      units.push_back(words[i + 1]);
    }
  }
  return units;
}

/// The "76" of "76/256" or "76/256ths" if the question mentions 256ths, in any language: a number with letters after
/// it, such as "256stel". Otherwise the text itself.
std::string_view without_denominator(std::string_view text, std::string_view question) {
  const auto bar = text.find('/');
  if (bar == std::string_view::npos) {
    return text;
  }
  const std::string below = plain(text.substr(bar + 1));
  const std::string_view digits = std::string_view(below).substr(0, below.find_first_not_of("0123456789"));
  const auto is_fraction_of = [&](std::string_view word) {
    constexpr std::size_t fewest_letters = 2;
    return word.starts_with(digits) && word.size() >= digits.size() + fewest_letters &&
           std::ranges::none_of(word.substr(digits.size()), is_digit) && (digits == below || word == below);
  };
  const bool is_asked = !digits.empty() && std::ranges::any_of(split(lower(question), word_ends), is_fraction_of);
  return is_asked ? text.substr(0, bar) : text;
}

/// Removes what follows the number if it is a unit of the question, or the denominator that it mentions.
std::string without_unit(const std::string& typed, std::string_view question) {
  const std::string typed_in_lower_case = lower(typed);
  const std::string text(without_denominator(typed_in_lower_case, question));
  const Quantity quantity = quantity_of(text);
  const std::vector<std::string> units = units_of(question);
  const bool is_unit = !quantity.unit.empty() && std::ranges::any_of(units, [&](const std::string& unit) {
    return singular(unit) == singular(quantity.unit);
  });
  return std::string(is_unit ? quantity.value : text);
}

/// Compares two lists with elements separated by blanks or commas.
bool is_same_list(const std::string& typed, const std::string& right) {
  return std::ranges::equal(elements_of(lower(typed)), elements_of(lower(right)), is_same_answer);
}

/// Splits "13x7" into "13 7", but not a hexadecimal number, "0x7f".
std::string with_factors_apart(std::string text) {
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    const bool is_hexadecimal = text[i - 1] == '0' && (i < 2 || !is_digit(text[i - 2]));
    if (text[i] == 'x' && is_digit(text[i - 1]) && is_digit(text[i + 1]) && !is_hexadecimal) {
      text[i] = ' ';
    }
  }
  return text;
}

}  // namespace

Quantity quantity_of(std::string_view text) {
  const auto is_letter = [](char sign) { return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z'); };
  const std::size_t end = text.find_last_not_of(blanks) + 1;
  std::size_t begin = end;
  while (begin > 0 && is_letter(text[begin - 1])) {
    --begin;
  }
  return {text.substr(0, begin), text.substr(begin, end - begin)};
}

std::string_view singular(std::string_view unit) { return unit.substr(0, unit.size() - (unit.ends_with('s') ? 1 : 0)); }

std::vector<std::string> elements_of(std::string_view text) { return split(text, list_signs); }

bool is_same_answer(std::string_view given, std::string_view right) {
  const std::string a = plain(given);
  const std::string b = plain(right);
  const auto number = number_from<double>(a);
  const auto wanted = number_from<double>(b);
  return number && wanted ? is_same_number(*number, *wanted) : a == b;
}

bool has_decimal_commas(std::string_view language) {
  constexpr std::array<std::string_view, 54> languages{
      "af", "az", "be", "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fo", "fr", "fy", "gl",
      "hr", "hu", "hy", "id", "is", "it", "ka", "kk", "kl", "ky", "lb", "lt", "lv", "mk", "nb", "nl", "nn", "no",
      "os", "pl", "pt", "ro", "ru", "se", "sk", "sl", "sq", "sr", "sv", "tk", "tr", "tt", "uk", "uz", "vi", "wo"};
  const std::string name = lower(language.substr(0, language.find('-')));
  return std::ranges::find(languages, name) != languages.end();
}

bool is_right_answer(std::string_view typed, std::string_view right, std::string_view question, double tolerance,
                     std::string_view language) {
  if (is_same_answer(typed, right)) {
    return true;
  }
  const std::string given = without_unit(std::string(typed), question);
  const std::string wanted = plain(right);
  if (const auto number = number_from<double>(wanted)) {
    const std::vector<double> readings = written_numbers(plain(given), has_decimal_commas(language));
    return std::ranges::any_of(
        readings, [&](double read) { return is_same_number(read, *number) || std::abs(read - *number) <= tolerance; });
  }
  return wanted.find(',') != std::string::npos && is_same_list(given, std::string(right));
}

bool says_answer(std::string_view line, std::string_view right) {
  // Characters next to a number or a word that belong to neither.
  constexpr std::string_view between = " \t\n,;:()[]{}=×≈±%?!\"“”";
  const std::vector<std::string> wanted = split(with_factors_apart(lower(right)), between);
  std::vector<std::string> words = split(with_factors_apart(lower(line)), between);
  for (std::string& word : words) {
    // The end of a sentence.
    if (word.size() > 1 && word.ends_with('.')) {
      word.pop_back();
    }
  }
  return !wanted.empty() && !std::ranges::search(words, wanted, [](const std::string& a, const std::string& b) {
                               return is_same_answer(a, b);
                             }).empty();
}

bool is_possible_answer(std::string_view typed, std::string_view right, std::string_view question) {
  const std::string given = without_unit(std::string(typed), question);
  const std::string wanted = plain(right);
  if (number_from<double>(wanted)) {
    return !written_numbers(plain(given), true).empty();
  }
  const std::vector<std::string> numbers = elements_of(wanted);
  if (numbers.size() > 1 &&
      std::ranges::all_of(numbers, [](const std::string& number) { return number_from<double>(number).has_value(); })) {
    const std::vector<std::string> parts = elements_of(given);
    return parts.size() == numbers.size() &&
           std::ranges::all_of(parts, [](const std::string& part) { return number_from<double>(part).has_value(); });
  }
  return !plain(given).empty();
}

std::string reminder_for(std::string_view typed, std::string_view right, std::string_view question) {
  const std::string text = plain(typed);
  if (text.empty()) {
    return "Type a prediction first.";
  }
  const bool is_number = number_from<double>(plain(right)).has_value();
  constexpr std::array<std::string_view, 5> words_for_none{"none", "no", "nothing", "neither", "never"};
  if (is_number && std::ranges::find(words_for_none, text) != words_for_none.end()) {
    return fmt::format("Type 0 for “{}”; it is not committed.", typed);
  }
  const std::string in_lower_case = lower(typed);
  const Quantity quantity = quantity_of(in_lower_case);
  if (is_number && !quantity.unit.empty() && is_possible_answer(quantity.value, right, question)) {
    std::vector<std::string> units = units_of(question);
    // "How many of these …": no unit.
    constexpr std::array<std::string_view, 7> other_words{"of", "the", "a", "these", "this", "which", "it"};
    std::erase_if(units,
                  [&](const std::string& word) { return std::ranges::find(other_words, word) != other_words.end(); });
    return fmt::format("“{}” has the unit “{}”, {}; it is not committed.", typed, quantity.unit,
                       units.empty() ? "but the question requires a number without a unit"
                                     : fmt::format("but the question asks for {}", units.front()));
  }
  const bool is_list = plain(right).find(',') != std::string::npos;
  return fmt::format(
      "“{}” is not {}; it is not committed.", typed,
      is_list ? "the required list of numbers, separated by commas" : "a number, such as 12, 0.5 or 3/4");
}

}  // namespace texelscope::app
