#pragma once

#include "app/window/explore_options.h"

namespace texelscope::app {

/// Opens the window, and runs until it is closed or options.frames are shown; returns the exit code. Errors while it is
/// open are shown in the window, and the running scene continues. @throws ParameterError for an unknown scene or an
/// invalid setting, FileError for an unusable image, session, timing or screenshot file, render::Unavailable without a
/// display or GL, gpu::Error without the device.
[[nodiscard]] int explore(const ExploreOptions& options);

}  // namespace texelscope::app
