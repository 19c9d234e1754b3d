#pragma once

#include "app/core/state.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// Opens the Layout lab on shape, strides and itemsize of a layout, without operations. Where there is no such lab,
/// nothing happens.
void open_layout(State& state, const gpu::StridedLayout& layout);

}  // namespace texelscope::app
