#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/cli.h"
#include "app/cli/common_options.h"
#include "app/images/generated_files.h"

/// Shared by the commands that open the window or draw screenshots of it.
namespace texelscope::app {

/// The startup options of a window, as specified; empty if absent.
struct StartupOptions {
  std::vector<std::string> images;
  std::string session;
  std::string course;
  std::string scene{default_scene};
  std::string lab;
  bool ignores_orientation = false;
  std::string part;
  std::vector<std::string> settings;
};

void add_startup_options(CommandOptions& command, StartupOptions& options);

/// @throws UsageError for a setting without '='.
[[nodiscard]] ExploreOptions explore_options(const StartupOptions& options);

/// A path; none for an empty text.
[[nodiscard]] std::optional<std::filesystem::path> optional_path(const std::string& text);

/// Runs `work` with a painter, observed as the command line requests. @throws render::Unavailable, gpu::Error, RunError
/// for renderers other than GL.
void with_window_painter(const CommonOptions& options, const WindowFunctions& window,
                         const std::function<void(const WindowPainter&)>& work);

/// Prints the files that were written, or that are out of date and how to regenerate them; returns the exit code.
[[nodiscard]] int report_generated_files(const GeneratedFiles& files, bool is_check, const std::string& command);

}  // namespace texelscope::app
