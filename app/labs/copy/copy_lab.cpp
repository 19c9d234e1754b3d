#include "app/labs/copy/copy_lab.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <limits>
#include <string_view>

#include "app/files/abandoned_tasks.h"
#include "app/files/file_error.h"
#include "app/files/path_list.h"
#include "app/labs/copy/copy_cases.h"
#include "app/labs/lab_setting.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

std::string chain_text(const LayoutLab& lab) {
  std::string text;
  for (std::size_t i = 0; i < lab.entries.size(); ++i) {
    if (lab.result().steps[i].layout) {
      text += (text.empty() ? "" : "  ") + lab.entries[i].text;
    }
  }
  return text;
}

CopySideText side_text(const CopyPreset& preset) {
  return {{.shape = fmt::format("{}", fmt::join(preset.shape, ", ")), .itemsize = preset.itemsize}, preset.operations};
}

/// Cases that the bench does not measure but that beginners need.
std::vector<CopyPreset> further_presets() {
  return {
      {"rows of a wider array", 4, {8192, 8192}, "sliced(:, :4096)"},
      {"one row repeated", 4, {1, 8192}, "broadcast_to(8192, 8192)"},
      {"plain copy", 4, {8192, 8192}, ""},
  };
}

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

/// A record as one line: numbers, then text, separated by vertical bars.
std::string record_text(const CopyRecord& record) {
  return fmt::format("{}|{}|{}|{}|{}|{}|{}|{}", record.bytes, record.speeds[0], record.speeds[1], record.speeds[2],
                     record.method, record.device, record.memory, record.description);
}

