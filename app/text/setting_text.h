#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <string_view>

#include "app/text/current_name.h"
#include "app/text/nearest_name.h"
#include "app/text/parameter.h"

namespace texelscope::app {

/// The settings of labs as strings. Each take_… function throws ParameterError for an invalid string, and then leaves
/// the value unchanged.

/// An enumerator by its position in `names`, or by its name in an earlier version.
template <typename Choice>
void take_choice(std::string_view name, const std::string& text, std::span<const std::string_view> names,
                 Choice& choice) {
  auto found = std::ranges::find(names, text);
  if (found == names.end()) {
    found = std::ranges::find(names, current_name(text));
  }
  if (found == names.end()) {
    throw ParameterError(fmt::format("invalid {1} '{0}'; {2}", text, name, advise_names(text, names, "choices")));
  }
  choice = static_cast<Choice>(found - names.begin());
}

template <typename Choice>
[[nodiscard]] std::string name_of(std::span<const std::string_view> names, Choice choice) {
  return std::string{names[static_cast<std::size_t>(choice)]};
}

template <typename Integer>
void take_integer(std::string_view name, const std::string& text, Integer& value) {
  Integer read = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw ParameterError(fmt::format("invalid {1} '{0}'; use an integer", text, name));
  }
  value = read;
}

}  // namespace texelscope::app
