#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "app/labs/copy/copy_lab.h"
#include "app/labs/lab_setting.h"

namespace texelscope::app {
namespace {

constexpr std::array<std::string_view, 3> contents = {"typed", "npy", "image"};
constexpr std::array<std::string_view, 4> order_names = {"C", "F", "K", "typed"};
constexpr std::array<std::string_view, 4> copy_tabs = {"motion", "picture", "plan", "speed"};
constexpr std::array<std::string_view, 2> motion_orders = {"plan", "elements"};

void append_side(std::vector<LabSetting>& all, const std::string& side, CopySideText& text) {
  all.push_back({side + "_shape", text_of(text.array.shape)});
  all.push_back({side + "_strides", text_of(text.array.strides)});
  all.push_back({side + "_unit", choice_of(text.array.unit, layout_unit_names)});
  all.push_back({side + "_itemsize", integer_of(text.array.itemsize)});
  all.push_back({side + "_order", text_of(text.array.order)});
  all.push_back({side + "_operations", text_of(text.operations)});
}

/// A record as a line: figures, then words, between bars.
std::string record_text(const CopyRecord& record) {
  return fmt::format("{}|{}|{}|{}|{}|{}|{}|{}", record.bytes, record.speeds[0], record.speeds[1], record.speeds[2],
                     record.method, record.device, record.memory, record.description);
}

CopyRecord record_from_text(std::string_view line) {
  std::array<std::string, 7> parts;
  for (std::string& part : parts) {
    const std::size_t end = line.find('|');
    if (end == std::string_view::npos) {
      throw ParameterError(fmt::format("'{}' is no former run; leave the history out", line));
    }
    part = line.substr(0, end);
    line.remove_prefix(end + 1);
  }
  CopyRecord record;
  take_integer("history", parts[0], record.bytes);
  for (std::size_t racer = 0; racer < copy_racers; ++racer) {
    const double speed = std::strtod(parts[racer + 1].c_str(), nullptr);
    record.speeds[racer] = std::isfinite(speed) ? std::max(speed, 0.0) : 0;
  }
  record.method = parts[4];
  record.device = parts[5];
  record.memory = parts[6];
  record.description = line;
  return record;
}

}  // namespace

LabSettings CopyLab::declare_settings() {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const auto choose = [this](CopyTab chosen) { choose_tab(chosen); };
  std::vector<LabSetting> all{{"content", choice_of(input.content, contents)}, {"file", text_of(input.file)}};
  append_side(all, "source", input.source);
  all.push_back({"source_memory", choice_of(input.source_memory, copy_memory_names)});
  all.push_back({"order", choice_of(input.order, order_names)});
  append_side(all, "destination", input.destination);
  const std::vector<LabSetting> others{
      {"destination_memory", choice_of(input.destination_memory, copy_memory_names)},
      {"size_log2", integer_of(preset_log2, smallest_preset_log2, largest_preset_log2)},
      {"view", choice_of(CopyTab{view}, copy_tabs, choose)},
      {"text", choice_of(CopyTab{text}, copy_tabs, choose)},
      {"tab", choice_of(CopyTab{tab}, copy_tabs, choose)},
      {"motion", choice_of(playback.order, motion_orders)},
      {"is_playing", switch_of(playback.is_playing)},
      {"step", integer_of(static_cast<std::int64_t>(moves_done()), 0, most,
                          [this](std::int64_t step) { playback.position = static_cast<double>(step); })},
      {"steps_per_second", integer_of(std::lround(playback.speed), 1, 120,
                                      [this](long speed) { playback.speed = static_cast<double>(speed); })},
      {"history", lines_of(records, max_records, record_text, record_from_text)}};
  all.insert(all.end(), others.begin(), others.end());
  return {"copy lab", std::move(all)};
}

}  // namespace texelscope::app
