#include <array>

#include "app/labs/texture/panel/texture_panel.h"
#include "app/labs/texture/texture_code.h"
#include "app/window/panels/part.h"

namespace texelscope::app {

void draw_texture_code(const TextureContext& context) {
  TextureLab& lab = context.lab;
  const Theme& theme = context.theme();
  constexpr std::array languages = {LabChoice{"code.cuda", "CUDA C++"}, LabChoice{"code.cuda_core", "cuda.core"},
                                    LabChoice{"code.cpp", "texelscope"}};
  choice_row(context, languages, lab.code, theme(3));
  const std::string code = texture_code(lab.code, lab.work(), lab.edited);
  ImGui::SameLine(0, theme(8));
  draw_copy_link(context, code);
  begin_part("code", {0, 0}, ImGuiWindowFlags_HorizontalScrollbar);
  text_in(theme.value, color::text, code.empty() ? lab.work().error(lab.edited) : code);
  context.record("code.text");
  ImGui::EndChild();
}

}  // namespace texelscope::app
