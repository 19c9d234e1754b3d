#include "app/labs/stream/stream_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <iterator>

#include "app/labs/lab_setting.h"
#include "app/text/duration_text.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/named_range.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::app {
namespace {

constexpr std::array<std::string_view, 2> versions = {"wrong", "right"};
constexpr std::array<std::string_view, 2> stream_tabs = {"experiment", "calls"};
/// The maximum number of records in the log; older records are discarded.
constexpr std::size_t max_records = 8192;

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

LabSettings StreamLab::declare_settings() {
  const auto take_experiment = [this](const std::string& name) {
    try {
      experiment = static_cast<std::size_t>(&require_experiment(name) - stream_experiments().data());
    } catch (const gpu::InvalidArgument& error) {
      throw ParameterError(error.what());
    }
  };
  return {"stream lab",
          {{"experiment", text_of(std::string{stream_experiments()[experiment].name}, take_experiment)},
           {"version", choice_of(is_right, versions)},
           {"tab", choice_of(tab, stream_tabs)},
           {"filter", text_of(filter)},
           {"seconds", within(view.seconds, shortest_view_seconds, longest_view_seconds)},
           {"run", choice_of(last_run_.has_value(), no_and_yes, [this](bool runs) { wanted_ = runs; })}}};
}

void StreamLab::release() {
  wanted_ = false;
  last_run_.reset();
}

void StreamLab::choose(std::size_t chosen_experiment, bool chosen_right) {
  experiment = chosen_experiment;
  is_right = chosen_right;
}

void StreamLab::take_records(gpu::StreamProfiler& profiler) {
  // Starts with the first record whose device time may have become known since; old records without a device time never
  // receive one.
  constexpr std::size_t max_unknown = 512;
  const auto recent = records_.end() - static_cast<std::ptrdiff_t>(std::min(records_.size(), max_unknown));
  const auto unknown = std::find_if(recent, records_.end(), [](const gpu::ActivityRecord& record) {
    return record.stream && !record.device && record.status == gpu::Status::success && record.kind != WorkKind::host;
  });
  const std::uint64_t from = unknown != records_.end() ? unknown->number
                             : records_.empty()        ? 0
                                                       : records_.back().number + 1;
  records_.erase(unknown, records_.end());
  for (gpu::ActivityRecord& record : profiler.records_from(from)) {
    if (record.launch) {
      record.launch->kernel = without_namespaces(record.launch->kernel);
    }
    records_.push_back(std::move(record));
  }
  // Numbers must be consecutive: if the log has lost calls, all calls before the gap are discarded as well.
  const auto gap = std::ranges::adjacent_find(records_.rbegin(), records_.rend(),
                                              [](const gpu::ActivityRecord& later, const gpu::ActivityRecord& earlier) {
                                                return later.number != earlier.number + 1;
                                              });
  if (gap != records_.rend()) {
    records_.erase(records_.begin(), gap.base() - 1);
  }
  if (records_.size() > max_records) {
    records_.erase(records_.begin(), records_.end() - static_cast<std::ptrdiff_t>(max_records));
  }
}

void StreamLab::advance(const LabEnvironment& environment) {
  if (!environment.stream_profiler) {
    return;
  }
  if (wanted_) {
    run_wanted(environment);
  }
  if (!is_paused) {
    take_records(*environment.stream_profiler);
    renderer_spans_ = environment.renderer_spans;
    zero = view.end = gpu::CallClock::now();
    // Lanes remain for a while after their last activity.
    constexpr std::chrono::seconds lanes_stay{2};
    laned_ = {zero - lanes_stay, zero};
  }
}

void StreamLab::run_wanted(const LabEnvironment& environment) {
  wanted_ = false;
  if (!environment.device) {
    return;
  }
  gpu::StreamProfiler& profiler = *environment.stream_profiler;
  ExperimentRun run{.experiment = experiment, .is_right = is_right, .result = {}, .error = {}};
  profiler.set_on(true);
  take_records(profiler);
  const auto next_number = [&] {
    take_records(profiler);
    return records_.empty() ? 1 : records_.back().number + 1;
  };
  run_begins_ = next_number();
  const ExperimentSetup setup{*environment.device, environment.gl_images.get(), [&] { run_begins_ = next_number(); }};
  const ExperimentDeclaration& declaration = stream_experiments()[experiment];
  try {
    const gpu::NamedRange range{*environment.device,
                                fmt::format("{}, {}", declaration.title, is_right ? "right" : "wrong")};
    run.result = run_experiment(declaration, setup, is_right);
  } catch (const std::exception& error) {
    run.error = error.what();
  }
  run_ends_ = next_number();
  renderer_spans_ = environment.renderer_spans;
  last_run_ = std::move(run);
  selected = 0;
  is_paused = true;
  scroll_to = run_begins_;
  show_run();
}

void StreamLab::set_paused(bool pauses) {
  is_paused = pauses;
  if (!pauses) {
    measured.reset();
  }
}

void StreamLab::show_run() {
  std::optional<gpu::ActivitySpan> all;
  for (const gpu::ActivityRecord& record : records_) {
    const bool is_of_run = record.number >= run_begins_ && record.number < run_ends_;
    if (run_ends_ != 0 && !is_of_run) {
      continue;
    }
    const gpu::ActivitySpan span{record.host.start,
                                 record.device ? std::max(record.device->end, record.host.end) : record.host.end};
    all = all ? gpu::ActivitySpan{std::min(all->start, span.start), std::max(all->end, span.end)} : span;
  }
  if (all) {
    is_paused = true;
    measured.reset();
    view = view_of(*all);
    laned_ = view.span();
    zero = all->start;
  }
}

Timeline StreamLab::timeline() const { return make_timeline(records_, renderer_spans_, view.span(), laned_); }

std::function<void(std::ostream&)> StreamLab::file_writer() const {
  std::vector<gpu::TraceSpan> spans;
  for (const RendererSpan& span : renderer_spans_) {
    spans.push_back({.lane = "renderer", .name = span.name, .start = span.time.start, .end = span.time.end});
  }
  return [records = records_, spans](std::ostream& out) { gpu::write_chrome_json(records, spans, out); };
}

const gpu::ActivityRecord* StreamLab::find(std::uint64_t number) const {
  if (records_.empty() || number < records_.front().number || number > records_.back().number) {
    return nullptr;
  }
  return &records_[number - records_.front().number];
}

void StreamLab::select(std::uint64_t number, bool from_list) {
  selected = number;
  const gpu::ActivityRecord* const record = find(number);
  if (record == nullptr) {
    return;
  }
  is_paused = true;
  if (!from_list) {
    scroll_to = number;
    return;
  }
  const gpu::ActivitySpan span = record->device.value_or(record->host);
  const gpu::ActivitySpan shown = view.span();
  if (span.start < shown.start || span.end > shown.end) {
    const double seconds = std::max(view.seconds, seconds_of(span.end - span.start) * 1.5);
    view.seconds = std::min(seconds, longest_view_seconds);
    view.end = span.end;
    pan(view, 0.5 - seconds_of(span.end - span.start) / view.seconds / 2);
  }
}

std::vector<std::size_t> StreamLab::listed() const {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const gpu::ActivityRecord& record = records_[i];
    if (filter.empty() || contains(record.name, filter) || contains(record.arguments, filter)) {
      positions.push_back(i);
    }
  }
  return positions;
}

