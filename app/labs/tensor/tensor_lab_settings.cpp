#include <array>

#include "app/labs/lab_setting.h"
#include "app/labs/tensor/tensor_lab.h"

namespace texelscope::app {
namespace {

constexpr std::array<std::string_view, 2> histogram_names = {"slice", "tensor"};

/// A number that is refused beyond its limits.
template <class Number>
SettingText within(Number& value, Number least, Number most) {
  return {[&value] { return fmt::format("{}", value); },
          [&value, least, most](std::string_view name, const std::string& text) {
            Number read{};
            if constexpr (std::is_integral_v<Number>) {
              take_integer(name, text, read);
            } else {
              take_real(name, text, read);
            }
            if (read < least || read > most) {
              throw ParameterError(fmt::format("{} is {}; it lies within {} to {}", name, text, least, most));
            }
            value = read;
          }};
}

/// An axis by its number; "none".
SettingText axis_of(int& axis) {
  const SettingText number = within(axis, 0, static_cast<int>(gpu::max_dimensions));
  return {[&axis, number] { return axis < 0 ? "none" : number.write(); },
          [&axis, number](std::string_view name, const std::string& text) {
            if (text == "none") {
              axis = -1;
            } else {
              number.read(name, text);
            }
          }};
}

/// One number for each axis, separated by blanks; the axes count as chosen.
SettingText index_text(TensorView& view) {
  return {[&view] {
            std::string text;
            for (const std::int64_t at : view.index) {
              text += fmt::format("{}{}", text.empty() ? "" : " ", at);
            }
            return text;
          },
          [&view](std::string_view name, const std::string& text) {
            std::vector<std::int64_t> index;
            for (std::size_t begin = 0; begin < text.size();) {
              const std::size_t end = std::min(text.find(' ', begin), text.size());
              std::int64_t at = 0;
              take_integer(name, text.substr(begin, end - begin), at);
              if (at < 0 || index.size() > gpu::max_dimensions) {
                throw ParameterError(fmt::format("'{}' is no {}; write up to {} numbers from 0 on", text, name,
                                                 gpu::max_dimensions + 1));
              }
              index.push_back(at);
              begin = end + 1;
            }
            view.index = index;
            view.rank = static_cast<int>(index.size());
          }};
}

/// What the settings write and read; `file` and `name` are copies, since they are more than values.
std::vector<LabSetting> settings_of(TensorLab& lab, std::string& file, std::string& name) {
  TensorView& view = lab.view;
  return {{"file", text_of(file)},
          {"tensor", text_of(name)},
          {"rows", axis_of(view.row_axis)},
          {"columns", axis_of(view.column_axis)},
          {"channels", axis_of(view.channel_axis)},
          {"index", index_text(view)},
          {"part", choice_of(view.part, complex_part_names)},
          {"map", choice_of(view.map, color_map_names)},
          {"range", choice_of(view.rule, range_rule_names)},
          {"symmetric", switch_of(view.is_symmetric)},
          {"lowest", real_of(view.typed.lowest)},
          {"highest", real_of(view.typed.highest)},
          {"percentile", within(view.percentile, 0.0, 50.0)},
          {"histogram", choice_of(lab.has_whole_histogram, histogram_names)},
          {"live", switch_of(lab.is_live)},
          {"rate", within(lab.playback.rate, slowest_playback, fastest_playback)},
          {"fits", switch_of(lab.place.is_fit)},
          {"zoom", within(lab.place.zoom, 1e-4, maximum_zoom)},
          {"center", point_of(lab.place.center)}};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> TensorLab::settings() const {
  std::string file = file_;
  std::string name = chosen() != nullptr ? chosen()->name : wanted_name_;
  // Only their write() is called, which changes nothing.
  return written(settings_of(const_cast<TensorLab&>(*this), file, name));
}

void TensorLab::set(std::string_view name, const std::string& text) {
  std::string file = file_;
  std::string tensor = wanted_name_;
  read_setting(settings_of(*this, file, tensor), "tensor lab", name, text);
  wanted_name_ = tensor;
  if (name == "file") {
    load(file);
  }
}

}  // namespace texelscope::app
