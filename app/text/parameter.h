#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/text/option_text.h"

namespace texelscope::app {

struct RealRange {
  double minimum = 0;
  double maximum = 1;
  /// Whether a slider moves in equal ratios instead of equal steps; requires minimum > 0, or minimum = -maximum for
  /// equal ratios on both sides of 0.
  bool is_logarithmic = false;
  /// Shown after the value, such as "°"; may be empty.
  std::string unit;
  /// For a range without ends in practice: dragging its widget changes the value in steps of its size, and of this size
  /// near 0. 0 for a slider over the range.
  double drag_unit = 0;
};

struct IntegerRange {
  std::int64_t minimum = 0;
  std::int64_t maximum = 1;
};

struct Choices {
  std::vector<std::string> names;
};

/// true or false.
struct Toggle {};

using ParameterValue = std::variant<double, std::int64_t, bool, std::string>;

/// One parameter of a scene, declared once: its widget, its --set option, its session entry and its documentation are
/// derived from this.
struct Parameter {
  /// The name as in --set name=value: lower case, words joined by '_'.
  std::string name;
  /// A description as a sentence, for the tooltip and the documentation.
  std::string text;
  std::variant<RealRange, IntegerRange, Choices, Toggle> kind;
  /// The initial value; for a choice, its name.
  ParameterValue initial;
};

[[nodiscard]] Parameter real_parameter(std::string name, double initial, RealRange range, std::string text);
[[nodiscard]] Parameter integer_parameter(std::string name, std::int64_t initial, IntegerRange range, std::string text);
[[nodiscard]] Parameter choice_parameter(std::string name, std::string initial, std::vector<std::string> names,
                                         std::string text);
[[nodiscard]] Parameter toggle_parameter(std::string name, bool initial, std::string text);

/// The parameter with a name; null if there is none.
[[nodiscard]] const Parameter* find_parameter(std::span<const Parameter> parameters, std::string_view name);

/// The names of a table's entries, for a choice parameter.
template <typename Table>
[[nodiscard]] std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const auto& entry : table) {
    names.emplace_back(entry.name);
  }
  return names;
}

/// The values of a scene's parameters, always within their ranges.
class ParameterValues {
 public:
  /// Every parameter at its initial value.
  explicit ParameterValues(std::vector<Parameter> parameters);

  [[nodiscard]] std::span<const Parameter> parameters() const noexcept { return parameters_; }

  /// @throws ParameterError if there is no parameter with this name and type.
  [[nodiscard]] double real(std::string_view name) const;
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] bool toggle(std::string_view name) const;
  /// Index of the chosen name in Choices::names.
  [[nodiscard]] std::size_t choice(std::string_view name) const;
  [[nodiscard]] const ParameterValue& value(std::string_view name) const;

  /// @throws ParameterError for a value of the wrong kind or out of range.
  void set(std::string_view name, const ParameterValue& value);
  /// Parses the text of --set.
  void set_from_text(std::string_view name, std::string_view text);
  [[nodiscard]] std::string text(std::string_view name) const;
  /// Resets all parameters to their initial values.
  void reset();
  /// Resets only the parameters with these names.
  void reset(std::span<const std::string_view> names);
  /// Whether both have the same values; both must belong to the same scene.
  bool operator==(const ParameterValues& other) const { return values_ == other.values_; }

 private:
  [[nodiscard]] std::size_t find(std::string_view name) const;

  std::vector<Parameter> parameters_;
  std::vector<ParameterValue> values_;
};

}  // namespace texelscope::app
