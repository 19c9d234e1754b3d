#include "app/labs/copy/copy_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "app/files/abandoned_tasks.h"
#include "app/labs/copy/copy_cases.h"
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

/// What the bench does not measure, and a beginner asks for.
std::vector<CopyPreset> further_presets() {
  return {
      {"rows of a wider array", 4, {8192, 8192}, "sliced(:, :4096)"},
      {"one row repeated", 4, {1, 8192}, "broadcast_to(8192, 8192)"},
      {"as it lies", 4, {8192, 8192}, ""},
  };
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

bool CopyLab::take_file(const std::filesystem::path& path) {
  const CopyContent content = path.extension() == ".npy" ? CopyContent::npy : CopyContent::image;
  if (input.content == CopyContent::typed) {
    // Operations for another array seldom fit.
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
  // Settings that were read keep their step.
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

}  // namespace texelscope::app
