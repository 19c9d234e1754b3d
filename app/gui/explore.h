#pragma once

#include "app/window/explore_options.h"

namespace texelscope::app {

/// Opens the window, and runs until it is closed or options.frames are shown; returns the exit code. What goes wrong
/// while it is open is said in the window, and the scene that runs goes on.
/// @throws ParameterError for an unknown scene or a wrong setting, FileError for an image, session, timing or
/// screenshot file that cannot be used, render::Unavailable without a display or GL, gpu::Error without the device.
[[nodiscard]] int explore(const ExploreOptions& options);

}  // namespace texelscope::app
