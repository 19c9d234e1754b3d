#pragma once

#include <filesystem>

#include "app/window/state.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// Opens the Layout lab on shape, strides and itemsize of a layout, without operations. Where there is no such lab,
/// nothing happens.
void open_layout(State& state, const gpu::StridedLayout& layout);

/// Opens the Tensor lab on a file of tensors; whether there is such a lab, and the file is one.
bool open_tensors(State& state, const std::filesystem::path& path);

}  // namespace texelscope::app
