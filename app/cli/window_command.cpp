#include "app/cli/window_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <iostream>
#include <span>
#include <system_error>
#include <vector>

#include "app/cli/exit_code.h"
#include "app/cli/output.h"
#include "app/cli/reading_options.h"
#include "app/documents/picture_list.h"
#include "app/files/file_kinds.h"
#include "app/images/image_file.h"
#include "app/lessons/course_file.h"
#include "app/scene/scene_input.h"
#include "app/scenes/registry.h"
#include "app/text/escape.h"
#include "app/workspace/open.h"

namespace texelscope::app {

void add_startup_options(CommandOptions& command, StartupOptions& options) {
  command.option(
      "IMAGE", "", options.images,
      fmt::format("the files to open: {}; multiple pictures, or a folder of them, form a list", openable_files_text())
          .c_str(),
      {.path = PathUse::read});
  command.option("--session", "FILE", options.session, "the session file to restore", {.path = PathUse::read});
  command.option("--course", "FILE", options.course, "the course file whose lessons are listed",
                 {.path = PathUse::read});
  command.option("--scene", "SCENE", options.scene, "the scene to start with", {.words = declared_words(scenes())});
  command.option("--lab", "LAB", options.lab, "the lab to open instead of a scene, such as layouts or streams",
                 {.word_source = [](const TypedLine& line) { return words_of(line.labs); }});
  add_reading_options(command, options.ignores_orientation, options.part);
  add_settings(command, options.settings);
}

namespace {

/// Opens the first file, and lists all files if there is more than one; a single course file is opened as a course.
/// @throws FileError for a folder without pictures, UsageError for two courses.
void take_images(const std::vector<std::filesystem::path>& images, ExploreOptions& options) {
  if (images.empty()) {
    return;
  }
  if (images.size() == 1 && is_of_kind(images.front(), course_files) && is_course_file(images.front())) {
    if (options.course) {
      throw UsageError(fmt::format("{} is a course, but --course names {}; pass only one of them",
                                   images.front().string(), options.course->string()));
    }
    options.course = images.front();
    return;
  }
  options.image = images.front();
  std::error_code error;
  if (std::filesystem::is_directory(images.front(), error)) {
    const std::vector<std::filesystem::path> pictures = pictures_in(images.front());
    if (pictures.empty()) {
      throw FileError(fmt::format("folder {} contains no pictures ({}, npy); specify another folder or a file",
                                  images.front().string(), fmt::join(image_endings(), ", ")));
    }
    options.image = pictures.front();
    options.listed_files = images;
  } else if (images.size() > 1) {
    options.listed_files = images;
  }
}

}  // namespace

std::optional<std::filesystem::path> optional_path(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::filesystem::path>(text);
}

ExploreOptions explore_options(const StartupOptions& options) {
  ExploreOptions begin;
  begin.course = optional_path(options.course);
  take_images({options.images.begin(), options.images.end()}, begin);
  begin.session = optional_path(options.session);
  begin.scene = options.scene;
  begin.lab = options.lab;
  if (!begin.image || !is_scene_tensor(*begin.image)) {
    require_part(options.part, begin.image ? std::span(&*begin.image, 1) : std::span<const std::filesystem::path>{});
  }
  begin.reading = reading_option(options.ignores_orientation, options.part);
  if (!options.part.empty() && begin.image && is_scene_tensor(*begin.image)) {
    // Only the shape of the array tells its parts.
    static_cast<void>(load_scene_input(*begin.image, begin.reading));
  }
  begin.settings = settings_option(options.settings);
  return begin;
}

void with_window_painter(const CommonOptions& options, const WindowFunctions& window,
                         const std::function<void(const WindowPainter&)>& work) {
  options.require_gl();
  const std::optional<gpu::DeviceId> device = options.device_id();
  ObservedRun observed(options, true);
  try {
    work(*window.open_painter({.device = device,
                               .device_options = observed.observation().device_options(),
                               .live_objects = observed.observation().live_objects(),
                               .note = print_note}));
  } catch (...) {
    observed.fail();
  }
  observed.finish();
}

int report_generated_files(const GeneratedFiles& files, bool is_check, const std::string& command) {
  for (const std::string& change : files.changes()) {
    std::cout << message_line(change) << '\n';
  }
  if (!is_check || files.changes().empty()) {
    std::cout << (is_check ? "all files are up to date\n" : fmt::format("{} files written\n", files.changes().size()));
    return exit_code::success;
  }
  std::cout << fmt::format("{} files are out of date; to regenerate them, run: {}\n", files.changes().size(), command);
  return exit_code::check_failed;
}

}  // namespace texelscope::app
