#include "app/cli/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/commands/bench_options.h"
#include "app/cli/commands/compare_options.h"
#include "app/cli/commands/compile_options.h"
#include "app/cli/commands/conformance_options.h"
#include "app/cli/commands/copy_options.h"
#include "app/cli/commands/experiment_options.h"
#include "app/cli/commands/explain_options.h"
#include "app/cli/commands/golden_options.h"
#include "app/cli/commands/layout_options.h"
#include "app/cli/commands/lessons_options.h"
#include "app/cli/commands/picture_options.h"
#include "app/cli/commands/sample_options.h"
#include "app/cli/commands/stress_options.h"
#include "app/cli/commands/surface_options.h"
#include "app/cli/commands/sweep_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/help/completion.h"
#include "app/cli/help/program_text.h"
#include "app/cli/help/self_description.h"
#include "app/cli/range_check.h"
#include "app/cli/startup_options.h"
#include "app/files/file_error.h"
#include "app/labs/surface/surface_trial.h"
#include "app/text/nearest_name.h"
#include "app/text/option_text.h"

namespace texelscope::app {
namespace {

constexpr std::string_view command_names[] = {
    "explore", "render",  "picture", "scenes",      "devices",    "doctor", "layout", "copy",
    "sample",  "explain", "surface", "conformance", "experiment", "bench",  "sweep",  "stress",
    "compile", "golden",  "compare", "lessons",     "completion", "manual"};

/// Everything that the command line sets.
struct Arguments {
  RenderOptions render;
  PictureOptions picture;
  CommonOptions doctor;
  BenchOptions bench;
  LayoutOptions layout;
  CopyOptions copy;
  SampleOptions sample;
  ExplainOptions explain;
  SurfaceOptions surface;
  ConformanceOptions conformance;
  SweepOptions sweep;
  StressOptions stress;
  GoldenOptions golden;
  ExperimentOptions experiment;
  CompileOptions compile;
  CompareOptions compare;
  LessonsOptions lessons;
  SelfDescriptionOptions self;
  bool is_json = false;
  CommonOptions explore_common;
  StartupOptions beginning;
  bool starts_fresh = false;
  std::string size;
  double scale = 0;
  std::string frames;
  std::string timing;
  std::string screenshot;
  std::string widgets;
  bool has_no_vsync = false;
};

CLI::App* add_explore(CLI::App& app, Arguments& arguments) {
  CLI::App* const command = app.add_subcommand("explore", "open the window (the same as no subcommand)");
  add_startup_options(*command, arguments.beginning);
  command->add_flag("--fresh", arguments.starts_fresh, "begin anew, without what was open last time");
  command->add_option("--size", arguments.size, "size of the window; without it, as it was last, or 1280x720")
      ->type_name("WxH");
  command->add_option("--scale", arguments.scale, "scale of text and widgets; without it, the display's")
      ->type_name("FACTOR")
      ->check(within(0.5, 8));
  command->add_option("--frames", arguments.frames, "quit after N frames, for measurements")->type_name("N");
  command->add_option("--timing", arguments.timing, "write the times of the frames")->type_name("FILE");
  command->add_option("--screenshot", arguments.screenshot, "write a picture of the window before quitting")
      ->type_name("F.png");
  command->add_option("--widgets", arguments.widgets, "keep a JSON file of where the widgets are, for tests")
      ->type_name("F.json");
  command->add_flag("--no-vsync", arguments.has_no_vsync, "do not wait for the display's refresh");
  add_common_options(*command, arguments.explore_common);
  return command;
}

CLI::App* add_render(CLI::App& app, RenderOptions& options) {
  CLI::App* const command =
      app.add_subcommand("render", "render frames of a scene to PNG files or a video, without a window");
  command->add_option("SCENE", options.scene, "the scene, as `texelscope scenes` lists it")->type_name("")->required();
  command
      ->add_option("--out", options.out,
                   "the PNG file to write; of many frames one with a number, such as frame_%05d.png, or a video")
      ->type_name("FILE")
      ->required();
  command->add_option("--frame", options.frame, "number of the frame, from 0; without it, the scene's most telling one")
      ->type_name("N");
  command->add_option("--frames", options.frames, "many frames, 60 to a second, as PNG files or a video by ffmpeg")
      ->type_name("FIRST:LAST")
      ->excludes("--frame");
  command->add_option("--step", options.step, "only every N-th of these frames")->type_name("N");
  command->add_option("--size", options.size, "size of the frame in pixels; without it, 1280x720")->type_name("WxH");
  command->add_option("--input", options.input, "the picture to work on, for scenes that take one")->type_name("IMAGE");
  add_settings(*command, options.settings);
  command->add_flag("--replay", options.is_replayed, "run each frame as a recorded graph; the bytes are the same");
  add_common_options(*command, options.common);
  command->footer("The same scene, frame, size and settings give the same bytes on every device.");
  return command;
}

void add_layout(CLI::App& app, LayoutOptions& options) {
  CLI::App* const command =
      app.add_subcommand("layout", "where the elements of a tensor lie, and every property of that");
  command->add_option("--shape", options.shape, "extents, such as 5,3,4; \"()\" for rank 0")->type_name("S");
  command->add_option("--strides", options.strides, "strides in elements; without them, C order")->type_name("S");
  command->add_option("--itemsize", options.itemsize, "bytes of an element; without it, 1")->type_name("N");
  command->add_option("--order", options.order, "C, F, or the axes with that of stride 1 last, such as 2,0,1")
      ->type_name("O");
  command->add_option("--op", options.operations, "an operation, such as \"sliced(::-2, 1:)\"; can be given many times")
      ->type_name("NAME(ARGUMENTS)")
      ->allow_extra_args(false);
  command->add_option("--batch", options.batch, "answer each line of a file, a case in JSON; - reads standard input")
      ->type_name("CASES.jsonl");
  command->add_flag("--json", options.is_json, "as JSON");
  command->add_option("--svg", options.svg, "draw indices and memory into a file instead")->type_name("F.svg");
  command->add_option("--png", options.png, "the same as a picture")->type_name("F.png");
  command->footer(
      "Operations: permuted(axes) sliced(slices) reshaped(extents) flattened([start, end] | mask=M) squeezed()\n"
      "unsqueezed(axes) broadcast_to(extents) repacked(itemsize, data_ptr=0, axis=-1, keep_dim=true) "
      "to_dense(C|F|K|axes).");
}

void add_copy(CLI::App& app, CopyOptions& options) {
  CLI::App* const command = app.add_subcommand("copy", "copy an array by a device, through operations on its layout");
  command->add_option("input", options.input, "the array to read")->type_name("IN.npy")->required();
  command->add_option("output", options.output, "the file to write; left out with --plan")->type_name("OUT.npy");
  command->add_option("--op", options.operations, "an operation, such as \"permuted(1,0)\"; can be given many times")
      ->type_name("NAME(ARGUMENTS)")
      ->allow_extra_args(false);
  command->add_option("--order", options.order, "of the result: C, F, K or the axes with that of stride 1 last")
      ->type_name("O");
  command->add_flag("--plan", options.has_plan, "print what a copy would do, and why, instead");
  add_common_options(*command, options.common);
}

ExploreOptions explore_options(const Arguments& arguments) {
  const auto path = [](const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<std::filesystem::path>(text);
  };
  ExploreOptions options = explore_options(arguments.beginning);
  options.starts_fresh = arguments.starts_fresh;
  options.device = arguments.explore_common.device_id();
  options.renderer = arguments.explore_common.renderer_kind();
  if (!arguments.size.empty()) {
    std::tie(options.width, options.height) = size_option(arguments.size);
  }
  options.scale = arguments.scale;
  if (!arguments.frames.empty()) {
    options.frames = number_option("--frames", arguments.frames, 1, 1'000'000'000);
  }
  options.timing = path(arguments.timing);
  options.screenshot = path(arguments.screenshot);
  options.widgets = path(arguments.widgets);
  options.trace = path(arguments.explore_common.trace);
  options.fail = arguments.explore_common.fault();
  options.fail_renderer = arguments.explore_common.renderer_fault();
  options.has_vsync = !arguments.has_no_vsync;
  return options;
}

/// The arguments with "explore" put first where no subcommand is named.
std::vector<std::string> with_subcommand(int argc, const char* const* argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  const bool is_named = !arguments.empty() &&
                        (arguments.front() == surface_trial_command || arguments.front() == complete_words_command ||
                         std::ranges::find(command_names, arguments.front()) != std::end(command_names));
  const bool is_about_the_program = !arguments.empty() && (arguments.front() == "--help" || arguments.front() == "-h" ||
                                                           arguments.front() == "--version");
  if (is_named || is_about_the_program) {
    return arguments;
  }
  if (!arguments.empty() && !arguments.front().starts_with('-') &&
      arguments.front().find_first_of("./") == std::string::npos) {
    // A word alone is a misspelt command rather than a picture, unless there is such a file.
    std::error_code error;
    if (!std::filesystem::exists(arguments.front(), error)) {
      throw UsageError(fmt::format("there is no command or file '{}'; {}", arguments.front(),
                                   advise_names(arguments.front(), command_names, "commands")));
    }
  }
  arguments.insert(arguments.begin(), "explore");
  return arguments;
}

int run_parsed(const CLI::App& app, const Arguments& arguments, const WindowFunctions& window) {
  if (app.got_subcommand("render")) {
    return run_render(arguments.render);
  }
  if (app.got_subcommand("picture")) {
    return run_picture(arguments.picture, window);
  }
  if (app.got_subcommand("scenes")) {
    return run_scenes(arguments.is_json);
  }
  if (app.got_subcommand("devices")) {
    return run_devices(arguments.is_json);
  }
  if (app.got_subcommand("doctor")) {
    return run_doctor(arguments.doctor, arguments.is_json);
  }
  if (app.got_subcommand("layout")) {
    return run_layout(arguments.layout);
  }
  if (app.got_subcommand("copy")) {
    return run_copy(arguments.copy);
  }
  if (app.got_subcommand("sample")) {
    return run_sample(arguments.sample);
  }
  if (app.got_subcommand("explain")) {
    return run_explain(arguments.explain);
  }
  if (app.got_subcommand("surface")) {
    return run_surface(arguments.surface);
  }
  if (app.got_subcommand(std::string{surface_trial_command})) {
    answer_surface_trial(std::cin, std::cout);
    return exit_code::success;
  }
  if (app.got_subcommand("conformance")) {
    return run_conformance_command(arguments.conformance);
  }
  if (app.got_subcommand("sweep")) {
    return run_sweep(arguments.sweep);
  }
  if (app.got_subcommand("stress")) {
    return run_stress(arguments.stress);
  }
  if (app.got_subcommand("golden")) {
    return run_golden(arguments.golden);
  }
  if (app.got_subcommand("experiment")) {
    return run_experiment_command(arguments.experiment);
  }
  if (app.got_subcommand("compile")) {
    return run_compile(arguments.compile);
  }
  if (app.got_subcommand("lessons")) {
    return run_lessons(arguments.lessons, window);
  }
  if (app.got_subcommand("compare")) {
    return run_compare(arguments.compare);
  }
  if (app.got_subcommand("bench")) {
    return run_bench(arguments.bench);
  }
  if (app.got_subcommand("completion")) {
    return run_completion(arguments.self);
  }
  if (app.got_subcommand("manual")) {
    return run_manual(app, arguments.self);
  }
  return window.explore(explore_options(arguments));
}

int parse_and_run(int argc, const char* const* argv, const WindowFunctions& window) {
  Arguments arguments;
  CLI::App app(std::string(program_description()) + "\n", "texelscope");
  app.set_version_flag("--version", version_text, "print the version and what the program was built with");
  app.require_subcommand(1);
  add_explore(app, arguments);
  add_render(app, arguments.render);
  add_picture(app, arguments.picture);
  app.add_subcommand("scenes", "list the scenes with their parameters, ranges and defaults")
      ->add_flag("--json", arguments.is_json, "as JSON");
  app.add_subcommand("devices", "list the devices, or why they cannot be used")
      ->add_flag("--json", arguments.is_json, "as JSON");
  CLI::App* const doctor =
      app.add_subcommand("doctor", "check every link from a device to a picture, and say what to do");
  doctor->add_flag("--json", arguments.is_json, "as JSON");
  add_common_options(*doctor, arguments.doctor);

  add_layout(app, arguments.layout);
  add_copy(app, arguments.copy);
  add_sample(app, arguments.sample);
  add_explain(app, arguments.explain);
  add_surface(app, arguments.surface);
  // No group: help does not list it.
  app.add_subcommand(std::string{surface_trial_command}, "try a stroke for another process of this program")->group("");
  add_conformance(app, arguments.conformance);
  add_sweep(app, arguments.sweep);
  add_stress(app, arguments.stress);
  add_golden(app, arguments.golden);
  add_experiment(app, arguments.experiment);
  add_compile(app, arguments.compile);
  add_compare(app, arguments.compare);
  add_lessons(app, arguments.lessons);
  add_bench(app, arguments.bench);
  add_self_description(app, arguments.self);
  // Last, because commands take over the footer that there is when they are added.
  app.footer(program_footer());

  std::vector<std::string> texts = with_subcommand(argc, argv);
  const std::string command = texts.front();
  if (command == complete_words_command) {
    return run_complete_words(app, std::span(texts).subspan(1), window.labs);
  }
  std::ranges::reverse(texts);  // as CLI11 takes them
  try {
    app.parse(texts);
  } catch (const CLI::Success& success) {
    return app.exit(success, std::cout, std::cerr);
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("{}: {}; see texelscope {} --help", command, error.what(), command));
  }
  return run_parsed(app, arguments, window);
}

}  // namespace

int run(int argc, const char* const* argv, const WindowFunctions& window) noexcept {
  try {
    const int code = parse_and_run(argc, argv, window);
    if (!(std::cout << std::flush)) {
      throw FileError("cannot write to standard output: it is closed or full; give it a reader, or send it to a file");
    }
    return code;
  } catch (const std::bad_alloc&) {
    print_error("out of memory; use a smaller size or a smaller picture");
    return exit_code::unavailable;
  } catch (const std::exception& error) {
    print_error(error.what());
    return exit_code_of(error);
  } catch (...) {
    print_error("something that is no exception of this program was thrown; report this");
    return exit_code::unavailable;
  }
}

}  // namespace texelscope::app
