#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/interop/frame_runner.h"

namespace texelscope::app {

/// Runs a started scene up to a frame and reads the frame back.
[[nodiscard]] std::vector<std::byte> frame_bytes(FrameRunner& runner, std::uint64_t number,
                                                 const ParameterValues& values);
/// With every parameter at its initial value.
[[nodiscard]] std::vector<std::byte> frame_bytes(FrameRunner& runner, std::uint64_t number);

}  // namespace texelscope::app
