#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/labs/texture/panel/texture_panel.h"
#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

constexpr std::array lines = {
    LabChoice{"line.0", "Row", "To the right through the probe."},
    LabChoice{"line.1", "Column", "Down through the probe."},
    LabChoice{"line.2", "Line", "Between two points, in fractions of the texture."},
};

void draw_curve(const SignalPlot& plot, std::span<const double> values, std::size_t stride, std::size_t count,
                ImU32 ink, float width) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  std::vector<ImVec2> points;
  const auto flush = [&] {
    if (points.size() > 1) {
      draw->AddPolyline(points.data(), static_cast<int>(points.size()), ink, 0, width);
    }
    points.clear();
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      flush();
      continue;
    }
    points.emplace_back(plot.x_of(static_cast<double>(i * stride) / static_cast<double>(count - 1)),
                        plot.y_of(values[i]));
  }
  flush();
}

void label_in(const Theme& theme, ImVec2 at, const std::string& text, const ImVec4& ink, bool is_right = false) {
  ImFont* font = theme.tiny_value;
  const float width = text_size(font, text).x;
  const float left = is_right ? at.x - width : at.x;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({left - theme(2), at.y}, {left + width + theme(2), at.y + line_height(font)},
                      packed(color::scrim));
  draw_text(draw, font, {left, at.y}, packed(ink), text);
}

void draw_controls(const TextureContext& context, const TextureSignal& signal, bool has_curves) {
  TextureLab& lab = context.lab;
  const Theme& theme = context.theme();
  SignalInput& input = lab.signal_input;
  const ScopedFont scoped_font{theme.small_text};
  choice_row(context, lines, input.line, theme(4));
  ImGui::SameLine(0, theme(8));
  const int channels = lab.work().setup ? num_result_channels(lab.work()) : 4;
  for (int i = 0; i < channels; ++i) {
    if (i > 0) {
      ImGui::SameLine(0, theme(4));
    }
    if (choice_button(context,
                      {fmt::format("line_channel.{}", i).c_str(), component_names[static_cast<std::size_t>(i)],
                       "The channel whose values along the line are drawn."},
                      input.channel == i)) {
      input.channel = i;
    }
  }
  input.channel = std::min(input.channel, channels - 1);
  if (input.line == SignalLine::free) {
    const auto drag_point = [&](const char* name, Point& point) {
      std::array<float, 2> values{static_cast<float>(point.x), static_cast<float>(point.y)};
      ImGui::SameLine(0, theme(8));
      if (ImGui::GetContentRegionAvail().x < theme(116)) {
        ImGui::NewLine();
      }
      ImGui::BeginChild(name, {theme(116), ImGui::GetFrameHeight()}, false, ImGuiWindowFlags_NoScrollbar);
      if (drag_reals(context, name, values, 0.005F)) {
        point = {values[0], values[1]};
      }
      ImGui::EndChild();
    };
    drag_point("line_from", input.from);
    drag_point("line_to", input.to);
  }
  std::string legend;
  for (std::size_t side = 0; side < 2; ++side) {
    if (has_curves && !signal.curves[side].ideal.empty()) {
      legend += fmt::format("{}{} ±{:.2g}", legend.empty() ? "" : ", ", side == 0 ? "A" : "B",
                            signal.curves[side].largest_error);
    }
  }
  ImGui::SameLine(0, theme(8));
  if (!legend.empty() && ImGui::GetContentRegionAvail().x > theme(60)) {
    ImGui::AlignTextToFramePadding();
    const float room = ImGui::GetContentRegionAvail().x;
    const std::string whole = "from the ideal (gray): " + legend;
    const bool fits = ImGui::CalcTextSize(whole.c_str()).x <= room;
    text_in(theme.small_text, color::text_dim, fits ? whole : shortened(legend, room));
    tooltip(theme, "The distance of the results from those of a filter with exact weights, the gray curve.");
  } else {
    ImGui::NewLine();
  }
}

