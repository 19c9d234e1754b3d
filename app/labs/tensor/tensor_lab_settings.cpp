#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/labs/lab_setting.h"
#include "app/labs/tensor/tensor_lab.h"

namespace texelscope::app {
namespace {

constexpr std::array<std::string_view, 2> histogram_names = {"slice", "tensor"};

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

/// One number for each axis, including the displayed ones, separated by spaces.
SettingText index_text(TensorView& view) {
  return {[&view] { return fmt::format("{}", fmt::join(view.index, " ")); },
          [&view](std::string_view name, const std::string& text) {
            std::vector<std::int64_t> index;
            for (std::size_t begin = 0; begin < text.size();) {
              const std::size_t end = std::min(text.find(' ', begin), text.size());
              std::int64_t at = 0;
              take_integer(name, text.substr(begin, end - begin), at);
              if (at < 0 || index.size() > gpu::max_dimensions) {
                throw ParameterError(fmt::format("'{}' is not a valid {}; use up to {} numbers, 0 or greater", text,
                                                 name, gpu::max_dimensions + 1));
              }
              index.push_back(at);
              begin = end + 1;
            }
            view.index = index;
            view.rank = static_cast<int>(index.size());
          }};
}

}  // namespace

LabSettings TensorLab::declare_settings() {
  // Files are read when the lab is drawn, since a session may set multiple values before the final value.
  const auto take_file_name = [this](const std::string& path) {
    file_ = path;
    is_unread_ = !path.empty();
  };
  return {"tensor lab",
          {{"file", text_of(file_, take_file_name)},
           {"tensor", text_of(chosen() != nullptr ? chosen()->name : wanted_name_,
                              [this](const std::string& name) { wanted_name_ = name; })},
           {"rows", axis_of(view.row_axis)},
           {"columns", axis_of(view.column_axis)},
           {"channels", axis_of(view.channel_axis)},
           {"index", index_text(view)},
           {"part", choice_of(view.part, complex_part_names)},
           {"map", choice_of(view.map, color_map_names())},
           {"range", choice_of(view.rule, range_rule_names)},
           {"symmetric", switch_of(view.is_symmetric)},
           {"lowest", real_of(view.typed.lowest)},
           {"highest", real_of(view.typed.highest)},
           {"percentile", within(view.percentile, 0.0, 50.0)},
           {"histogram", choice_of(has_whole_histogram, histogram_names)},
           {"live", switch_of(is_live)},
           {"rate", within(playback.rate, slowest_playback, fastest_playback)},
           {"fits", switch_of(place.is_fit)},
           {"zoom", within(place.zoom, 1e-4, maximum_zoom)},
           {"center", point_of(place.center)}}};
}

}  // namespace texelscope::app
