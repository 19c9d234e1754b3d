#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/images/view.h"
#include "app/text/setting_text.h"

namespace texelscope::app {

/// The conversion of a value to text and back. @throws ParameterError for invalid text.
struct SettingText {
  std::function<std::string()> write;
  std::function<void(std::string_view name, const std::string& text)> read;
};

/// A part of a lab's state that undo restores, and that the session file stores.
struct LabSetting {
  std::string name;
  SettingText text;
  /// Whether only undo restores the setting: no session stores it, and sessions that contain it do not change it.
  bool is_of_window = false;
};

/// The result of LabState::declare_settings().
struct LabSettings {
  /// The lab's name in errors, such as "copy lab".
  std::string_view lab;
  std::vector<LabSetting> all;
};

// Kinds of values. Each changes a member of the lab, or passes the value to `take`, which acts on it.

/// A string of at most `most` bytes, because strings of a session are drawn and parsed in each frame.
[[nodiscard]] SettingText text_of(std::string& value, std::size_t most = 4096);
[[nodiscard]] SettingText text_of(std::string value, std::function<void(const std::string&)> take);

/// An enumerator, a position or a switch, by its position in `names`, which must outlive the setting.
template <class Choice, class Take>
[[nodiscard]] SettingText choice_of(Choice value, std::span<const std::string_view> names, Take take) {
  return {[value, names] { return name_of(names, value); },
          [names, take](std::string_view name, const std::string& text) {
            Choice read{};
            take_choice(name, text, names, read);
            take(read);
          }};
}

template <class Choice>
[[nodiscard]] SettingText choice_of(Choice& value, std::span<const std::string_view> names) {
  return choice_of(value, names, [&value](Choice read) { value = read; });
}

inline constexpr std::array<std::string_view, 2> no_and_yes = {"no", "yes"};
[[nodiscard]] inline SettingText switch_of(bool& value) { return choice_of(value, no_and_yes); }

template <class Integer>
[[nodiscard]] SettingText integer_of(Integer& value) {
  return {[&value] { return fmt::format("{}", value); },
          [&value](std::string_view name, const std::string& text) { take_integer(name, text, value); }};
}

/// Clamps numbers to the limits.
template <class Integer, class Take>
[[nodiscard]] SettingText integer_of(Integer value, std::int64_t least, std::int64_t most, Take take) {
  return {[value] { return fmt::format("{}", value); },
          [least, most, take](std::string_view name, const std::string& text) {
            std::int64_t read = 0;
            take_integer(name, text, read);
            take(static_cast<Integer>(std::clamp(read, least, most)));
          }};
}

template <class Integer>
[[nodiscard]] SettingText integer_of(Integer& value, std::int64_t least, std::int64_t most) {
  return integer_of(value, least, most, [&value](Integer read) { value = read; });
}

/// @throws ParameterError for text that is not a finite number.
void take_real(std::string_view name, const std::string& text, double& value);
void take_real(std::string_view name, const std::string& text, float& value);

template <class Real>
[[nodiscard]] SettingText real_of(Real& value) {
  return {[&value] { return fmt::format("{}", value); },
          [&value](std::string_view name, const std::string& text) { take_real(name, text, value); }};
}

/// A number that is clamped to its limits.
template <class Real>
[[nodiscard]] SettingText real_of(Real& value, Real least, Real most) {
  return {[&value] { return fmt::format("{}", value); },
          [&value, least, most](std::string_view name, const std::string& text) {
            take_real(name, text, value);
            value = std::clamp(value, least, most);
          }};
}

/// A number that is rejected outside its limits.
template <class Number>
[[nodiscard]] SettingText within(Number& value, Number least, Number most) {
  return {[&value] { return fmt::format("{}", value); },
          [&value, least, most](std::string_view name, const std::string& text) {
            Number read{};
            if constexpr (std::is_integral_v<Number>) {
              take_integer(name, text, read);
            } else {
              take_real(name, text, read);
            }
            if (read < least || read > most) {
              throw ParameterError(fmt::format("{} is {}; use {} to {}", name, text, least, most));
            }
            value = read;
          }};
}

/// Values separated by spaces, each read by `take_value`. @throws ParameterError if there are too few.
template <class Value, std::size_t count, class TakeValue>
[[nodiscard]] std::array<Value, count> read_values(std::string_view name, const std::string& text,
                                                   TakeValue take_value) {
  std::array<Value, count> values{};
  std::size_t begin = 0;
  for (Value& value : values) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    take_value(name, text.substr(std::min(begin, text.size()), end - begin), value);
    begin = end + 1;
  }
  return values;
}

/// Numbers separated by spaces.
template <class Real, std::size_t count>
[[nodiscard]] SettingText reals_of(std::array<Real, count>& values) {
  return {[&values] { return fmt::format("{}", fmt::join(values, " ")); },
          [&values](std::string_view name, const std::string& text) {
            values = read_values<Real, count>(
                name, text, [](auto part_name, const auto& part, Real& value) { take_real(part_name, part, value); });
          }};
}

/// Clamps coordinates to the limits.
[[nodiscard]] SettingText point_of(Point& value, double least, double most);
[[nodiscard]] SettingText point_of(Point& value);

/// A list with one line per entry: `write` returns the line of an entry, `read` the entry of a line. Entries beyond
/// `most` are ignored.
template <class Entry, class Write, class Read>
[[nodiscard]] SettingText lines_of(std::vector<Entry>& entries, std::size_t most, Write write, Read read) {
  return {[&entries, write] {
            std::string text;
            for (const Entry& entry : entries) {
              text.append(text.empty() ? "" : "\n").append(write(entry));
            }
            return text;
          },
          [&entries, most, read](std::string_view, const std::string& text) {
            std::vector<Entry> lines;
            for (std::size_t begin = 0; begin < text.size() && lines.size() < most;) {
              const std::size_t end = std::min(text.find('\n', begin), text.size());
              lines.push_back(read(text.substr(begin, end - begin)));
              begin = end + 1;
            }
            entries = std::move(lines);
          }};
}

}  // namespace texelscope::app
