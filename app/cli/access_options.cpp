#include "app/cli/access_options.h"

#include <fmt/format.h>

#include <iostream>
#include <limits>
#include <utility>

#include "app/accesses/access_file.h"
#include "app/accesses/recorded_scenes.h"
#include "app/cli/exit_code.h"
#include "app/cli/output.h"
#include "app/files/file.h"
#include "app/text/option_text.h"

namespace texelscope::app {
namespace {

constexpr std::uint64_t max_index = std::numeric_limits<std::int32_t>::max();

/// Parses "X,Y,WxH".
void set_region(gpu::AccessRecorderOptions& options, const std::string& text) {
  const std::size_t comma = text.find(',');
  const std::size_t second = comma == std::string::npos ? comma : text.find(',', comma + 1);
  const std::size_t cross = second == std::string::npos ? second : text.find('x', second + 1);
  if (cross == std::string::npos) {
    throw UsageError(fmt::format("--record-region cannot be '{}': use X,Y,WxH, such as 100,50,16x16", text));
  }
  const auto number = [&](const char* name, std::size_t first, std::size_t end, std::uint64_t least) {
    return static_cast<std::int32_t>(number_option(fmt::format("the {} of --record-region", name),
                                                   text.substr(first, end - first), least, max_index / 2));
  };
  options.first.x = number("x", 0, comma, 0);
  options.first.y = number("y", comma + 1, second, 0);
  options.end.x = options.first.x + number("width", second + 1, cross, 1);
  options.end.y = options.first.y + number("height", cross + 1, text.size(), 1);
}

}  // namespace

void add_access_options(CommandOptions& command, AccessOptions& options) {
  command.option("--record-accesses", "FILE", options.file,
                 "record each access of the frame's kernels on the CPU device, for `texelscope accesses`",
                 {.path = PathUse::write});
  command.option("--record-region", "X,Y,WxH", options.region, "record only the threads with these indices");
  command.option("--record-every", "N", options.every, "record only every N-th thread");
  command.option("--record-most", "N", options.most,
                 "keep at most this many accesses, of 104 bytes (default: 1048576)");
  command.flag("--check-hazards", options.checks_hazards,
               "check the accesses of all frames for races and other mistakes; exit code 1 if there are any");
}

AccessRun::AccessRun(const AccessOptions& options) : options_{options} {
  if (options.file.empty() && !(options.region.empty() && options.every.empty() && options.most.empty())) {
    throw UsageError(
        "--record-region, --record-every and --record-most need --record-accesses FILE; pass it, or omit them");
  }
  if (options.file.empty() && !options.checks_hazards) {
    return;
  }
  gpu::AccessRecorderOptions recorder;
  recorder.max_accesses = options.file.empty() ? 0 : recorder.max_accesses;
  if (!options.file.empty()) {
    require_writable(options.file);
  }
  if (!options.region.empty()) {
    set_region(recorder, options.region);
  }
  if (!options.every.empty()) {
    recorder.every = static_cast<std::uint32_t>(number_option("--record-every", options.every, 1, max_index));
  }
  if (!options.most.empty()) {
    recorder.max_accesses = number_option("--record-most", options.most, 1, 20'000'000);
  }
  recorder.modules = {recorded_scenes()};
  capture_.emplace(AccessCaptureOptions{.recorder = std::move(recorder),
                                        .has_maps = !options.file.empty(),
                                        .checks_hazards = options.checks_hazards,
                                        .checks_all_frames = true});
}

void AccessRun::require_cpu(CommonOptions& options) {
  if (options.device.empty()) {
    options.device = "cpu";
  } else if (options.device != "cpu") {
    throw UsageError(
        fmt::format("--device {} cannot record accesses; use --device cpu, or omit --device", options.device));
  }
}

gpu::DeviceOptions AccessRun::observe(gpu::DeviceOptions options) const {
  return capture_ ? capture_->device_options(std::move(options)) : options;
}

void AccessRun::begin_frame(bool is_wanted) {
  if (capture_) {
    capture_->begin_frame(is_wanted);
  }
}

void AccessRun::name_frame(gpu::SurfaceHandle surface) {
  if (capture_) {
    capture_->name(gpu::AccessObject::Kind::surface, surface.value, "frame");
  }
}

void AccessRun::print_hazards() {
  if (options_.checks_hazards && !is_printed_) {
    print_hazards(capture_->result());
  }
}

void AccessRun::print_hazards(const RecordedAccesses& recorded) {
  if (!recorded.hazards || std::exchange(is_printed_, true)) {
    return;
  }
  const gpu::AccessRecording& recording = recorded.recording;
  for (const Hazard& hazard : *recorded.hazards) {
    std::cout << hazard_text(hazard, recording) << "\n";
    has_hazards_ = true;
  }
  std::uint64_t unknown = 0;
  for (const gpu::AccessLaunch& launch : recording.launches) {
    unknown += launch.is_recordable ? 0 : 1;
  }
  std::cout << fmt::format("{} launches checked, {} without recorded kernels: {}\n",
                           recording.launches.size() - unknown, unknown, has_hazards_ ? "hazards found" : "no hazards");
}

int AccessRun::finish() {
  if (!options_.file.empty()) {
    const RecordedAccesses recorded = capture_->result();
    write_accesses(options_.file, recorded);
    print_hazards(recorded);
  }
  print_hazards();
  return has_hazards_ ? exit_code::check_failed : exit_code::success;
}

}  // namespace texelscope::app
