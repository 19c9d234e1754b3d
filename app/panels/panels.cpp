#include "app/panels/panel.h"
#include "texelscope/gpu/object_origin.h"

namespace texelscope::app {

void draw_panels(const PanelContext& context) {
  context.state.widgets.clear();
  ImGui::PushFont(context.theme.text);
  draw_menu(context);
  draw_side_panel(context);
  if (const LabDeclaration* lab = current_lab(context.state)) {
    const gpu::ObjectOrigin origin{"lab", lab->name};
    lab->draw_main(context);
    lab->draw_readout(context);
  } else {
    draw_viewport(context);
    draw_readout(context);
  }
  draw_log(context);
  draw_course(context);
  draw_status_bar(context);
  draw_gallery(context);
  draw_help(context);
  draw_open_dialog(context);
  draw_toasts(context);
  ImGui::PopFont();
}

}  // namespace texelscope::app
