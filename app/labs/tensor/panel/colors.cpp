#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/tensor/panel/tensor_panel.h"

namespace texelscope::app {
namespace {

constexpr std::array<std::string_view, 5> map_titles = {"Night", "Ember", "Grey", "Balance", "Cycle"};
constexpr std::array<std::string_view, 5> rule_titles = {"Slice", "Whole tensor", "Percentiles", "Type", "Typed"};
constexpr std::array<std::string_view, 4> part_titles = {"Magnitude", "Phase", "Real part", "Imaginary part"};

template <class Choice>
void draw_choice(const TensorContext& context, const char* name, const char* label, const std::string& text,
                 std::span<const std::string_view> titles, Choice& choice) {
  field_label(context, label, text);
  ImGui::SetNextItemWidth(-1);
  choose(context, name, titles, choice);
}

/// A number to type; whether it was changed.
bool type_number(const TensorContext& context, const char* name, double& number) {
  const ScopedFont scoped_font{context.theme().value};
  const bool is_changed =
      ImGui::InputDouble(fmt::format("##{}", name).c_str(), &number, 0, 0, "%.6g", ImGuiInputTextFlags_CharsScientific);
  context.record(name);
  return is_changed && std::isfinite(number);
}

void draw_range(const TensorContext& context) {
  TensorLab& lab = context.lab;
  NumberRange range = lab.range();
  field_label(context, "Ends", "The numbers of the first and the last colour. Typing them keeps them as they are.");
  const float gap = context.theme()(3);
  ImGui::SetNextItemWidth(column_width(2, gap));
  bool is_changed = type_number(context, "lowest", range.lowest);
  ImGui::SameLine(0, gap);
  ImGui::SetNextItemWidth(-1);
  is_changed |= type_number(context, "highest", range.highest);
  if (is_changed) {
    lab.set_range(range);
  }
}

}  // namespace

void draw_tensor_colors(const TensorContext& context) {
  TensorLab& lab = context.lab;
  TensorView& view = lab.view;
  heading(context.theme(), "COLOURS");
  if (number_format(context.tensor().type()).is_complex) {
    ComplexPart part = view.part;
    draw_choice(context, "part", "Complex", "Which number stands for a complex one.", part_titles, part);
    if (part != view.part) {
      lab.choose_part(part);
    }
  }
  if (view.channel_axis < 0) {
    draw_choice(context, "map", "Map",
                "Night, Ember and Grey rise in lightness; Balance has its middle at the range's; Cycle is for angles. "
                "Equal steps of a number look alike in all.",
                map_titles, view.map);
  }
  draw_choice(context, "range", "Range",
              "Which numbers the colours reach over: those of the slice, of the whole tensor, all but the outermost "
              "percentiles, all that the type can tell, or as typed.",
              rule_titles, view.rule);
  if (view.rule == RangeRule::percentile) {
    field_label(context, "Percent", "How many of the numbers lie beyond each end.");
    ImGui::SetNextItemWidth(-1);
    if (double percentile = view.percentile; type_number(context, "percentile", percentile)) {
      view.percentile = std::clamp(percentile, 0.0, 50.0);
    }
  }
  draw_range(context);
  field_label(context, "", "");
  check_box(context.theme(), "0 in the middle", &view.is_symmetric);
  context.describe("symmetric", "Widens the range to both sides of 0 alike.");
}

}  // namespace texelscope::app
