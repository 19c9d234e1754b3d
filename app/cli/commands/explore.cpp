#include <tuple>

#include "app/cli/window_command.h"
#include "app/images/image_file.h"
#include "app/text/option_text.h"

namespace texelscope::app::explore_command {
namespace {

struct Options {
  CommonOptions common;
  StartupOptions startup;
  bool starts_fresh = false;
  std::string size;
  double scale = 0;
  std::string frames;
  std::string timing;
  std::string screenshot;
  std::string widgets;
  bool has_no_vsync = false;
  std::string listen;
  std::string listen_tev;
};

void declare(CommandOptions& command, Options& options) {
  add_startup_options(command, options.startup);
  command.flag("--fresh", options.starts_fresh, "start without restoring the last session");
  command.option("--size", "WxH", options.size, "window size (default: the last size, or one that fits the display)");
  command.option("--scale", "FACTOR", options.scale, "scale of text and widgets (default: the display's)",
                 {.least = 0.5, .most = 8});
  command.option("--frames", "N", options.frames, "quit after N frames, for measurements");
  command.option("--timing", "FILE", options.timing, "write the frame times", {.path = PathUse::write});
  command.option("--screenshot", "F.png", options.screenshot, "write a screenshot before quitting",
                 {.path = PathUse::write});
  command.option("--widgets", "F.json", options.widgets, "write the widget positions to a JSON file, for tests",
                 {.path = PathUse::write});
  command.option("--listen", "PLACE", options.listen,
                 "where programs find the window to show their arrays: a socket's path, an address and port such as "
                 "127.0.0.1:5000, or off (default: the user's runtime folder)");
  command.option("--listen-tev", "PLACE", options.listen_tev,
                 "also show the images of programs that stream to the image viewer tev: an address and port, "
                 "127.0.0.1:14158 by default in these programs, or a socket's path");
  command.flag("--no-vsync", options.has_no_vsync, "do not wait for vertical sync");
  add_common_options(command, options.common);
}

int run(const Options& options, const CommandContext& context) {
  ExploreOptions explore = explore_options(options.startup);
  explore.starts_fresh = options.starts_fresh;
  explore.device = options.common.device_id();
  explore.renderer = options.common.renderer_kind();
  if (!options.size.empty()) {
    std::tie(explore.width, explore.height) = size_option(options.size);
  }
  explore.scale = options.scale;
  if (!options.frames.empty()) {
    explore.frames = number_option("--frames", options.frames, 1, 1'000'000'000);
  }
  explore.timing = optional_path(options.timing);
  explore.screenshot = optional_path(options.screenshot);
  if (explore.screenshot) {
    require_writable_png(*explore.screenshot);
  }
  explore.widgets = optional_path(options.widgets);
  explore.trace = optional_path(options.common.trace);
  explore.fail = options.common.fault();
  explore.fail_renderer = options.common.renderer_fault();
  explore.has_vsync = !options.has_no_vsync;
  explore.listening = {!options.listen.empty() || is_for_a_user(explore) ? options.listen : "off", options.listen_tev};
  return context.window.explore(explore);
}

const RegisteredSubcommand registered{{.name = "explore",
                                       .text = "open the window (the same as no subcommand)",
                                       .group = CommandGroup::people,
                                       .rank = 10,
                                       .examples = {{"texelscope photo.png", "inspect a picture texel by texel"}},
                                       .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::explore_command
