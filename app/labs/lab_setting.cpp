#include "app/labs/lab_setting.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "app/labs/lab.h"
#include "app/text/nearest_name.h"

namespace texelscope::app {

std::vector<std::pair<std::string, std::string>> LabState::settings() const {
  // Only write() is called, which has no side effects.
  const LabSettings settings = const_cast<LabState&>(*this).declare_settings();
  std::vector<std::pair<std::string, std::string>> texts;
  for (const LabSetting& setting : settings.all) {
    texts.emplace_back(setting.name, setting.text.write());
  }
  return texts;
}

std::vector<std::string> LabState::settings_of_window() const {
  // As above.
  const LabSettings settings = const_cast<LabState&>(*this).declare_settings();
  std::vector<std::string> names;
  for (const LabSetting& setting : settings.all) {
    if (setting.is_of_window) {
      names.push_back(setting.name);
    }
  }
  return names;
}

void LabState::set(std::string_view name, const std::string& text) {
  begin_setting();
  const LabSettings settings = declare_settings();
  const auto found = std::ranges::find(settings.all, name, &LabSetting::name);
  if (found == settings.all.end()) {
    std::vector<std::string_view> names;
    std::ranges::transform(settings.all, std::back_inserter(names), &LabSetting::name);
    throw ParameterError(
        fmt::format("the {} has no setting '{}'; {}", settings.lab, name, advise_names(name, names, "settings")));
  }
  found->text.read(name, text);
}

SettingText text_of(std::string& value, std::size_t most) {
  return {[&value] { return value; },
          [&value, most](std::string_view name, const std::string& text) {
            if (text.size() > most) {
              throw ParameterError(fmt::format("the {} has {} bytes; the limit is {}", name, text.size(), most));
            }
            value = text;
          }};
}

SettingText text_of(std::string value, std::function<void(const std::string&)> take) {
  return {[value = std::move(value)] { return value; },
          [take = std::move(take)](std::string_view, const std::string& text) { take(text); }};
}

void take_real(std::string_view name, const std::string& text, double& value) {
  double read = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(read)) {
    throw ParameterError(fmt::format("'{}' is not a valid {}; use a finite number", text, name));
  }
  value = read;
}

void take_real(std::string_view name, const std::string& text, float& value) {
  double read = 0;
  take_real(name, text, read);
  if (!std::isfinite(static_cast<float>(read))) {
    throw ParameterError(fmt::format("'{}' is not a valid {}; use a finite number", text, name));
  }
  value = static_cast<float>(read);
}

SettingText point_of(Point& value, double least, double most) {
  return {[&value] { return fmt::format("{} {}", value.x, value.y); },
          [&value, least, most](std::string_view name, const std::string& text) {
            std::array<double, 2> read{};
            reals_of(read).read(name, text);
            value = {std::clamp(read[0], least, most), std::clamp(read[1], least, most)};
          }};
}

SettingText point_of(Point& value) {
  return point_of(value, std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max());
}

}  // namespace texelscope::app
