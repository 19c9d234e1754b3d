#include <fmt/format.h>

#include <array>
#include <cmath>

#include "app/labs/surface/panel/surface_panel.h"
#include "app/texture/texture_names.h"

namespace texelscope::app {
namespace {

constexpr std::array channel_choices = {LabChoice{"channels.0", "1"}, LabChoice{"channels.1", "2"},
                                        LabChoice{"channels.2", "4"}};
constexpr std::array fills = {LabChoice{"fill.0", "Clear", "Zero everywhere, without strokes."},
                              LabChoice{"fill.1", "Gradient", "Colors, without strokes."},
                              LabChoice{"fill.2", "Count", "Each texel's index, without strokes."}};
constexpr std::array units = {
    LabChoice{"x_in.0", "Texels",
              "x is a texel index; the kernel multiplies it by the element size, as surf2Dwrite requires."},
    LabChoice{"x_in.1", "Bytes", "x is a byte offset in the row, passed to surf2Dwrite unchanged."},
    LabChoice{"x_in.2", "Wrong",
              "The classic mistake: x is a texel index, passed to surf2Dwrite as if it were a byte offset."}};
constexpr std::array boundaries = {
    LabChoice{"boundary.0", "Trap", "An out-of-bounds write destroys the context, so it runs in a child process."},
    LabChoice{"boundary.1", "Clamp", "An out-of-bounds write changes the nearest element."},
    LabChoice{"boundary.2", "Zero", "An out-of-bounds write does nothing."}};

/// A row of buttons over the rest of the line, see choice_row().
template <class Position>
bool choose_button(const SurfaceContext& context, std::span<const LabChoice> choices, Position& chosen) {
  const Theme& theme = context.theme();
  const float height = ImGui::GetFrameHeight();
  const ScopedFont scoped_font{theme.small_text};
  // Narrow padding, because titles fill their buttons.
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{theme(2), ImGui::GetStyle().FramePadding.y});
  const bool is_pressed = choice_row(context, choices, chosen, theme(4), true, height);
  ImGui::PopStyleVar();
  return is_pressed;
}

/// Two numbers beside a label.
void draw_pair(const SurfaceContext& context, const char* label, const char* text,
               const std::array<const char*, 2>& names, const std::array<int*, 2>& values, int lowest, int highest) {
  field_label(context, label, text);
  Columns columns{names.size(), context.theme()(4)};
  for (std::size_t i = 0; i < names.size(); ++i) {
    columns.next();
    drag_number(context, names[i], *values[i], lowest, highest);
  }
}

/// Value swatches, in the format's range.
void draw_swatches(const SurfaceContext& context) {
  SurfaceLab& lab = context.lab;
  const Theme& theme = context.theme();
  constexpr std::array<std::array<double, 4>, 7> colors{{{1, 0.69, 0.16, 1},
                                                         {0.94, 0.35, 0.31, 1},
                                                         {0.35, 0.75, 0.4, 1},
                                                         {0.25, 0.6, 0.95, 1},
                                                         {1, 1, 1, 1},
                                                         {0.5, 0.5, 0.5, 1},
                                                         {0, 0, 0, 0}}};
  field_label(context, "", "");
  const float gap = theme(4);
  const float side = column_width(colors.size(), gap);
  for (std::size_t i = 0; i < colors.size(); ++i) {
    if (i > 0) {
      ImGui::SameLine(0, gap);
    }
    std::array<double, 4> values = colors[i];
    for (double& value : values) {
      value *= lab.input.white();
      value = gpu::is_floating_point(lab.input.format) ? value : std::floor(value);
    }
    const auto channels = static_cast<std::size_t>(lab.input.channels);
    const auto texel = texel_bytes(values, lab.input.format, lab.input.channels);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 extent{side, theme(16)};
    if (invisible_button(fmt::format("##swatch{}", i).c_str(), extent)) {
      lab.brush.value = text_of_numbers(std::span(values).first(channels));
    }
    context.describe(fmt::format("swatch.{}", i), text_of_numbers(std::span(values).first(channels)));
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const ImVec2 end{corner.x + extent.x, corner.y + extent.y};
    draw->AddRectFilled(corner, end,
                        packed(texel_color(texel.data(), lab.input.format, lab.input.channels, lab.input.white())),
                        theme(2));
    draw->AddRect(corner, end, packed(ImGui::IsItemHovered() ? color::text : color::line), theme(2));
  }
}

}  // namespace

