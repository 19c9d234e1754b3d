#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/cli/exit_code.h"
#include "app/cli/output.h"
#include "app/cli/window_command.h"
#include "app/device/observation.h"
#include "app/files/build_facts.h"
#include "app/files/file_error.h"
#include "app/files/font_file.h"
#include "app/images/edge_processor.h"
#include "app/images/generated_files.h"
#include "app/images/image_file.h"
#include "app/text/option_text.h"
#include "app/window/screenshot_list.h"
#include "app/workspace/session.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app::picture_command {
namespace {

struct Options {
  CommonOptions common;
  StartupOptions startup;
  std::string frame;
  std::string size = "1280x720";
  double scale = 1;
  std::vector<std::string> steps;
  std::string source;
  std::string out;
  std::string list;
  std::vector<std::string> only;
  bool is_check = false;
};

void declare(CommandOptions& command, Options& options) {
  add_startup_options(command, options.startup);
  command.option("--out", "F.png", options.out, "the PNG file to write", {.path = PathUse::write});
  command.option("--frame", "N", options.frame,
                 "frame number of the scene (default: the session's, or the scene's most representative frame)");
  command.option("--size", "WxH", options.size, "size in pixels (default: 1280x720)");
  command.option("--scale", "FACTOR", options.scale, "scale of text and widgets (default: 1)",
                 {.least = 0.5, .most = 8});
  command.option(
      "--source", "NAME", options.source,
      "wait up to 20 s for a running program to show an array of this name, and draw it; only without an open "
      "window, which the program would find instead");
  command.option("--do", "STEP", options.steps,
                 "input before drawing: press KEYS, click WIDGET, point WIDGET [X Y] or type TEXT; repeatable");
  // A list specifies all this per screenshot.
  command.option("--list", "F.json", options.list, "draw all screenshots of a list into the list's folder",
                 {.excludes = {"IMAGE", "--out", "--session", "--course", "--scene", "--lab", "--set", "--frame",
                               "--size", "--scale", "--do", "--source"},
                  .path = PathUse::write_folder});
  command.option("--only", "NAME", options.only, "draw only these screenshots from the list",
                 {.needs = "--list", .is_several = true});
  command.flag("--check", options.is_check, "compare with the existing files instead of writing them",
               {.needs = "--list"});
  add_common_options(command, options.common);
}

/// Device warnings from any thread, which are printed later.
class HeldWarnings {
 public:
  void add(const std::string& text) {
    const std::lock_guard lock{mutex_};
    texts_.push_back(text);
  }
  void print() const {
    const std::lock_guard lock{mutex_};
    std::ranges::for_each(texts_, [](const std::string& text) { print_warning(text); });
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> texts_;
};

WindowFunctions window_with_held_warnings(WindowFunctions window, const std::shared_ptr<HeldWarnings>& warnings) {
  window.open_painter = [open = std::move(window.open_painter), warnings](WindowPainterOptions options) {
    options.device_options = with_warnings_to(
        std::move(options.device_options), [warnings](const gpu::Diagnostic& warning) { warnings->add(warning.text); });
    return open(options);
  };
  return window;
}

int draw_one(const Options& options, const WindowFunctions& window) {
  ScreenshotOptions picture{
      .scale = options.scale, .source = options.source, .steps = options.steps, .is_of_user = true};
  std::tie(picture.width, picture.height) = size_option(options.size);
  ExploreOptions startup = explore_options(options.startup);
  // This is not a user's window, so no session is restored.
  startup.frames = 1;
  require_writable_png(options.out);
  const auto warnings = std::make_shared<HeldWarnings>();
  with_window_painter(options.common, window_with_held_warnings(window, warnings), [&](const WindowPainter& painter) {
    State state = painter.make_state();
    window.start_up(startup, state);
    if (!options.frame.empty()) {
      picture.frame = number_option("--frame", options.frame, 0, max_picture_frame);
    } else if (startup.session && startup.scene == default_scene) {
      picture.frame = state.scenes.playback.number;
    }
    const Screenshot drawn = painter.paint(state, picture);
    // A warning may be the answer to a lesson's question.
    if (!is_question_open(state.course)) {
      warnings->print();
    }
    save_png(options.out, drawn.image);
  });
  return exit_code::success;
}

/// The requested screenshots; all if none is named.
ScreenshotList chosen_pictures(const Options& options) {
  ScreenshotList list = load_picture_list(options.list);
  keep_named(list.pictures, options.only, "picture", " in " + options.list);
  return list;
}

/// The regions that vary from run to run. @throws ParameterError for widgets that the screenshot does not show.
std::vector<Rect> varying_parts(const ListedScreenshot& listed, const Screenshot& picture) {
  std::vector<Rect> parts = picture.varying;
  for (const std::string& name : listed.varies) {
    const std::size_t before = parts.size();
    for (const auto& [widget, rect] : picture.widgets) {
      if (widget == name || (name.ends_with('*') && widget.starts_with(name.substr(0, name.size() - 1)))) {
        parts.push_back(rect);
      }
    }
    if (parts.size() == before) {
      throw ParameterError(fmt::format("screenshot {} lists '{}' as varying, but does not show it", listed.name, name));
    }
  }
  return parts;
}

/// Screenshots depend on the fonts, the processor and the version of ImGui. @throws RunError if any of these differs
/// between the list and this machine.
void require_what_drew(const ScreenshotList& list) {
  const auto fonts = font_names();
  for (std::size_t use = 0; use < list.fonts.size(); ++use) {
    if (fonts[use] != list.fonts[use]) {
      throw RunError(
          fmt::format("the screenshots of this list use font {}, but this machine uses {}, so they "
                      "cannot be compared",
                      list.fonts[use], fonts[use]));
    }
  }
  if (const std::string_view here = build_fact("Dear ImGui"); !list.imgui.empty() && list.imgui != here) {
    throw RunError(
        fmt::format("the screenshots of this list were drawn by Dear ImGui {}, but this program has {}, so they "
                    "cannot be compared",
                    list.imgui, here));
  }
  if (!list.processor.empty() && list.processor != edge_processor()) {
    throw RunError(
        fmt::format("the screenshots of this list were drawn on a different processor ({}; this one: {}), so they "
                    "cannot be compared; to regenerate all of them here, change \"processor\" in the list",
                    list.processor, edge_processor()));
  }
}

/// Adds the list and the screenshot to the text of errors.
void draw_listed(const std::string& list, const ListedScreenshot& listed, const WindowPainter& painter,
                 GeneratedFiles& files) {
  try {
    State state = painter.make_state();
    if (!listed.state.empty()) {
      take_session_part(listed.state, state);
    }
    ScreenshotOptions drawing = listed.options;
    drawing.note_read = [&](const std::filesystem::path& file) {
      print_note(fmt::format("{}: picture {}: reading {}", list, listed.name, file.string()));
    };
    const Screenshot picture = painter.paint(state, drawing);
    files.add_picture(listed.name + ".png", picture.image, varying_parts(listed, picture));
  } catch (const ParameterError& error) {
    throw ParameterError(fmt::format("{}: picture {}: {}", list, listed.name, error.what()));
  } catch (const FileError& error) {
    throw FileError(fmt::format("{}: picture {}: {}", list, listed.name, error.what()));
  }
}

int draw_list(const Options& options, const WindowFunctions& window) {
  const ScreenshotList list = chosen_pictures(options);
  require_what_drew(list);
  GeneratedFiles files(std::filesystem::path(options.list).parent_path(),
                       options.is_check ? GeneratedFiles::Use::check : GeneratedFiles::Use::write);
  with_window_painter(options.common, window, [&](const WindowPainter& painter) {
    Progress progress;
    for (const ListedScreenshot& listed : list.pictures) {
      progress.show(listed.name);
      draw_listed(options.list, listed, painter, files);
    }
  });
  return report_generated_files(files, options.is_check, fmt::format("texelscope picture --list {}", options.list));
}

/// Writes one screenshot of the window, or all screenshots of a list; or compares those of a list with the existing
/// files, and returns 1 if any differs.
int run(const Options& options, const CommandContext& context) {
  if (!options.list.empty()) {
    return draw_list(options, context.window);
  }
  if (options.out.empty()) {
    throw UsageError("picture: no output file; pass --out F.png or --list F.json");
  }
  return draw_one(options, context.window);
}

const RegisteredSubcommand registered{
    {.name = "picture",
     .text = "write a screenshot of the window, without a display",
     .group = CommandGroup::people,
     .rank = 30,
     .footer = "Screenshots are byte-identical from run to run, except where the window shows times, addresses or "
               "the machine.",
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::picture_command
