#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "app/labs/tensor/panel/declaration.h"
#include "app/labs/tensor/panel/tensor_panel.h"
#include "app/window/action.h"
#include "app/window/open_dialog.h"
#include "app/window/panels/part.h"

namespace texelscope::app {
namespace {

TensorContext tensor_context(const PanelContext& context) {
  return {{context, "tensors"}, static_cast<TensorLab&>(*context.state.lab_states[*context.state.lab])};
}

/// Whether what is known of numbers and memory has room beside the picture.
bool is_wide(const PanelContext& panel) { return panel.regions.viewport.width >= panel.theme(700); }

void draw_facts(const TensorContext& context) {
  draw_tensor_numbers(context);
  draw_tensor_memory(context);
}

void draw_tensor_side(const PanelContext& panel) {
  const TensorContext context = tensor_context(panel);
  draw_tensor_choice(context);
  if (context.lab.chosen() != nullptr) {
    draw_tensor_slice(context);
    draw_tensor_colors(context);
    if (!is_wide(panel)) {
      draw_facts(context);
    }
  }
}

/// What is shown, or what to do where there is nothing.
void draw_caption(const TensorContext& context) {
  const TensorLab& lab = context.lab;
  const Theme& theme = context.theme();
  const NamedTensor* const tensor = lab.chosen();
  std::string text =
      lab.is_loading() ? "Reading the file …" : "Drop an .npy or .npz file here, or open one with Ctrl+O.";
  if (tensor != nullptr) {
    text = fmt::format("{}{}   {}   {}", tensor->name, slice_text(lab.view), to_string(tensor->view.type()),
                       fmt::format("{} × {}", whole_slice(lab.view, tensor->view).rows.count,
                                   whole_slice(lab.view, tensor->view).columns.count));
  }
  const bool has_failed = !lab.error().empty();
  const float button = theme(44);
  ImGui::PushFont(theme.small_text);
  const float room = ImGui::GetContentRegionAvail().x - (tensor != nullptr ? 2 * button + theme(16) : 0);
  const std::string shown = shortened(has_failed ? lab.error() : text, room);
  ImGui::AlignTextToFramePadding();
  ImGui::PopFont();
  const float left = ImGui::GetCursorPosX();
  text_in(theme.small_text, has_failed ? color::error : color::text, shown);
  context.record(has_failed ? "error.tensor" : "caption");
  tooltip(theme, has_failed ? lab.error() : shown == text ? "" : text);
  if (tensor == nullptr) {
    if (!lab.is_loading()) {
      if (ImGui::Button("Open a file")) {
        show_open_dialog(context.state());
      }
      context.record("open");
      tooltip(theme, "Chooses an .npy or .npz file; its numbers are read into memory of the host.");
    }
    return;
  }
  ImGui::PushFont(theme.small_text);
  ImGui::SameLine(left + room + theme(12));
  if (choice_button(context, "fit", "Fit", context.lab.place.is_fit, {button, 0})) {
    context.lab.place.is_fit = true;
  }
  tooltip(theme, "Shows the whole slice. The wheel zooms, dragging moves.");
  ImGui::SameLine(0, theme(4));
  if (choice_button(context, "actual", "1 : 1", !context.lab.place.is_fit && context.lab.place.zoom == 1,
                    {button, 0})) {
    context.lab.place.is_fit = false;
    context.lab.place.zoom = 1;
  }
  tooltip(theme, "One pixel of the screen for each value.");
  ImGui::PopFont();
}

/// The picture above the histogram.
void draw_slice_column(const TensorContext& context) {
  draw_caption(context);
  if (context.lab.chosen() == nullptr) {
    return;
  }
  const Theme& theme = context.theme();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float histogram = histogram_height(theme, room.y);
  begin_part("picture", {0, room.y - histogram - (histogram > 0 ? theme(6) : 0)},
             ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  draw_tensor_picture(context);
  ImGui::EndChild();
  if (histogram > 0) {
    draw_tensor_histogram(context, histogram);
  }
}

void draw_tensor_main(const PanelContext& panel) {
  const TensorContext context = tensor_context(panel);
  context.lab.advance(panel.state.device, panel.state.now);
  if (begin_region("lab", panel.regions.viewport, color::canvas, {panel.theme(14), panel.theme(6)})) {
    const bool has_facts = is_wide(panel) && context.lab.chosen() != nullptr;
    const float facts = has_facts ? std::round(panel.theme(236)) : 0;
    begin_part("slice", {has_facts ? ImGui::GetContentRegionAvail().x - facts - panel.theme(21) : 0, 0},
               ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    draw_slice_column(context);
    ImGui::EndChild();
    if (has_facts) {
      ImGui::SameLine(0, panel.theme(10));
      const ImVec2 line = ImGui::GetCursorScreenPos();
      ImGui::GetWindowDrawList()->AddLine(line, {line.x, line.y + ImGui::GetContentRegionAvail().y},
                                          packed(color::line));
      ImGui::SameLine(0, panel.theme(21));
      begin_part("facts", {0, 0});
      draw_facts(context);
      ImGui::EndChild();
    }
    panel.state.widgets["viewport"] = panel.regions.viewport;
  }
  ImGui::End();
}

std::string list_text(const std::vector<std::int64_t>& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

std::string readout_text(TensorLab& lab) {
  if (lab.chosen() == nullptr || !lab.hovered) {
    return "";
  }
  const SlicePosition& at = *lab.hovered;
  const gpu::StridedMemoryView& tensor = lab.chosen()->view;
  const ValueFacts facts = facts_of(tensor, lab.view, at);
  std::string text = list_text(facts.index);
  const TensorCells* const cells = lab.read_cells({{at.row, 1, 1}, {at.column, 1, 1}});
  if (cells == nullptr || !cells->has(at)) {
    return text;
  }
  const std::int64_t channels =
      lab.view.channel_axis < 0 ? 1 : values_shape(tensor)[static_cast<std::size_t>(lab.view.channel_axis)];
  std::string values;
  for (std::int64_t channel = 0; channel < channels; ++channel) {
    values += fmt::format("{}{}", channel > 0 ? ", " : "", cells->text({at.row, at.column, channel}));
  }
  std::string bytes;
  constexpr std::size_t max_bytes = 16;
  const std::span<const std::byte> element = cells->bytes(at);
  for (const std::byte byte : element.first(std::min(element.size(), max_bytes))) {
    bytes += fmt::format(" {:02X}", std::to_integer<int>(byte));
  }
  return fmt::format("{} = {}   bytes{}{}   offset {} (byte {})   address {:#x}", text, values, bytes,
                     element.size() > max_bytes ? " …" : "", facts.offset, facts.offset_in_bytes, facts.address);
}

void draw_tensor_readout(const PanelContext& panel) {
  const TensorContext context = tensor_context(panel);
  draw_readout_text(context, readout_text(context.lab));
}

}  // namespace

LabDeclaration tensor_lab_declaration() {
  return {.name = "tensors",
          .title = "Tensors",
          .teaches =
              "The numbers of a tensor of any shape and type, wherever its memory lies: slices in colours, their "
              "distribution, and each value with its bytes. Open an .npy or .npz file, or show an array from Python.",
          .key = key::f11,
          .make = [] { return std::unique_ptr<LabState>{std::make_unique<TensorLab>()}; },
          .draw_side = draw_tensor_side,
          .draw_main = draw_tensor_main,
          .draw_readout = draw_tensor_readout,
          .varies = {"tensors.fact.address", "tensors.readout"}};
}

}  // namespace texelscope::app
