#include "app/text/parameter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/text/nearest_name.h"
#include "app/text/overloaded.h"

namespace texelscope::app {
namespace {

[[noreturn]] void refuse(const Parameter& parameter, const std::string& given, const std::string& legal) {
  throw ParameterError(fmt::format("parameter '{}' cannot be {}: use {}", parameter.name, given, legal));
}

/// The legal values, for the end of an error.
std::string legal_values(const Parameter& parameter) {
  return std::visit(Overloaded{
                        [](const RealRange& range) {
                          return fmt::format("a number from {} to {}{}{}", range.minimum, range.maximum,
                                             range.unit.empty() ? "" : " ", range.unit);
                        },
                        [](const IntegerRange& range) {
                          return fmt::format("an integer from {} to {}", range.minimum, range.maximum);
                        },
                        [](const Choices& choices) { return fmt::format("one of {}", fmt::join(choices.names, ", ")); },
                        [](const Toggle&) { return std::string("true or false"); },
                    },
                    parameter.kind);
}

std::string value_text(const ParameterValue& value) {
  return std::visit(Overloaded{[](const std::string& text) { return text; },
                               [](const auto& other) { return fmt::format("{}", other); }},
                    value);
}

bool is_legal(const Parameter& parameter, const ParameterValue& value) {
  return std::visit(
      Overloaded{
          [](const RealRange& range, double real) { return real >= range.minimum && real <= range.maximum; },
          [](const IntegerRange& range, std::int64_t integer) {
            return integer >= range.minimum && integer <= range.maximum;
          },
          [](const Choices& choices, const std::string& name) {
            return std::ranges::find(choices.names, name) != choices.names.end();
          },
          [](const Toggle&, bool) { return true; },
          [](const auto&, const auto&) { return false; },
      },
      parameter.kind, value);
}

/// from_chars does not accept a leading plus sign, which users write.
std::string_view without_plus(std::string_view text) {
  return text.size() > 1 && text[0] == '+' && text[1] != '-' ? text.substr(1) : text;
}

std::optional<bool> toggle_from(std::string_view text) {
  constexpr std::string_view on[] = {"true", "on", "yes", "1"};
  constexpr std::string_view off[] = {"false", "off", "no", "0"};
  if (std::ranges::find(on, text) != std::end(on)) {
    return true;
  }
  if (std::ranges::find(off, text) != std::end(off)) {
    return false;
  }
  return std::nullopt;
}

std::optional<ParameterValue> value_from_text(const Parameter& parameter, std::string_view text) {
  const auto widen = [](const auto& found) { return found ? std::optional<ParameterValue>(*found) : std::nullopt; };
  return std::visit(Overloaded{
                        [&](const RealRange&) { return widen(number_from<double>(without_plus(text))); },
                        [&](const IntegerRange&) { return widen(number_from<std::int64_t>(without_plus(text))); },
                        [&](const Choices&) { return std::optional<ParameterValue>(std::string(text)); },
                        [&](const Toggle&) { return widen(toggle_from(text)); },
                    },
                    parameter.kind);
}

template <class Kind, class Value>
const Value& value_of_kind(const Parameter& parameter, const ParameterValue& value, const char* kind) {
  if (!std::holds_alternative<Kind>(parameter.kind)) {
    throw ParameterError(
        fmt::format("parameter '{}' is not {}: it takes {}", parameter.name, kind, legal_values(parameter)));
  }
  return std::get<Value>(value);
}

Parameter make_parameter(std::string name, std::string text, decltype(Parameter::kind) kind, ParameterValue initial) {
  return {std::move(name), std::move(text), std::move(kind), std::move(initial)};
}

}  // namespace

Parameter real_parameter(std::string name, double initial, RealRange range, std::string text) {
  return make_parameter(std::move(name), std::move(text), std::move(range), initial);
}

Parameter integer_parameter(std::string name, std::int64_t initial, IntegerRange range, std::string text) {
  return make_parameter(std::move(name), std::move(text), range, initial);
}

Parameter choice_parameter(std::string name, std::string initial, std::vector<std::string> names, std::string text) {
  return make_parameter(std::move(name), std::move(text), Choices{std::move(names)}, std::move(initial));
}

Parameter toggle_parameter(std::string name, bool initial, std::string text) {
  return make_parameter(std::move(name), std::move(text), Toggle{}, initial);
}

ParameterValues::ParameterValues(std::vector<Parameter> parameters) : parameters_{std::move(parameters)} {
  for (const Parameter& parameter : parameters_) {
    if (!is_legal(parameter, parameter.initial)) {
      refuse(parameter, value_text(parameter.initial), legal_values(parameter));
    }
  }
  reset();
}

const Parameter* find_parameter(std::span<const Parameter> parameters, std::string_view name) {
  const auto found = std::ranges::find(parameters, name, &Parameter::name);
  return found != parameters.end() ? &*found : nullptr;
}

std::size_t ParameterValues::find(std::string_view name) const {
  const Parameter* const found = find_parameter(parameters_, name);
  if (found == nullptr) {
    std::vector<std::string_view> names;
    for (const Parameter& parameter : parameters_) {
      names.push_back(parameter.name);
    }
    throw ParameterError(fmt::format("there is no parameter '{}'; {}", name,
                                     names.empty() ? "this scene has none" : advise_names(name, names, "parameters")));
  }
  return static_cast<std::size_t>(found - parameters_.data());
}

double ParameterValues::real(std::string_view name) const {
  const std::size_t index = find(name);
  return value_of_kind<RealRange, double>(parameters_[index], values_[index], "a real number");
}

std::int64_t ParameterValues::integer(std::string_view name) const {
  const std::size_t index = find(name);
  return value_of_kind<IntegerRange, std::int64_t>(parameters_[index], values_[index], "an integer");
}

bool ParameterValues::toggle(std::string_view name) const {
  const std::size_t index = find(name);
  return value_of_kind<Toggle, bool>(parameters_[index], values_[index], "a toggle");
}

std::size_t ParameterValues::choice(std::string_view name) const {
  const std::size_t index = find(name);
  const auto& chosen = value_of_kind<Choices, std::string>(parameters_[index], values_[index], "a choice");
  const auto& names = std::get<Choices>(parameters_[index].kind).names;
  return static_cast<std::size_t>(std::ranges::find(names, chosen) - names.begin());
}

const ParameterValue& ParameterValues::value(std::string_view name) const { return values_[find(name)]; }

void ParameterValues::set(std::string_view name, const ParameterValue& value) {
  const std::size_t index = find(name);
  if (!is_legal(parameters_[index], value)) {
    refuse(parameters_[index], "'" + value_text(value) + "'", legal_values(parameters_[index]));
  }
  values_[index] = value;
}

void ParameterValues::set_from_text(std::string_view name, std::string_view text) {
  const std::size_t index = find(name);
  const std::optional<ParameterValue> value = value_from_text(parameters_[index], text);
  if (!value || !is_legal(parameters_[index], *value)) {
    refuse(parameters_[index], fmt::format("'{}'", text), legal_values(parameters_[index]));
  }
  values_[index] = *value;
}

std::string ParameterValues::text(std::string_view name) const { return value_text(values_[find(name)]); }

void ParameterValues::reset() {
  values_.clear();
  for (const Parameter& parameter : parameters_) {
    values_.push_back(parameter.initial);
  }
}

void ParameterValues::reset(std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    const std::size_t position = find(name);
    values_[position] = parameters_[position].initial;
  }
}

}  // namespace texelscope::app
