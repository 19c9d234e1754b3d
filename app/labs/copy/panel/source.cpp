#include <fmt/format.h>

#include <array>

#include "app/labs/copy/panel/copy_panel.h"
#include "app/labs/layout/panel/layout_fields.h"
#include "app/window/panels/slider.h"

namespace texelscope::app {
namespace {

constexpr std::array contents = {
    LabChoice{"content.typed", "Typed", "An array of a typed shape; a run fills it with a photo."},
    LabChoice{"content.npy", ".npy", "The array of a file that numpy.save wrote."},
    LabChoice{"content.image", "Image", "The pixels of a picture, as height, width, channels."},
};

void draw_file(const CopyContext& context) {
  CopyInput& input = context.lab.input;
  const CopySide& side = context.lab.setup().source;
  const bool is_image = input.content == CopyContent::image;
  const bool is_wrong = !side.chain.input && !input.file.empty();
  field_label(context, "File", "Its path; ~ is the home folder.");
  text_field(context, "file", input.file, is_image ? "picture.png" : "array.npy", is_wrong);
  if (!side.chain.input) {
    if (is_wrong) {
      error_text(context, "file", side.error);
    } else {
      wrapped_text_in(context.theme().small_text, color::text_dim, fmt::format("To begin, {}.", side.error));
    }
  }
  if (is_image) {
    draw_opened_picture(context, input.file);
  }
}

}  // namespace

void draw_copy_presets(const CopyContext& context) {
  CopyLab& lab = context.lab;
  const Theme& theme = context.theme();
  const std::vector<CopyPreset> presets = copy_presets(lab.preset_log2);
  heading(theme, "COPY");
  ImGui::SetNextItemWidth(-1);
  const bool is_open = ImGui::BeginCombo("##preset", lab.preset ? presets[*lab.preset].name.c_str() : "as typed below",
                                         ImGuiComboFlags_HeightLarge);
  context.record("preset");
  if (is_open) {
    for (std::size_t i = 0; i < presets.size(); ++i) {
      if (ImGui::Selectable(presets[i].name.c_str(), lab.preset == i)) {
        lab.choose_preset(i);
      }
      context.record(fmt::format("preset.{}", i));
    }
    ImGui::EndCombo();
  } else {
    tooltip(theme, "Copies to begin with, those of `texelscope bench copies` first.");
  }
  field_label(context, "Size", "The most bytes that an array of these copies has.");
  ImGui::SetNextItemWidth(-1);
  int size = lab.preset_log2;
  constexpr int smallest = smallest_preset_log2;
  constexpr int largest = largest_preset_log2;
  ImGui::PushFont(theme.value);
  const std::string shown = bytes_text(std::int64_t{1} << size);
  const bool is_changed =
      slider(theme, "##size", {ImGuiDataType_S32, &size, &smallest, &largest}, shown.c_str(),
             {static_cast<double>(size - smallest) / (largest - smallest), 0}, ImGuiSliderFlags_NoInput);
  ImGui::PopFont();
  context.record("size");
  if (is_changed && size != lab.preset_log2) {
    const auto chosen = lab.preset;
    const CopyOrder order = lab.input.order;
    lab.preset_log2 = size;
    if (chosen) {
      lab.choose_preset(*chosen);
      lab.input.order = order == CopyOrder::typed ? CopyOrder::c : order;
    }
  }
}

void draw_copy_source(const CopyContext& context) {
  CopyLab& lab = context.lab;
  CopyInput& input = lab.input;
  const CopySide& side = lab.setup().source;
  if (const LayoutLab* layouts = draw_side_heading(context, "SOURCE", "source.take")) {
    lab.take_source(*layouts);
  }
  choice_row(context, contents, input.content, context.theme()(3), true);
  if (input.content == CopyContent::typed) {
    const LayoutFields fields{context, input.source.array, side.chain, "source_"};
    fields.draw_shape();
    fields.draw_strides();
    fields.draw_itemsize();
    if (input.source.array.order != "C") {
      fields.draw_order();
    }
  } else {
    draw_file(context);
  }
  draw_operations(context, "source_operations", input.source.operations, side);
  draw_memory_choice(context, "source_memory", input.source_memory);
  draw_side_outcome(context, "source", side);
}

}  // namespace texelscope::app
