#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "app/labs/tensor/panel/tensor_panel.h"
#include "app/text/bytes_text.h"
#include "app/text/value_text.h"
#include "app/window/state.h"

namespace texelscope::app {
namespace {

std::string yes_or_no(bool is_so) { return is_so ? "yes" : "no"; }

/// Both columns of a number about slice and tensor.
void draw_number(const TensorContext& context, const char* name, const std::string& slice, const std::string& whole) {
  const Theme& theme = context.theme();
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const auto right_aligned = [&](const std::string& text, float right) {
    ImGui::PushFont(theme.value);
    ImGui::SameLine(left + right - ImGui::CalcTextSize(text.c_str()).x);
    ImGui::PopFont();
    text_in(theme.value, color::text, text);
  };
  text_in(theme.small_text, color::text_dim, name);
  right_aligned(slice, width * 0.64F);
  right_aligned(whole, width);
  context.record(fmt::format("number.{}", name));
}

struct NumberRow {
  const char* name;
  std::string (*text)(const ValueSummary& summary);
};

std::string number(double value) { return short_number(value, 9); }
std::string finite(const ValueSummary& summary, double value) { return summary.has_range() ? number(value) : "–"; }

constexpr std::array rows = {
    NumberRow{"count", [](const ValueSummary& s) { return fmt::format("{}", s.count); }},
    NumberRow{"minimum", [](const ValueSummary& s) { return finite(s, s.lowest); }},
    NumberRow{"maximum", [](const ValueSummary& s) { return finite(s, s.highest); }},
    NumberRow{"mean", [](const ValueSummary& s) { return finite(s, s.mean); }},
    NumberRow{"deviation", [](const ValueSummary& s) { return finite(s, s.standard_deviation()); }},
    NumberRow{"zeros", [](const ValueSummary& s) { return fmt::format("{}", s.zeros); }},
    NumberRow{"NaN", [](const ValueSummary& s) { return fmt::format("{}", s.nans); }},
    NumberRow{"+infinity", [](const ValueSummary& s) { return fmt::format("{}", s.positive_infinities); }},
    NumberRow{"−infinity", [](const ValueSummary& s) { return fmt::format("{}", s.negative_infinities); }},
};

/// A column's title, with how far its numbers are.
std::string progress_text(const char* title, const TensorWatch& watch) {
  return watch.is_busy() && !watch.is_current() ? fmt::format("{:.0f} %", 100 * watch.progress()) : title;
}

}  // namespace

void draw_fact(const TensorContext& context, const char* name, const std::string& value, const std::string& text) {
  ImGui::BeginGroup();
  value_row(context, name, color::text_dim, value, color::text);
  ImGui::EndGroup();
  context.describe(fmt::format("fact.{}", name), text);
}

void draw_tensor_choice(const TensorContext& context) {
  TensorLab& lab = context.lab;
  const Theme& theme = context.theme();
  heading(theme, "TENSOR");
  if (lab.tensors().empty()) {
    wrapped_text_in(theme.small_text, color::text_dim,
                    "None yet. Drop an .npy or .npz file on the window, or open one with Ctrl+O.");
    return;
  }
  ImGui::SetNextItemWidth(-1);
  const bool is_open = ImGui::BeginCombo("##tensor", lab.chosen()->name.c_str(), ImGuiComboFlags_HeightLarge);
  context.record("tensor");
  if (is_open) {
    for (std::size_t i = 0; i < lab.tensors().size(); ++i) {
      const NamedTensor& tensor = lab.tensors()[i];
      if (ImGui::Selectable(fmt::format("{}   {}   {}##{}", tensor.name, to_string(tensor.view.type()),
                                        fmt::join(tensor.view.layout().shape(), " × "), i)
                                .c_str(),
                            i == lab.chosen_position())) {
        lab.choose(i);
      }
      context.record(fmt::format("tensor.{}", i));
    }
    ImGui::EndCombo();
  } else {
    tooltip(theme, lab.file().empty() ? "Memory of this process." : lab.file());
  }
  check_box(context.theme(), "Live", &lab.is_live);
  context.describe("live", "Looks at the memory again for each frame, for memory that others write.");
  if (!lab.file().empty()) {
    ImGui::SameLine(0, theme(12));
    const ScopedFont scoped_font{theme.small_text};
    if (ImGui::Button("Read again") && lab.can_run()) {
      lab.run();
    }
    context.describe("read_again", fmt::format("Reads {} again (F5).", lab.file()));
  }
}

void draw_tensor_numbers(const TensorContext& context) {
  const TensorLab& lab = context.lab;
  const Theme& theme = context.theme();
  heading(theme, "NUMBERS");
  draw_number(context, "", progress_text("slice", lab.slice_watch()), progress_text("tensor", lab.whole_watch()));
  const ScanResult* const slice = lab.slice_watch().result();
  const ScanResult* const whole = lab.whole_watch().result();
  for (const NumberRow& row : rows) {
    draw_number(context, row.name, slice != nullptr ? row.text(slice->summary) : "…",
                whole != nullptr ? row.text(whole->summary) : "…");
  }
}

void draw_tensor_memory(const TensorContext& context) {
  const Theme& theme = context.theme();
  const gpu::StridedMemoryView& tensor = context.tensor();
  const gpu::StridedLayout& layout = tensor.layout();
  heading(theme, "MEMORY");
  draw_fact(context, "type", to_string(tensor.type()));
  draw_fact(context, "shape", fmt::format("({})", fmt::join(layout.shape(), ", ")));
  draw_fact(context, "strides", fmt::format("({})", fmt::join(layout.strides(), ", ")), "In elements.");
  draw_fact(context, "itemsize", fmt::format("{}", layout.itemsize()), "Bytes of an element.");
  draw_fact(context, "size", bytes_text(layout.volume() * layout.itemsize()), "All elements together.");
  draw_fact(context, "device", to_string(tensor.device_id()), "To which the memory belongs.");
  draw_fact(context, "reached by",
            tensor.is_host_accessible() ? (tensor.is_device_accessible() ? "host, device" : "host") : "device");
  draw_fact(context, "read-only", yes_or_no(tensor.is_read_only()));
  draw_fact(context, "contiguous",
            layout.is_contiguous_c()     ? (layout.is_contiguous_f() ? "C, F" : "C")
            : layout.is_contiguous_f()   ? "F"
            : layout.is_contiguous_any() ? "in another order"
                                         : "no");
  draw_fact(context, "dense", yes_or_no(layout.is_dense()), "Contiguous in some order, from offset 0.");
  draw_fact(context, "unique", to_string(layout.uniqueness()), "Whether each element lies at an offset of its own.");
  draw_fact(context, "address", fmt::format("{:#x}", tensor.pointer().value), "Of offset 0.");
  if (ImGui::Button("Show the layout", {-1, 0})) {
    open_layout(context.state(), layout);
  }
  context.describe("open_layout", "Opens shape and strides in the Layout lab (Y).");
}

}  // namespace texelscope::app
