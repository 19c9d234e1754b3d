#include <fmt/format.h>

#include <exception>
#include <filesystem>

#include "app/files/file.h"
#include "app/labs/layout/layout_picture.h"
#include "app/labs/layout/panel/lab_panel.h"
#include "app/labs/layout/panel/layout_fields.h"

namespace texelscope::app {
namespace {

std::string chain_text(const LayoutLab& lab) {
  std::string text = "shape " + lab.text.shape;
  for (std::size_t i = 0; i < lab.entries.size(); ++i) {
    if (lab.result().steps[i].layout) {
      text += "  ." + lab.entries[i].text;
    }
  }
  return text;
}

void save(const LayoutContext& context, const char* extension,
          void (*write)(const std::filesystem::path&, const Drawing&)) {
  State& state = context.state();
  const gpu::StridedLayout* layout = context.lab.result().shown();
  if (layout == nullptr) {
    return;
  }
  try {
    const std::filesystem::path path = free_name("layout", extension);
    write(path, layout_picture(*layout, chain_text(context.lab), context.lab.slice));
    state.notices.notify(NoticeKind::information, "Saved " + std::filesystem::absolute(path).string(), state.now);
  } catch (const std::exception& error) {
    state.notices.notify(NoticeKind::error, error.what(), state.now);
  }
}

}  // namespace

void draw_lab_input(const LayoutContext& context) {
  heading(context.theme(), "LAYOUT");
  const LayoutFields fields{context, context.lab.text, context.lab.result()};
  fields.draw_shape();
  fields.draw_strides();
  fields.draw_itemsize();
  fields.draw_order();
}

void draw_lab_export(const LayoutContext& context) {
  heading(context.theme(), "PICTURE");
  ImGui::BeginDisabled(context.lab.result().shown() == nullptr);
  const float width = (ImGui::GetContentRegionAvail().x - context.theme()(6)) / 2;
  if (ImGui::Button("Save SVG", {width, 0})) {
    save(context, ".svg", save_svg);
  }
  context.describe("save_svg", "Writes grid and memory as a drawing into the current folder.");
  ImGui::SameLine(0, context.theme()(6));
  if (ImGui::Button("Save PNG", {width, 0})) {
    save(context, ".png", save_picture_png);
  }
  context.describe("save_png", "Writes grid and memory as a picture into the current folder.");
  ImGui::EndDisabled();
}

}  // namespace texelscope::app
