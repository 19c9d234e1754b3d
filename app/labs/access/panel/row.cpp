#include <algorithm>
#include <cmath>

#include "app/labs/access/panel/access_panel.h"

namespace texelscope::app {

bool draw_access_row(const AccessContext& context, const AccessRow& row, std::size_t id) {
  const Theme& theme = context.theme();
  const float width = ImGui::GetContentRegionAvail().x;
  const float line = std::round(theme(size::small_text + 2));
  const float margin = theme(4);
  const bool has_second = !row.second.empty() || !row.note.empty();
  const float height = line * (has_second ? 2 : 1) + margin;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(id));
  const bool is_clicked = invisible_button(row.name.c_str(), {width, height});
  ImGui::PopID();
  context.record(row.name);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (row.is_chosen || ImGui::IsItemHovered()) {
    draw->AddRectFilled(corner, {corner.x + width, corner.y + height},
                        packed(row.is_chosen ? color::accent_wash : color::raised), theme(size::rounding));
  }
  ImFont* const font = theme.small_text;
  float x = corner.x + margin;
  const float top = corner.y + margin / 2;
  if (!row.place.empty()) {
    const std::string place = shortened(font, row.place, width * 0.4F);
    draw_text(draw, font, {x, top}, packed(color::accent), place);
    x += text_size(font, place).x + theme(8);
  }
  draw_text(draw, font, {x, top}, packed(color::text), shortened(font, row.first, corner.x + width - margin - x));
  if (has_second) {
    const float left = corner.x + theme(16);
    const float room = width - theme(20);
    const std::string note = shortened(font, row.note, room);
    const float note_width = note.empty() ? 0 : text_size(font, note).x + theme(8);
    draw_text(draw, font, {left, top + line}, packed(color::text_dim),
              shortened(font, row.second, std::max(room - note_width, 0.0F)));
    draw_text(draw, font, {left + room - note_width + theme(8), top + line}, packed(color::warning), note);
  }
  return is_clicked;
}

}  // namespace texelscope::app
