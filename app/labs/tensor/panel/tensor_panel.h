#pragma once

#include <imgui.h>

#include "app/labs/tensor/tensor_lab.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

/// The data that the parts of the tensor lab display and change.
struct TensorContext : LabContext<TensorLab> {
  using LabContext::LabContext;

  [[nodiscard]] const gpu::StridedMemoryView& tensor() const { return lab.chosen()->view; }
};

// Drawn in the properties; all but the first need a tensor.
void draw_tensor_choice(const TensorContext& context);
void draw_tensor_slice(const TensorContext& context);
void draw_tensor_colors(const TensorContext& context);
void draw_tensor_numbers(const TensorContext& context);
void draw_tensor_memory(const TensorContext& context);

// Drawn in the viewport; each fills the current child window.
void draw_tensor_picture(const TensorContext& context);
/// The height of draw_tensor_histogram().
[[nodiscard]] float histogram_height(const Theme& theme, float room);
void draw_tensor_histogram(const TensorContext& context, float height);

}  // namespace texelscope::app