/// The difference between the device's results and the ideal, in its own plot, since it is too small for the curves.
void draw_errors(const TextureContext& context, const SignalPlot& plot, const TextureSignal& signal) {
  const Theme& theme = context.theme();
  double largest = 0;
  for (const TextureSignal::Curve& curve : signal.curves) {
    largest = std::max(largest, curve.largest_error);
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(plot.corner, {plot.corner.x + plot.extent.x, plot.corner.y + plot.extent.y},
                      packed(color::panel));
  SignalPlot errors = plot;
  errors.lowest = -1.2 * std::max(largest, 1e-30);
  errors.highest = -errors.lowest;
  const float middle = errors.y_of(0);
  draw->AddLine({plot.corner.x, middle}, {plot.corner.x + plot.extent.x, middle}, packed(color::line));
  for (std::size_t side = 0; side < 2; ++side) {
    const TextureSignal::Curve& curve = signal.curves[side];
    std::vector<double> values;
    for (std::size_t i = 0; i < curve.ideal.size(); ++i) {
      values.push_back(curve.sampled[i * curve.ideal_stride] - curve.ideal[i]);
    }
    draw_curve(errors, values, curve.ideal_stride, curve.sampled.size(),
               packed(side == 0 ? color::accent : color::categories[1]), std::max(1.0F, theme(1)));
  }
  label_in(theme, {plot.corner.x + theme(4), plot.corner.y + theme(1)}, fmt::format("device − ideal, ±{:.2g}", largest),
           color::text_dim);
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(plot.corner);
  invisible_button("error", plot.extent);
  describe_item(context.panel, "textures.signal.error",
                fmt::format("The results of the device minus those of a filter with exact weights, along the line. The "
                            "plot shows differences of up to {:.2g}.",
                            largest));
  ImGui::SetCursorScreenPos(cursor);
  end_after_set_cursor();
}

/// The limits of the axis: those of the samples, rounded outward to a hundredth or less of their range, because the
/// sampled positions may miss a peak.
ShownRange axis_limits(const TextureSignal& signal) {
  const double range = signal.highest - signal.lowest;
  if (!(range > 0)) {
    return {signal.lowest, signal.highest};
  }
  // Divisions by whole numbers, so that 0.2 stays 0.2.
  const double exponent = std::floor(std::log10(range)) - 1;
  const double scale = std::pow(10.0, std::abs(exponent));
  const auto in_steps = [&](double value) { return exponent < 0 ? value * scale : value / scale; };
  const auto from_steps = [&](double steps) { return exponent < 0 ? steps / scale : steps * scale; };
  constexpr double slack = 1e-6;
  return {from_steps(std::floor(in_steps(signal.lowest) + slack)),
          from_steps(std::ceil(in_steps(signal.highest) - slack))};
}

/// The range of the axis while the curve is hidden, which must not reveal the values that the curve reaches.
ShownRange range_of_texels(const TextureLab& lab) {
  ShownRange range{0, 0};
  for (std::size_t side = 0; side < 2; ++side) {
    if (lab.shows(side) && lab.work().setup) {
      TextureSetup setup = *lab.work().setup;
      setup.texture = lab.work().input.descriptors[side];
      const ShownRange own = shown_range(setup);
      range = {std::min(range.lowest, own.lowest), std::max(range.highest, own.highest)};
    }
  }
  return range.lowest < range.highest ? range : ShownRange{0, 1};
}

void draw_plot(const TextureContext& context, const SignalPlot& plot, const TextureSignal& signal,
               const ShownRange& range, bool has_curves) {
  const Theme& theme = context.theme();
  const TextureLab& lab = context.lab;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 end{plot.corner.x + plot.extent.x, plot.corner.y + plot.extent.y};
  draw->AddRectFilled(plot.corner, end, packed(color::panel));
  draw->PushClipRect(plot.corner, end, true);
  for (const double value : {range.lowest, (range.lowest + range.highest) / 2, range.highest}) {
    draw->AddLine({plot.corner.x, plot.y_of(value)}, {end.x, plot.y_of(value)}, packed(color::line));
  }
  for (std::size_t side = 0; side < 2; ++side) {
    const TextureSignal::Curve& curve = signal.curves[side];
    if (!has_curves || curve.sampled.size() < 2) {
      continue;
    }
    const ImVec4& ink = side == 0 ? color::accent : color::categories[1];
    // Draws a wide, faint line underneath, which remains visible as a rim where the two curves coincide.
    draw_curve(plot, curve.ideal, curve.ideal_stride, curve.sampled.size(), packed(color::faint_mark), theme(5));
    draw_curve(plot, curve.sampled, 1, curve.sampled.size(), packed(ink), std::max(1.0F, theme(1.5F)));
  }
  // The probe, on a line through it.
  if (const auto position = lab.probe_position(); position && lab.signal_input.line != SignalLine::free) {
    const Point part = lab.view.part_of(*position);
    const float x = plot.x_of(lab.signal_input.line == SignalLine::row ? part.x : part.y);
    draw->AddLine({x, plot.corner.y}, {x, end.y}, packed(color::accent_dim));
  }
  draw->PopClipRect();
  label_in(theme, {plot.corner.x + theme(4), plot.y_of(range.highest) + theme(1)}, fmt::format("{:.5g}", range.highest),
           color::text_dim);
  label_in(theme, {plot.corner.x + theme(4), plot.y_of(range.lowest) - theme(size::tiny_value) - theme(1)},
           fmt::format("{:.5g}", range.lowest), color::text_dim);
}

/// The first and last value of the coordinate that changes along the line; nothing if more than one changes.
std::optional<std::pair<double, double>> changing_coordinate(const TextureLab& lab, const TextureSignal& signal) {
  const auto& ends = signal.ends[lab.shows(0) ? 0 : 1];
  std::size_t changing = 0;
  for (std::size_t axis = 1; axis < ends[0].size(); ++axis) {
    changing = ends[0][axis] != ends[1][axis] ? axis : changing;
  }
  for (std::size_t axis = 0; axis < changing; ++axis) {
    if (ends[0][axis] != ends[1][axis]) {
      return std::nullopt;
    }
  }
  return std::pair<double, double>{ends[0][changing], ends[1][changing]};
}

/// The coordinates at an end of the line.
std::string end_text(const TextureLab& lab, const TextureSignal& signal, std::size_t end) {
  const int count = lab.work().setup ? std::min(num_coordinates(lab.work().setup->shape()), 3) : 1;
  std::string text;
  for (int axis = 0; axis < count; ++axis) {
    text += fmt::format("{}{:.4g}", text.empty() ? "" : ", ",
                        signal.ends[lab.shows(0) ? 0 : 1][end][static_cast<std::size_t>(axis)]);
  }
  return text;
}

/// Marks on the axis, and their coordinates below, along a line on which one coordinate changes.
void draw_ticks(const TextureContext& context, ImVec2 corner, float width, const TextureSignal& signal) {
  const Theme& theme = context.theme();
  const auto changing = changing_coordinate(context.lab, signal);
  if (!changing) {
    return;
  }
  const auto [from, to] = *changing;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto width_of_end = [&](std::size_t end) {
    return text_size(theme.tiny_value, end_text(context.lab, signal, end)).x + theme(8);
  };
  const float first = corner.x + std::max(theme(44), width_of_end(0));
  const float last = corner.x + width - std::max(theme(44), width_of_end(1));
  for (const double tick : axis_ticks(from, to, std::clamp(static_cast<int>(width / theme(70)), 1, 10))) {
    const float x = corner.x + width * static_cast<float>((tick - from) / (to - from));
    draw->AddLine({x, corner.y - theme(5)}, {x, corner.y}, packed(color::text_dim));
    const std::string text = fmt::format("{:.4g}", tick + 0.0);
    const float half = text_size(theme.tiny_value, text).x / 2;
    // The ends have their own labels.
    if (x - half > first && x + half < last) {
      label_in(theme, {x - half, corner.y}, text, color::text_dim);
    }
  }
}

/// The coordinates at both ends, below the axis.
void draw_ends(const TextureContext& context, ImVec2 corner, float width, const TextureSignal& signal) {
  for (std::size_t end = 0; end < 2; ++end) {
    label_in(context.theme(), {end == 0 ? corner.x : corner.x + width, corner.y}, end_text(context.lab, signal, end),
             color::text_dim, end == 1);
  }
}

/// Moves the probe to the coordinate of a question that was just answered, so that the readout shows that fetch.
void probe_at_question(const TextureContext& context, const TextureSignal& signal, double from, double to) {
  const Course& course = context.state().course;
  const LessonStep* const step = current_step(course);
  if (step == nullptr || !step->question.predicts_at || course.outcome == LessonOutcome::open ||
      course.frames_to_look == 0 || from == to) {
    return;
  }
  const double part = (*step->question.predicts_at - from) / (to - from);
  TextureProbe& probe = context.lab.probe;
  probe.side = context.lab.shows(0) ? 0 : 1;
  for (std::size_t axis = 0; axis < probe.coordinates.size(); ++axis) {
    const double begin = signal.ends[probe.side][0][axis];
    probe.coordinates[axis] = static_cast<float>(begin + part * (signal.ends[probe.side][1][axis] - begin));
  }
}

}  // namespace

