#pragma once

#include <functional>
#include <string>

#include "app/cli/cli.h"
#include "app/cli/common_options.h"
#include "app/images/generated_files.h"
#include "app/window/screenshot.h"

/// What the commands share that draw pictures of the window.
namespace texelscope::app {

/// Runs `work` with what draws them, watched as the command line asks. @throws render::Unavailable, gpu::Error,
/// RunError for another renderer than GL.
void with_window_painter(const CommonOptions& options, const WindowFunctions& window,
                         const std::function<void(const WindowPainter&)>& work);

/// Says what was written, or is not as it should be and how it is made again; returns the exit code.
[[nodiscard]] int tell_kept_files(const GeneratedFiles& files, bool is_check, const std::string& command);

}  // namespace texelscope::app