CopyRecord record_from_text(std::string_view line) {
  std::array<std::string, 7> parts;
  for (std::string& part : parts) {
    const std::size_t end = line.find('|');
    if (end == std::string_view::npos) {
      throw ParameterError(fmt::format("'{}' is not a record of a run; remove the history", line));
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

std::vector<CopyPreset> copy_presets(int size_log2) {
  const std::int64_t max_bytes = std::int64_t{1} << std::clamp(size_log2, smallest_preset_log2, largest_preset_log2);
  std::vector<CopyPreset> presets;
  for (const CopyCase& each : copy_cases({.most = max_bytes})) {
    presets.push_back({fmt::format("{}, {}", each.name, each.type), each.itemsize, each.shape, each.operation});
  }
  for (CopyPreset each : further_presets()) {
    std::int64_t side = 8192;
    while (side * side * each.itemsize > max_bytes) {
      side /= 2;
    }
    for (std::int64_t& extent : each.shape) {
      extent = extent == 8192 ? side : extent;
    }
    if (each.operations.starts_with("sliced")) {
      each.operations = fmt::format("sliced(:, :{})", side / 2);
    } else if (!each.operations.empty()) {
      each.operations = fmt::format("broadcast_to({}, {})", side, side);
    }
    presets.push_back(std::move(each));
  }
  return presets;
}

CopyLab::CopyLab() { choose_preset(0); }

CopyLab::~CopyLab() = default;

std::vector<std::filesystem::path> CopyLab::files_to_read() const {
  const bool has_file = input.content == CopyContent::npy || input.content == CopyContent::image;
  return has_file && !input.file.empty() ? std::vector<std::filesystem::path>{typed_path(input.file)}
                                         : std::vector<std::filesystem::path>{};
}

void CopyLab::wait_for_file() {
  update();
  if (!files_to_read().empty() && !setup_.source.error.empty()) {
    throw FileError(setup_.source.error);
  }
}

bool CopyLab::take_file(const std::filesystem::path& path) {
  const CopyContent content = path.extension() == ".npy" ? CopyContent::npy : CopyContent::image;
  if (input.content == CopyContent::typed) {
    // Operations for a different array rarely fit.
    input.source.operations.clear();
  }
  input.content = content;
  input.file = path.string();
  return true;
}

bool CopyLab::is_busy() const {
  const bool moves = is_motion_shown && playback.is_playing && moves_done() < motion().moves.size();
  return is_running() || moves;
}

std::optional<WorkInProgress> CopyLab::work_in_progress() const {
  return is_running() ? std::optional{WorkInProgress{"Measuring the copy", progress()}} : std::nullopt;
}

bool CopyLab::can_run() const { return setup_.plan.has_value() && !is_running(); }

void CopyLab::run() {
  if (can_run()) {
    is_wanted_ = true;
    choose_tab(CopyTab::speed);
  }
}

void CopyLab::release() {
  end_run();
  is_wanted_ = false;
}

void CopyLab::update() {
  if (worked_out_ == input) {
    return;
  }
  // The first evaluation keeps the step of loaded settings.
  if (worked_out_) {
    playback.position = 0;
  }
  worked_out_ = input;
  setup_ = work_out(input, picture_);
  for (const MotionOrder order : {MotionOrder::plan, MotionOrder::elements}) {
    motions_[static_cast<std::size_t>(order)] =
        setup_.plan ? copy_motion(*setup_.plan, setup_.source.layout->itemsize(), order) : CopyMotion{};
  }
  playback.position = std::min(playback.position, static_cast<double>(motion().moves.size()));
  const std::vector<CopyPreset> presets = copy_presets(preset_log2);
  const auto found = std::ranges::find_if(presets, [&](const CopyPreset& each) {
    return input.content == CopyContent::typed && input.source == side_text(each);
  });
  preset = found == presets.end() ? std::nullopt : std::optional{static_cast<std::size_t>(found - presets.begin())};
}

std::size_t CopyLab::moves_done() const {
  return std::min(static_cast<std::size_t>(std::max(playback.position, 0.0)), motion().moves.size());
}

void CopyLab::play(double seconds) {
  if (playback.is_playing) {
    playback.position =
        std::min(playback.position + seconds * playback.speed, static_cast<double>(motion().moves.size()));
  }
}

void CopyLab::choose_tab(CopyTab chosen) {
  tab = chosen;
  (chosen == CopyTab::motion || chosen == CopyTab::picture ? view : text) = chosen;
}

void CopyLab::choose_preset(std::size_t position) {
  const std::vector<CopyPreset> presets = copy_presets(preset_log2);
  if (position >= presets.size()) {
    return;
  }
  const CopyPreset& chosen = presets[position];
  input.content = CopyContent::typed;
  input.source = side_text(chosen);
  input.order = CopyOrder::c;
  update();
}

void CopyLab::take_source(const LayoutLab& lab) {
  input.content = CopyContent::typed;
  input.source = {lab.text, chain_text(lab)};
}

void CopyLab::take_destination(const LayoutLab& lab) {
  input.order = CopyOrder::typed;
  input.destination = {lab.text, chain_text(lab)};
}

void CopyLab::advance(const std::optional<gpu::Device>& device) {
  try {
    if (is_wanted_ && run_ == nullptr) {
      is_wanted_ = false;
      run_error_.clear();
      if (!setup_.plan) {
        return;
      }
      if (!device) {
        throw gpu::InvalidState("there is no device to run the copy on");
      }
      progress_ = 0;
      run_ = std::make_unique<CopyRun>(*device, input, setup_);
      outcome_ = run_->outcome();
    }
    if (run_ == nullptr || (piece_.valid() && !is_ready(piece_))) {
      return;
    }
    if (piece_.valid()) {
      piece_.get();
      outcome_ = run_->outcome();
      progress_ = run_->progress();
    }
    if (run_->is_done()) {
      keep_record();
      end_run();
    } else if (is_stopping_) {
      end_run();
    } else {
      piece_ = std::async(std::launch::async, [run = run_.get()] { run->step(); });
    }
  } catch (const std::exception& error) {
    end_run();
    run_error_ = error.what();
  }
}

void CopyLab::keep_record() {
  CopyRecord record{
      outcome_->description, outcome_->method, outcome_->device,
      fmt::format("{} to {}", to_string(outcome_->source_memory), to_string(outcome_->destination_memory)),
      outcome_->bytes};
  for (std::size_t racer = 0; racer < copy_racers; ++racer) {
    record.speeds[racer] = outcome_->gigabytes_per_second(static_cast<CopyRacer>(racer));
  }
  records.insert(records.begin(), std::move(record));
  records.resize(std::min(records.size(), max_records));
}

void CopyLab::stop() {
  is_wanted_ = false;
  is_stopping_ = run_ != nullptr;
}

void CopyLab::end_run() {
  if (piece_.valid()) {
    piece_.wait();
    piece_ = {};
  }
  run_.reset();
  is_stopping_ = false;
}

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
