#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <tuple>

#include "app/cli/commands/picture_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/progress.h"
#include "app/cli/range_check.h"
#include "app/cli/window_painting.h"
#include "app/files/file.h"
#include "app/files/font_file.h"
#include "app/images/generated_files.h"
#include "app/images/image_file.h"
#include "app/text/nearest_name.h"
#include "app/text/option_text.h"
#include "app/window/screenshot_list.h"
#include "app/window/session.h"

namespace texelscope::app {
namespace {

int draw_one(const PictureOptions& options, const WindowFunctions& window) {
  ScreenshotOptions picture{.scale = options.scale, .steps = options.steps};
  std::tie(picture.width, picture.height) = size_option(options.size);
  ExploreOptions begin = explore_options(options.beginning);
  // Not a user's window: no session comes back.
  begin.frames = 1;
  require_writable(options.out);
  with_window_painter(options.common, window, [&](const WindowPainter& painter) {
    State state = painter.make_state();
    window.begin(begin, state);
    if (!options.frame.empty()) {
      picture.frame = number_option("--frame", options.frame, 0, max_picture_frame);
    } else if (begin.session && begin.scene == ExploreOptions{}.scene) {
      picture.frame = state.playback.number;
    }
    save_png(options.out, painter.paint(state, picture).image);
  });
  return exit_code::success;
}

/// Those that are asked for; all where none is.
ScreenshotList chosen_pictures(const PictureOptions& options) {
  ScreenshotList list = load_picture_list(options.list);
  std::vector<std::string_view> names;
  std::ranges::transform(list.pictures, std::back_inserter(names), &ListedScreenshot::name);
  for (const std::string& name : options.only) {
    if (std::ranges::find(names, name) == names.end()) {
      throw UsageError(
          fmt::format("there is no picture '{}' in {}; {}", name, options.list, advise_names(name, names, "pictures")));
    }
  }
  std::erase_if(list.pictures, [&](const ListedScreenshot& picture) {
    return !options.only.empty() && std::ranges::find(options.only, picture.name) == options.only.end();
  });
  return list;
}

/// Where a picture differs from run to run. @throws ParameterError for widgets of which it shows none.
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
      throw ParameterError(fmt::format("picture {} varies in '{}', which it does not show", listed.name, name));
    }
  }
  return parts;
}

/// Letters have other pixels in other fonts. @throws RunError where the list's are not at hand.
void require_fonts(const std::vector<std::string>& fonts) {
  const auto here = font_names();
  for (std::size_t use = 0; use < fonts.size(); ++use) {
    if (here[use] != fonts[use]) {
      throw RunError(fmt::format("the pictures of this list have the font {}, and here is {}: they cannot be compared",
                                 fonts[use], here[use]));
    }
  }
}

void draw_listed(const ListedScreenshot& listed, const WindowPainter& painter, GeneratedFiles& files) {
  try {
    State state = painter.make_state();
    if (!listed.state.empty()) {
      take_session_part(listed.state, state);
    }
    const Screenshot picture = painter.paint(state, listed.options);
    files.add_picture(listed.name + ".png", picture.image, varying_parts(listed, picture));
  } catch (const ParameterError& error) {
    throw ParameterError(fmt::format("picture {}: {}", listed.name, error.what()));
  }
}

int draw_list(const PictureOptions& options, const WindowFunctions& window) {
  const ScreenshotList list = chosen_pictures(options);
  require_fonts(list.fonts);
  GeneratedFiles files(std::filesystem::path(options.list).parent_path(),
                       options.is_check ? GeneratedFiles::Use::check : GeneratedFiles::Use::write);
  with_window_painter(options.common, window, [&](const WindowPainter& painter) {
    Progress progress;
    for (const ListedScreenshot& listed : list.pictures) {
      progress.show(listed.name);
      draw_listed(listed, painter, files);
    }
  });
  return tell_kept_files(files, options.is_check, fmt::format("texelscope picture --list {}", options.list));
}

}  // namespace

void add_picture(CLI::App& app, PictureOptions& options) {
  CLI::App* const command = app.add_subcommand("picture", "draw a picture of the window, without a display");
  CLI::Option* const image = add_startup_options(*command, options.beginning);
  command->add_option("--out", options.out, "the PNG file to write")->type_name("F.png");
  command
      ->add_option("--frame", options.frame,
                   "number of the scene's frame; without it, the session's, or the scene's most telling one")
      ->type_name("N");
  command->add_option("--size", options.size, "size in pixels; without it, 1280x720")->type_name("WxH");
  command->add_option("--scale", options.scale, "scale of text and widgets; without it, 1")
      ->type_name("FACTOR")
      ->check(within(0.5, 8));
  command
      ->add_option("--do", options.steps,
                   "done first, as by mouse and keys: press KEYS, click WIDGET, point WIDGET [X Y], type TEXT; can be "
                   "given many times")
      ->type_name("STEP")
      ->allow_extra_args(false);
  CLI::Option* const list =
      command->add_option("--list", options.list, "draw all pictures of a list, into its folder")->type_name("F.json");
  list->excludes(image);
  // A list says all this of each picture.
  for (const char* const other :
       {"--out", "--session", "--scene", "--lab", "--set", "--frame", "--size", "--scale", "--do"}) {
    list->excludes(other);
  }
  command->add_option("--only", options.only, "these of the list alone")->type_name("NAME")->needs(list);
  command->add_flag("--check", options.is_check, "compare with the files that are there instead of writing them")
      ->needs(list);
  add_common_options(*command, options.common);
  command->footer(
      "The same picture has the same bytes each time, except where the window shows times, addresses or the machine.");
}

int run_picture(const PictureOptions& options, const WindowFunctions& window) {
  if (!options.list.empty()) {
    return draw_list(options, window);
  }
  if (options.out.empty()) {
    throw UsageError("picture: give --out F.png, the file to write, or --list F.json");
  }
  return draw_one(options, window);
}

}  // namespace texelscope::app