void draw_texture_signal(const TextureContext& context) {
  TextureLab& lab = context.lab;
  const Theme& theme = context.theme();
  const float full = ImGui::GetContentRegionAvail().x;
  const int count = static_cast<int>(std::clamp(full * ImGui::GetIO().DisplayFramebufferScale.x, 2.0F, 2048.0F));
  // Nothing is bound until an image is drawn.
  lab.prepare(context.state().device);
  const TextureSignal& signal = lab.signal(count);
  const bool has_curves = !is_hidden(context.state().course, "textures.signal.curve");
  draw_controls(context, signal, has_curves);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float label = theme(size::tiny_value) + theme(2);
  const float height = room.y - label;
  if (height < theme(24) || room.x < theme(40)) {
    return;
  }
  const bool has_error =
      has_curves && height > theme(90) &&
      std::ranges::any_of(signal.curves, [](const TextureSignal::Curve& curve) { return !curve.ideal.empty(); });
  const float error_height = has_error ? std::round(std::max(theme(30), height * 0.28F)) : 0;
  const ShownRange range = has_curves ? axis_limits(signal) : range_of_texels(lab);
  const double margin = 0.08 * std::max(range.highest - range.lowest, 1e-12);
  const SignalPlot plot{corner,
                        {room.x, height - error_height - (has_error ? theme(4) : 0)},
                        range.lowest - margin,
                        range.highest + margin};
  record_left_out(context.state(), "textures.signal.curve",
                  {plot.corner.x, plot.corner.y, plot.extent.x, plot.extent.y});
  draw_plot(context, plot, signal, range, has_curves);
  if (const auto changing = changing_coordinate(lab, signal)) {
    draw_signal_prediction(context, plot, changing->first, changing->second);
    probe_at_question(context, signal, changing->first, changing->second);
  }
  if (has_error) {
    draw_errors(context, {{corner.x, corner.y + height - error_height}, {room.x, error_height}}, signal);
  }
  draw_ticks(context, {corner.x, corner.y + height + theme(1)}, room.x, signal);
  draw_ends(context, {corner.x, corner.y + height + theme(1)}, room.x, signal);
  context.state().drawn.widgets["textures.signal"] = {corner.x, corner.y, room.x,
                                                      height + theme(2) + line_height(theme.tiny_value)};
}

}  // namespace texelscope::app