std::string call_text(const gpu::ActivityRecord& record) {
  std::string text = fmt::format("{}({})\n", record.name, record.arguments);
  if (record.launch) {
    const auto extent = [](const kernels::LaunchExtent& size) {
      return fmt::format("{}×{}×{}", size.width, size.height, size.depth);
    };
    text += fmt::format("{}: grid {}, block {}, {} bytes of shared memory\n", record.launch->kernel,
                        extent(record.launch->grid), extent(record.launch->block), record.launch->shared_bytes);
  }
  if (record.stream && !record.stream_name.empty()) {
    text += fmt::format("stream: {}\n", record.stream_name);
  }
  text += fmt::format("host: {} on thread {}", duration_text(seconds_of(record.host.end - record.host.start)),
                      record.thread);
  if (record.device) {
    text += fmt::format("\ndevice: {}, started {} after the call",
                        duration_text(seconds_of(record.device->end - record.device->start)),
                        duration_text(seconds_of(record.device->start - record.host.start)));
  }
  if (record.waits_for != 0) {
    text += fmt::format("\nwaits for the record of call {}", record.waits_for);
  }
  if (record.status != gpu::Status::success) {
    text += fmt::format("\n{} ({})", status_name(record.status), static_cast<int>(record.status));
  }
  return text;
}

}  // namespace texelscope::app
