#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>

#include "app/cli/access_options.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/output.h"
#include "app/cli/reading_options.h"
#include "app/images/frame_recorder.h"
#include "app/interop/frame_runner.h"
#include "app/interop/offscreen_renderer.h"
#include "app/scene/scene_input.h"
#include "app/scenes/registry.h"
#include "app/text/option_text.h"
#include "texelscope/inspect.h"

namespace texelscope::app::render_command {
namespace {

struct Options {
  CommonOptions common;
  std::string scene;
  std::string out;
  /// Empty: the scene's default frame.
  std::string frame;
  /// "FIRST:LAST" and the step; empty for one frame.
  std::string frames;
  std::string step;
  std::string size = "1280x720";
  std::string input;
  bool ignores_orientation = false;
  std::string part;
  std::vector<std::string> settings;
  /// Whether frames run as recorded graphs.
  bool is_replayed = false;
  /// Whether frames are shown in the window that listens.
  bool is_shown = false;
  AccessOptions accesses;
};

void declare(CommandOptions& command, Options& options) {
  command.option("SCENE", "", options.scene, "the scene; `texelscope scenes` lists all",
                 {.is_required = true, .words = declared_words(scenes())});
  command.option("--out", "FILE", options.out,
                 "the PNG file to write; for multiple frames, a numbered name, such as frame_%05d.png, or a video",
                 {.path = PathUse::write});
  command.flag("--show", options.is_shown,
               "show each frame in the open window, under SOURCES, while it is rendered; --out may be omitted");
  command.option("--frame", "N", options.frame,
                 "frame number, from 0 (default: the scene's most representative frame)");
  command.option("--frames", "FIRST:LAST", options.frames,
                 "a range of frames, at 60 per second, as PNG files or a video by ffmpeg", {.excludes = {"--frame"}});
  command.option("--step", "N", options.step, "render only every N-th of these frames");
  command.option("--size", "WxH", options.size, "frame size in pixels (default: 1280x720)");
  command.option("--input", "IMAGE", options.input, "the input picture, for scenes that take one",
                 {.path = PathUse::read});
  add_reading_options(command, options.ignores_orientation, options.part);
  add_settings(command, options.settings);
  command.flag("--replay", options.is_replayed, "run each frame as a recorded graph, with identical output");
  add_access_options(command, options.accesses);
  add_common_options(command, options.common);
}

/// The work to do, validated as far as possible without a device.
struct Job {
  const SceneDeclaration& scene;
  ParameterValues values;
  std::uint64_t first;
  std::uint64_t last;
  std::uint64_t step;
  int width;
  int height;
  std::shared_ptr<const Image> image;
};

constexpr std::uint64_t max_frames = 1'000'000;
/// The time in which a window answers.
constexpr int milliseconds_to_answer = 500;

/// Parses "A:B": the first and the last frame.
std::pair<std::uint64_t, std::uint64_t> range_option(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    throw UsageError(
        fmt::format("--frames cannot be '{}': use FIRST:LAST, such as 0:119, or --frame for a single frame", text));
  }
  const std::uint64_t first = number_option("the first of --frames", text.substr(0, colon), 0, max_frames);
  const std::uint64_t last = number_option("the last of --frames", text.substr(colon + 1), 0, max_frames);
  if (last < first) {
    throw UsageError(
        fmt::format("--frames cannot be '{0}': the last frame is before the first; use {2}:{1}", text, first, last));
  }
  return {first, last};
}

Job check_job(const Options& options) {
  const SceneDeclaration& scene = require_scene(options.scene);
  Job job{scene, ParameterValues(scene.parameters()), scene.default_frame, scene.default_frame, 1, 0, 0, nullptr};
  for (const auto& [name, text] : settings_option(options.settings)) {
    job.values.set_from_text(name, text);
  }
  if (!options.frame.empty()) {
    job.first = job.last = number_option("--frame", options.frame, 0, max_frames);
  }
  if (!options.frames.empty()) {
    std::tie(job.first, job.last) = range_option(options.frames);
  }
  if (!options.step.empty()) {
    if (options.frames.empty()) {
      throw UsageError("--step needs --frames FIRST:LAST; pass both, or omit --step");
    }
    job.step = number_option("--step", options.step, 1, max_frames);
  }
  std::tie(job.width, job.height) = size_option(options.size);
  const std::filesystem::path input = options.input;
  // The scene's input has the parts of an array.
  if (!is_scene_tensor(input)) {
    require_part(options.part, std::span(&input, input.empty() ? 0 : 1));
  }
  if (!options.input.empty()) {
    job.image = require_input(scene, options.input, [&] {
      return load_scene_input(options.input, reading_option(options.ignores_orientation, options.part));
    });
    print_image_note(options.input, job.image->note);
  }
  return job;
}

/// Shows a frame in the window that listens, if its budget allows.
void show_frame(const std::string& name, const Image& frame) {
  static_cast<void>(inspect::show_bytes(name.c_str(), frame.pixels.data(), std::string(to_string(frame.type)).c_str(),
                                        {frame.height, frame.width, frame.channels}, {}));
}

/// Runs the frames on the requested device and renderer, and records the selected ones.
void render_frames(const Options& options, const CommonOptions& common, const Job& job,
                   const gpu::DeviceOptions& device_options, FrameRecorder* recorder, AccessRun& accesses) {
  const DeviceOffscreenRenderer offscreen = open_renderer(common, device_options);
  FrameRunner runner(offscreen.images, options.is_replayed ? FrameReplay::reuse : FrameReplay::none);
  runner.start(job.scene, job.width, job.height, job.image);
  Progress progress;
  std::uint64_t wanted = job.first;
  for (std::uint64_t frame = job.scene.has_history ? 0 : job.first; frame <= job.last; ++frame) {
    const bool is_wanted = frame == wanted;
    if (is_wanted || job.scene.has_history) {
      accesses.begin_frame(is_wanted);
      if (is_wanted) {
        runner.run_to(frame, job.values, {});
      } else {
        runner.pass_to(frame, job.values, {});
      }
      accesses.name_frame(runner.last_surface());
      progress.show(
          fmt::format("frame {} of {} ({} %)", frame, job.last, frame * 100 / std::max<std::uint64_t>(job.last, 1)));
    }
    if (is_wanted) {
      const Image image = runner.read_frame();
      if (options.is_shown) {
        show_frame(options.scene, image);
      }
      if (recorder != nullptr) {
        recorder->add(frame, image);
      }
      wanted += job.step;
    }
  }
}

int run(const Options& options) {
  static_cast<void>(options.common.renderer_kind());
  const Job job = check_job(options);
  const std::uint64_t count = (job.last - job.first) / job.step + 1;
  std::optional<FrameRecorder> recorder;
  if (!options.out.empty()) {
    recorder.emplace(options.out, job.width, job.height, count, job.step);
  } else if (!options.is_shown) {
    throw UsageError("--out is missing: name the file to write, or pass --show to only show the frames");
  }
  if (options.is_shown && !inspect::wait_for_window(milliseconds_to_answer)) {
    print_note("no window listens; start texelscope first to see the frames");
  }
  AccessRun accesses(options.accesses);
  CommonOptions common = options.common;
  if (accesses.is_recording()) {
    accesses.require_cpu(common);
  }
  ObservedRun observed(common);
  try {
    render_frames(options, common, job, accesses.observe(observed.observation().device_options()),
                  recorder ? &*recorder : nullptr, accesses);
  } catch (...) {
    // A trap explains itself by its hazard.
    accesses.print_hazards();
    observed.fail();
  }
  observed.finish();
  if (recorder) {
    recorder->finish();
  }
  return accesses.finish();
}

const RegisteredSubcommand registered{
    {.name = "render",
     .text = "render frames of a scene to PNG files or a video, without a window",
     .group = CommandGroup::people,
     .rank = 20,
     .footer = "The same scene, frame, size and settings produce the same bytes on every device.",
     .examples = {{"texelscope render plasma --frame 120 --out plasma.png",
                   "render one frame to a file, without a "
                   "window"},
                  {"texelscope render plasma --frames 0:239 --out plasma.mp4", "render four seconds of video"},
                  {"texelscope render reaction_diffusion --frames 0:9999 --show", "watch frames in the open window"},
                  {"texelscope render image --input photo.png --set rotation=30 --set filter=point --out turned.png",
                   "rotate a picture, without filtering"}},
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::render_command
