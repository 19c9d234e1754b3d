#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "app/labs/tensor/panel/tensor_panel.h"
#include "app/window/action.h"
#include "app/window/file_dialog.h"

namespace texelscope::app {
namespace {

void draw_facts(const TensorContext& context) {
  draw_tensor_numbers(context);
  draw_tensor_memory(context);
}

void draw_tensor_properties(const PanelContext& panel) {
  const TensorContext context{panel};
  draw_tensor_choice(context);
  if (context.lab.chosen() != nullptr) {
    draw_tensor_slice(context);
    draw_tensor_colors(context);
    if (!is_wide(panel)) {
      draw_facts(context);
    }
  }
}

/// A description of the displayed slice, or a hint if there is none.
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
  context.describe(has_failed ? "error.tensor" : "caption", has_failed ? lab.error() : shown == text ? "" : text);
  if (tensor == nullptr) {
    if (!lab.is_loading()) {
      if (primary_button("Open a file")) {
        show_open_dialog(context.state());
      }
      context.describe("open", "Opens an .npy or .npz file, whose numbers are read into host memory.");
    }
    return;
  }
  const ScopedFont scoped_font{theme.small_text};
  ImGui::SameLine(left + room + theme(12));
  if (choice_button(context, {"fit", "Fit", "Shows the whole slice. The wheel zooms; dragging pans."},
                    context.lab.place.is_fit, {button, 0})) {
    context.lab.place.is_fit = true;
  }
  ImGui::SameLine(0, theme(4));
  if (choice_button(context, {"actual", "1 : 1", "One screen pixel per value."},
                    !context.lab.place.is_fit && context.lab.place.zoom == 1, {button, 0})) {
    context.lab.place.is_fit = false;
    context.lab.place.zoom = 1;
  }
}

/// The image above the histogram.
void draw_slice_column(const TensorContext& context) {
  draw_caption(context);
  if (context.lab.chosen() == nullptr) {
    return;
  }
  const Theme& theme = context.theme();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float histogram = histogram_height(theme, room.y);
  draw_part({"picture", [&] { draw_tensor_picture(context); }, no_scrolling},
            {0, room.y - histogram - (histogram > 0 ? theme(6) : 0)});
  if (histogram > 0) {
    draw_tensor_histogram(context, histogram);
  }
}

void draw_tensor_main(const PanelContext& panel) {
  const TensorContext context{panel};
  context.lab.advance(panel.state.device, panel.state.now);
  draw_lab_region(panel, [&] {
    const Part slice{"slice", [&] { draw_slice_column(context); }, no_scrolling};
    if (is_wide(panel) && context.lab.chosen() != nullptr) {
      draw_beside(panel.theme, std::round(panel.theme(236)), slice, {"facts", [&] { draw_facts(context); }});
    } else {
      draw_part(slice);
    }
  });
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

}  // namespace

extern const LabDeclaration tensor_lab;
const LabDeclaration tensor_lab = {
    .name = "tensors",
    .title = "Tensors",
    .teaches =
        "The numbers of a tensor of any shape and type, in any memory: slices in color, their distribution, and each "
        "value with its bytes. Open an .npy or .npz file, or show an array from Python.",
    .key = key::f11,
    .make = make_lab<TensorLab>,
    .draw_properties = draw_tensor_properties,
    .draw_main = draw_tensor_main,
    .draw_readout = draw_lab_readout<TensorLab, readout_text>,
    .varies = {"tensors.fact.address", "tensors.readout"}};

}  // namespace texelscope::app
