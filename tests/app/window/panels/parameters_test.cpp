#include <imgui.h>

#include <string>

#include "app/gui/drawn_text.h"
#include "app/text/parameter.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

/// The parameters panel with declarations of the test's own.
class ParametersPanel : public PanelTest {
 protected:
  void declare(std::vector<Parameter> parameters) {
    current_settings(state).values = ParameterValues{std::move(parameters)};
    draw();
    draw();
  }
  /// Drags a widget by this many pixels, one pixel a frame.
  void drag(const std::string& widget, int pixels) {
    move_to(widget);
    hold(0, true);
    for (int i = 0; i < pixels; ++i) {
      ImGui::GetIO().MousePos.x += 1;
      draw();
    }
    hold(0, false);
  }
};

TEST_F(ParametersPanel, DragANumberWithoutEndsInStepsOfItsSize) {
  for (const double from : {0.01, 1.0, 4000.0}) {
    declare({real_parameter("white", from, {-1e38, 1e38, false, "", 0.001}, "The value that is white.")});
    drag("parameter.white", 35);
    const double to = current_settings(state).values.real("white");
    EXPECT_GT(to, from) << from;
    EXPECT_LT(to, 1.5 * from) << from;
  }
}

TEST_F(ParametersPanel, PutALabelThatDoesNotFitAboveItsWidget) {
  const auto label = [&](const std::string& text) {
    for (const DrawnText& line : drawn_text(*ImGui::GetDrawData())) {
      if (line.text == text) {
        return line.place;
      }
    }
    ADD_FAILURE() << "'" << text << "' is not drawn whole";
    return Rect{};
  };
  declare({real_parameter("sensor_distance_of_the_whole_camera", 1, {0, 2, false, ""}, "Text."),
           real_parameter("gain", 1, {0, 2, false, ""}, "Text.")});
  const Rect long_label = label("Sensor distance of the whole camera");
  const Rect widget = rect_of("parameter.sensor_distance_of_the_whole_camera");
  EXPECT_LE(long_label.bottom(), widget.y + 1);
  EXPECT_LE(long_label.right(), regions.properties().right());
  EXPECT_LE(label("Gain").right(), rect_of("parameter.gain").x) << "beside it, where there is room";
}

}  // namespace
}  // namespace texelscope::tests
