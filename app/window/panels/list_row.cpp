#include "app/window/panels/list_row.h"

#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {

bool draw_list_row(const PanelContext& context, const ListRow& row, float width) {
  const Theme& theme = context.theme;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float height = theme(row.height);
  const bool is_clicked = invisible_button(row.widget.c_str(), {width, height});
  describe_item(context, row.widget, std::string{row.text});

  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 end{corner.x + width, corner.y + height};
  if (row.is_current || ImGui::IsItemHovered()) {
    draw->AddRectFilled(corner, end, packed(row.is_current ? color::accent_wash : color::raised),
                        theme(size::rounding));
  }
  if (row.is_current) {
    draw->AddRectFilled(corner, {corner.x + theme(3), end.y}, packed(color::accent), theme(1));
  }
  const float text_y = corner.y + (height - ImGui::GetFontSize()) / 2;
  const float glyph = text_size(theme.value, "0").x;
  const float room = width - theme(26 + row.inset);
  // A long title is shortened, and its tooltip is whole; in a very narrow row it needs all the space.
  const float whole_key = row.key.empty() ? 0 : glyph * static_cast<float>(row.key.size()) + theme(6);
  const bool has_key = room > theme(100) ||
                       ImGui::CalcTextSize(row.title.data(), row.title.data() + row.title.size()).x + whole_key <= room;
  const float key_width = has_key ? whole_key : 0;
  const std::string title = shortened(std::string{row.title}, room - key_width);
  draw->AddText({corner.x + theme(12 + row.inset), text_y}, packed(row.is_current ? color::text : color::text_dim),
                drawable(title).c_str());
  draw_text(draw, theme.value, {end.x - theme(8) - key_width, corner.y + (height - line_height(theme.value)) / 2},
            packed(color::text_disabled), has_key ? row.key.c_str() : "");
  return is_clicked;
}

void bring_row_into_sight() {
  const float top = ImGui::GetWindowPos().y;
  if (ImGui::GetItemRectMin().y < top || ImGui::GetItemRectMax().y > top + ImGui::GetWindowHeight()) {
    ImGui::SetScrollHereY();
  }
}

}  // namespace texelscope::app