void draw_surface_input(const SurfaceContext& context) {
  SurfaceLab& lab = context.lab;
  SurfaceInput& input = lab.input;
  heading(context.theme(), "SURFACE");
  draw_pair(context, "Size", "Width and height of level 0, in texels.", {"width", "height"},
            {&input.width, &input.height}, 1, SurfaceLab::max_extent);
  field_label(context, "Format", "The type of a channel.");
  gpu::DataType format = input.format;
  if (choose(context, "format", format_names(), format)) {
    lab.choose_format(format);
  }
  field_label(context, "Channels", "Channels per texel. A texel has this many times the bytes of the format.");
  auto channels = static_cast<std::size_t>(input.channels == 4 ? 2 : input.channels - 1);
  choose_button(context, channel_choices, channels);
  input.channels = channels == 2 ? 4 : static_cast<int>(channels) + 1;
  field_label(context, "Levels",
              "Number of mip levels, each half as wide and high as the previous one. Each has its own surface.");
  drag_number(context, "levels", input.num_levels, 1, input.max_levels());
  field_label(context, "Fill", "Starts over.");
  if (std::size_t fill = fills.size(); choose_button(context, fills, fill)) {
    lab.refill(static_cast<SurfaceFill>(fill));
  }
  if (const OfferedPicture* const copied = lab.copied_picture()) {
    field_label(context, "Copy of", "The picture whose texels fill level 0, from this column and row on.");
    text_line(context, "copied", copied->name, color::text);
    draw_pair(context, "From x, y", "The first copied column and row of the picture.", {"picture_x", "picture_y"},
              {&input.picture_x, &input.picture_y}, 0, std::max(copied->image->width, copied->image->height) - 1);
  } else if (const std::optional<SeenPicture> open = opened_picture(context);
             open && link_button(context.theme(), drawable("Copy " + open->picture.name).c_str())) {
    lab.work_on(*open);
  }
}

void draw_surface_brush(const SurfaceContext& context) {
  SurfaceLab& lab = context.lab;
  const Theme& theme = context.theme();
  SurfaceStroke& stroke = lab.brush.stroke;
  heading(theme, "BRUSH");
  field_label(context, "x in", "The x that the kernel passes to surf2Dwrite, which counts bytes.");
  choose_button(context, units, stroke.x_in);
  draw_pair(context, "At x, y", "The brush's first column and row; y counts rows.", {"x", "y"}, {&stroke.x, &stroke.y},
            -max_stroke_coordinate, max_stroke_coordinate);
  draw_pair(context, "Size", "Columns and rows of the brush, one write each.", {"brush_width", "brush_height"},
            {&stroke.width, &stroke.height}, 1, max_stroke_extent);
  field_label(context, "Value", "One number per channel.");
  text_field(context, "value", lab.brush.value, "255, 255, 255, 255", !lab.brush_error().empty());
  if (!lab.brush_error().empty()) {
    error_text(context, "value", lab.brush_error());
  }
  draw_swatches(context);
  field_label(context, "Outside", "The boundary mode: the effect of a write outside the surface.");
  choose_button(context, boundaries, stroke.boundary);
  if (lab.stroke()) {
    if (const std::string warning = warning_about(*lab.stroke(), lab.level_descriptor()); !warning.empty()) {
      wrapped_line(context, "warning", color::warning, warning + ".");
    }
  }
}

void draw_surface_explanation(const SurfaceContext& context) {
  SurfaceLab& lab = context.lab;
  const Theme& theme = context.theme();
  if (const auto& report = lab.report()) {
    const bool is_bad = report->trial && *report->trial != TrialEnding::written;
    text_in(theme.heading, color::text_dim, "LAST STROKE");
    wrapped_line(context,
                 is_bad            ? "report.failed"
                 : lab.is_trying() ? "report.trying"
                                   : "report",
                 is_bad ? color::error : color::text, report->text);
  }
  if (!lab.stroke()) {
    return;
  }
  text_in(theme.heading, color::text_dim, "THE BRUSH");
  ImGui::BeginGroup();
  wrapped_text_in(theme.tiny_value, color::accent, code_of(*lab.stroke()));
  for (const std::string& line : explain(*lab.stroke(), lab.level_descriptor())) {
    wrapped_text_in(theme.small_text, color::text, line);
  }
  ImGui::EndGroup();
  context.record("explanation");
}

}  // namespace texelscope::app
