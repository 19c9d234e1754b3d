#pragma once

#include "app/window/panels/theme.h"

namespace texelscope::app {

/// What a slider changes: a value and its range, of one type of ImGui's.
struct SliderValue {
  ImGuiDataType type;
  void* value;
  const void* minimum;
  const void* maximum;
};

/// Where a slider is marked: 0 is its left end, 1 its right one.
struct SliderMark {
  double position = 0;
  /// Where the bar begins that ends at the position.
  double origin = 0;
};

/// A slider of the next item's width, whose bar lies below the number instead of over it. A double click or Ctrl+click
/// types the value; it stays within its range. `format` is printf's. Says whether the value changed.
bool slider(const Theme& theme, const char* id, const SliderValue& value, const char* format, const SliderMark& mark,
            ImGuiSliderFlags flags = 0);

}  // namespace texelscope::app
