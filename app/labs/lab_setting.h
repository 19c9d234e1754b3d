#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/view.h"
#include "app/text/setting_text.h"

namespace texelscope::app {

/// How a value is written, and read back. @throws ParameterError for a text that is none.
struct SettingText {
  std::function<std::string()> write;
  std::function<void(std::string_view name, const std::string& text)> read;
};

[[nodiscard]] inline SettingText text_of(std::string& value) {
  return {[&value] { return value; }, [&value](std::string_view, const std::string& text) { value = text; }};
}

template <class Choice, std::size_t count>
[[nodiscard]] SettingText choice_of(Choice& value, const std::array<std::string_view, count>& names) {
  return {[&value, &names] { return name_of(names, value); },
          [&value, &names](std::string_view name, const std::string& text) { take_choice(name, text, names, value); }};
}

[[nodiscard]] inline SettingText switch_of(bool& value) {
  static constexpr std::array<std::string_view, 2> switches = {"no", "yes"};
  return {[&value] { return name_of(switches, value); },
          [&value](std::string_view name, const std::string& text) {
            auto choice = static_cast<std::size_t>(value);
            take_choice(name, text, switches, choice);
            value = choice != 0;
          }};
}

template <class Integer>
[[nodiscard]] SettingText integer_of(Integer& value, std::int64_t least, std::int64_t most) {
  return {[&value] { return fmt::format("{}", value); },
          [&value, least, most](std::string_view name, const std::string& text) {
            std::int64_t read = 0;
            take_integer(name, text, read);
            value = static_cast<Integer>(std::clamp(read, least, most));
          }};
}

template <class Real>
void take_real(std::string_view name, const std::string& text, Real& value) {
  double read = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(static_cast<Real>(read))) {
    throw ParameterError(fmt::format("'{}' is no {}; write a finite number", text, name));
  }
  value = static_cast<Real>(read);
}

template <class Real>
[[nodiscard]] SettingText real_of(Real& value) {
  return {[&value] { return fmt::format("{}", value); },
          [&value](std::string_view name, const std::string& text) { take_real(name, text, value); }};
}

/// Numbers separated by blanks.
template <class Real, std::size_t count>
[[nodiscard]] SettingText reals_of(std::array<Real, count>& values) {
  return {[&values] {
            std::string text;
            for (const Real value : values) {
              text += fmt::format("{}{}", text.empty() ? "" : " ", value);
            }
            return text;
          },
          [&values](std::string_view name, const std::string& text) {
            std::array<Real, count> read{};
            std::size_t begin = 0;
            for (Real& value : read) {
              const std::size_t end = std::min(text.find(' ', begin), text.size());
              take_real(name, text.substr(std::min(begin, text.size()), end - begin), value);
              begin = end + 1;
            }
            values = read;
          }};
}

[[nodiscard]] inline SettingText point_of(Point& value) {
  return {[&value] { return fmt::format("{} {}", value.x, value.y); },
          [&value](std::string_view name, const std::string& text) {
            std::array<double, 2> read{};
            reals_of(read).read(name, text);
            value = {read[0], read[1]};
          }};
}

/// Something of a lab that the session file keeps.
struct LabSetting {
  std::string name;
  SettingText text;
};

/// What LabState::settings() gives.
[[nodiscard]] inline std::vector<std::pair<std::string, std::string>> written(const std::vector<LabSetting>& settings) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const LabSetting& setting : settings) {
    all.emplace_back(setting.name, setting.text.write());
  }
  return all;
}

/// Reads one of them. @throws ParameterError when there is none of that name, or for a text that is no value of it.
inline void read_setting(const std::vector<LabSetting>& settings, std::string_view lab, std::string_view name,
                         const std::string& text) {
  const auto found = std::ranges::find(settings, name, &LabSetting::name);
  if (found == settings.end()) {
    throw ParameterError(fmt::format("the {} has no setting '{}'", lab, name));
  }
  found->text.read(name, text);
}

}  // namespace texelscope::app
