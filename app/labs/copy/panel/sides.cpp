#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "app/labs/copy/panel/copy_panel.h"
#include "app/labs/layout/panel/layout_fields.h"

namespace texelscope::app {
namespace {

constexpr std::array orders = {
    LabChoice{"order.C", "C", "Dense; the last axis has stride 1."},
    LabChoice{"order.F", "F", "Dense; the first axis has stride 1."},
    LabChoice{"order.K", "K", "Dense; the axes are in the order of the source's strides."},
    LabChoice{"order.typed", "Typed", "A separate array, and the operations that create a view of it."},
};
constexpr std::array<std::string_view, 3> memories = {"device", "pinned host", "pageable host"};

void choose_order(CopyLab& lab, CopyOrder order) {
  CopyInput& input = lab.input;
  if (order == CopyOrder::typed && input.order != order && lab.setup().source.layout) {
    // Typed layouts start with a shape that fits.
    input.destination = {{.shape = fmt::format("{}", fmt::join(lab.setup().source.layout->shape(), ", "))}, ""};
  }
  input.order = order;
}

/// A side's title with a button beside it. @returns the layout lab when its layout is requested, otherwise null.
const LayoutLab* draw_side_heading(const CopyContext& context, const char* title, const char* name) {
  const Theme& theme = context.theme();
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  heading(theme, title);
  const LayoutLab* layouts = nullptr;
  for (const auto& lab : context.state().labs.states) {
    layouts = layouts == nullptr ? dynamic_cast<const LayoutLab*>(lab.get()) : layouts;
  }
  ImGui::SameLine(right - theme(90));
  ImGui::PushID(name);
  ImGui::BeginDisabled(layouts == nullptr || layouts->result().shown() == nullptr);
  const bool is_pressed = link_button(theme, "From Layouts");
  ImGui::EndDisabled();
  ImGui::PopID();
  context.describe(name, "Copies the Layout lab's layout, with its operations.");
  return is_pressed ? layouts : nullptr;
}

/// The choice of a side's memory.
void draw_memory_choice(const CopyContext& context, const char* name, CopyMemory& memory) {
  field_label(context, "Memory",
              "Device memory; pinned host memory, which the device accesses directly; or pageable host memory "
              "(malloc), which a GPU copies through pinned buffers.");
  choose(context, name, memories, memory);
}

/// The result for a side: its layout, or its error.
void draw_side_outcome(const CopyContext& context, const char* name, const CopySide& side) {
  if (side.layout) {
    const gpu::StridedLayout& layout = *side.layout;
    wrapped_line(context, fmt::format("{}.layout", name), color::text_dim,
                 fmt::format("{}  strides {}{}", to_string(layout.shape()), to_string(layout.strides()),
                             layout.slice_offset() == 0 ? "" : fmt::format("  offset {}", layout.slice_offset())));
  }
}

/// The operations of a side, with errors below.
void draw_operations(const CopyContext& context, const char* name, std::string& operations, const CopySide& side) {
  field_label(context, "Operations",
              "The operations that view the array, in order, such as permuted(1, 0)  sliced(::2).");
  const bool is_wrong = side.chain.input.has_value() && !side.error.empty();
  text_field(context, name, operations, "none", is_wrong);
  if (is_wrong) {
    error_text(context, name, side.error);
  }
}

constexpr std::array contents = {
    LabChoice{"content.typed", "Typed", "An array of the shape that you enter; a run fills it with a photo."},
    LabChoice{"content.npy", ".npy", "The array in a file written by numpy.save."},
    LabChoice{"content.image", "Image", "The pixels of an image, as height, width, channels."},
};

void draw_file(const CopyContext& context) {
  CopyInput& input = context.lab.input;
  const CopySide& side = context.lab.setup().source;
  const bool is_image = input.content == CopyContent::image;
  const bool is_wrong = !side.chain.input && !input.file.empty();
  field_label(context, "File", "The file's path; ~ is the home folder.");
  text_field(context, "file", input.file, is_image ? "picture.png" : "array.npy", is_wrong);
  if (!side.chain.input) {
    if (is_wrong) {
      error_text(context, "file", side.error);
    } else {
      wrapped_text_in(context.theme().small_text, color::text_dim, fmt::format("To begin, {}.", side.error));
    }
  }
}

}  // namespace

void draw_copy_destination(const CopyContext& context) {
  CopyLab& lab = context.lab;
  const CopySide& side = lab.setup().destination;
  if (const LayoutLab* layouts = draw_side_heading(context, "DESTINATION", "destination.take")) {
    lab.take_destination(*layouts);
  }
  CopyOrder order = lab.input.order;
  if (choice_row(context, orders, order, context.theme()(4), true)) {
    choose_order(lab, order);
  }
  if (lab.input.order == CopyOrder::typed) {
    const LayoutFields fields{context, lab.input.destination.array, side.chain, "destination_"};
    fields.draw_shape();
    fields.draw_strides();
    if (lab.input.destination.array.order != "C") {
      fields.draw_order();
    }
    draw_operations(context, "destination_operations", lab.input.destination.operations, side);
  } else if (!side.error.empty()) {
    error_text(context, "destination", side.error);
  }
  draw_memory_choice(context, "destination_memory", lab.input.destination_memory);
  draw_side_outcome(context, "destination", side);
  if (!lab.setup().plan_error.empty()) {
    error_text(context, "plan", lab.setup().plan_error);
  }
}

void draw_copy_presets(const CopyContext& context) {
  CopyLab& lab = context.lab;
  const Theme& theme = context.theme();
  const std::vector<CopyPreset> presets = copy_presets(lab.preset_log2);
  heading(theme, "COPY");
  if (const auto picked =
          choose_entry(context, "preset", lab.preset ? presets[*lab.preset].name : "as typed below", presets.size(),
                       lab.preset, [&](std::size_t i) { return ListEntry{presets[i].name}; })) {
    lab.choose_preset(*picked);
  }
  tooltip(theme, "Example copies; those of `texelscope bench copies` come first.");
  field_label(context, "Limit", "The maximum array size of the copies in the list above, not the size of this copy.");
  int size = lab.preset_log2;
  const ScopedFont scoped_font{theme.value};
  const bool is_changed = slide_number(context, "size", size, smallest_preset_log2, largest_preset_log2,
                                       bytes_text(std::int64_t{1} << size).c_str(), ImGuiSliderFlags_NoInput);
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
  choice_row(context, contents, input.content, context.theme()(4), true);
  if (draw_opened_picture(context, input.content == CopyContent::image ? input.file : "")) {
    static_cast<void>(lab.take_file(context.state().pictures.current->path));
  }
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
