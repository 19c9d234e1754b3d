#pragma once

#include <imgui.h>

#include <algorithm>

#include "app/labs/texture/panel/texture_panel.h"

namespace texelscope::app {

/// Maps values to pixels: `lowest` is the bottom.
struct SignalPlot {
  ImVec2 corner;
  ImVec2 extent;
  double lowest = 0;
  double highest = 1;

  [[nodiscard]] float y_of(double value) const {
    const double part = (value - lowest) / std::max(highest - lowest, 1e-300);
    return corner.y + extent.y * static_cast<float>(1 - std::clamp(part, -2.0, 3.0));
  }
  [[nodiscard]] double value_at(float y) const {
    return lowest + (highest - lowest) * (1 - static_cast<double>((y - corner.y) / std::max(extent.y, 1.0F)));
  }
  [[nodiscard]] float x_of(double part) const { return corner.x + extent.x * static_cast<float>(part); }
};

/// The coordinate that a lesson's question is about, on an axis from `from` to `to`: while the question is open, a
/// handle to drag to the predicted value; afterward, the prediction.
void draw_signal_prediction(const TextureContext& context, const SignalPlot& plot, double from, double to);

}  // namespace texelscope::app
