#include "app/window/panels/panel_frame.h"

namespace texelscope::app {

void draw_side_panel(const PanelContext& context) {
  if (!begin_panel(context, &PanelArrangement::side)) {
    return;
  }
  draw_scene_list(context);
  draw_lab_list(context);
  if (const LabDeclaration* lab = current_lab(context.state)) {
    lab->draw_side(context);
  } else {
    draw_scene_text(context);
    draw_frame_section(context);
    draw_parameters(context);
  }
  end_panel();
}

}  // namespace texelscope::app
