#include "app/text/option_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "app/text/count_text.h"

namespace texelscope::app {

std::string spelled(std::string_view name, OptionSpelling spelling) {
  std::string text{name};
  if (spelling == OptionSpelling::command_line) {
    std::ranges::replace(text, '_', '-');
    text.insert(0, "--");
  }
  return text;
}

std::uint64_t number_option(const std::string& option, const std::string& text, std::uint64_t minimum,
                            std::uint64_t maximum) {
  const std::optional<std::uint64_t> number = number_from(text);
  if (!number || *number < minimum || *number > maximum) {
    throw ParameterError(
        fmt::format("{} cannot be '{}': use an integer from {} to {}", option, text, minimum, maximum));
  }
  return *number;
}

std::pair<int, int> size_option(const std::string& text) {
  constexpr std::uint64_t largest = 16384;
  const std::size_t cross = std::min(text.find('x'), text.size());
  const auto extent = [&](std::string_view part) {
    const std::uint64_t value = number_from(part).value_or(0);
    return value <= largest ? static_cast<int>(value) : 0;
  };
  const int width = extent(std::string_view(text).substr(0, cross));
  const int height = extent(std::string_view(text).substr(std::min(cross + 1, text.size())));
  if (width < 1 || height < 1) {
    throw ParameterError(
        fmt::format("--size cannot be '{}': use WxH with 1 to {} pixels each, such as 1280x720", text, largest));
  }
  return {width, height};
}

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char character : text) {
    if (character == ',') {
      parts.emplace_back();
    } else {
      parts.back() += character;
    }
  }
  return parts;
}

std::vector<float> numbers_option(const std::string& option, const std::string& text, std::size_t least,
                                  std::size_t most) {
  std::vector<float> numbers;
  for (const std::string& part : parts_of(text)) {
    char* end = nullptr;
    numbers.push_back(std::strtof(part.c_str(), &end));
    if (part.empty() || end != part.c_str() + part.size()) {
      throw ParameterError(fmt::format("{} cannot be '{}': '{}' is not a number", option, text, part));
    }
  }
  if (numbers.size() < least || numbers.size() > most) {
    throw ParameterError(least == most
                             ? fmt::format("{} cannot be '{}': use {}", option, text, count_text(least, "number"))
                             : fmt::format("{} cannot be '{}': use {} to {} numbers", option, text, least, most));
  }
  return numbers;
}

}  // namespace texelscope::app
