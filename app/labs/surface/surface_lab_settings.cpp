#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "app/labs/lab_setting.h"
#include "app/labs/surface/surface_lab.h"
#include "app/texture/texture_names.h"

namespace texelscope::app {
namespace {

constexpr std::array<std::string_view, 4> surface_tabs = {"paint", "bytes", "elements", "texture"};

/// A stroke as a line: level, x, y, width, height, x_in, boundary, value in hexadecimal.
std::string line_of(const PlacedStroke& placed) {
  const SurfaceStroke& stroke = placed.stroke;
  std::string line = fmt::format("{} {} {} {} {} {} {} ", placed.level, stroke.x, stroke.y, stroke.width, stroke.height,
                                 name_of(brush_x_names, stroke.x_in), name_of(boundary_names, stroke.boundary));
  for (const std::byte byte : stroke.value) {
    line += fmt::format("{:02x}", std::to_integer<int>(byte));
  }
  return line;
}

PlacedStroke stroke_from_line(const std::string& line) {
  std::istringstream stream{line};
  PlacedStroke placed;
  SurfaceStroke& stroke = placed.stroke;
  std::string x_in;
  std::string boundary;
  std::string value;
  stream >> placed.level >> stroke.x >> stroke.y >> stroke.width >> stroke.height >> x_in >> boundary >> value;
  const auto is_hexadecimal = [](char character) {
    return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f');
  };
  if (!stream || value.size() != 2 * stroke.value.size() || !std::ranges::all_of(value, is_hexadecimal)) {
    throw ParameterError(fmt::format("'{}' is no stroke; leave the strokes out", line));
  }
  take_choice("x_in", x_in, brush_x_names, stroke.x_in);
  take_choice("boundary", boundary, boundary_names, stroke.boundary);
  for (std::size_t i = 0; i < stroke.value.size(); ++i) {
    stroke.value[i] = static_cast<std::byte>(std::stoi(value.substr(2 * i, 2), nullptr, 16));
  }
  if (const std::string text = refusal(stroke); !text.empty()) {
    throw ParameterError(text);
  }
  return placed;
}

}  // namespace

LabSettings SurfaceLab::declare_settings() {
  const auto choose = [this](SurfaceTab chosen) { choose_tab(chosen); };
  const auto read_channels = [this](std::string_view name, const std::string& text) {
    int channels = 0;
    take_integer(name, text, channels);
    if (channels != 1 && channels != 2 && channels != 4) {
      throw ParameterError(fmt::format("texels have no {} channels; give 1, 2 or 4", channels));
    }
    input.channels = channels;
  };
  SurfaceStroke& stroke = brush.stroke;
  return {"surface lab",
          {{"width", integer_of(input.width)},
           {"height", integer_of(input.height)},
           {"format", choice_of(input.format, format_names())},
           {"channels", {integer_of(input.channels).write, read_channels}},
           {"levels", integer_of(input.num_levels)},
           {"fill", choice_of(input.fill, surface_fill_names)},
           {"x", integer_of(stroke.x)},
           {"y", integer_of(stroke.y)},
           {"brush_width", integer_of(stroke.width)},
           {"brush_height", integer_of(stroke.height)},
           {"x_in", choice_of(stroke.x_in, brush_x_names)},
           {"boundary", choice_of(stroke.boundary, boundary_names)},
           {"value", text_of(brush.value)},
           {"level", integer_of(level)},
           {"reading", choice_of(SurfaceTab{reading}, surface_tabs, choose)},
           {"tab", choice_of(SurfaceTab{tab}, surface_tabs, choose)},
           {"filter", choice_of(filter, filter_mode_names())},
           {"strokes", lines_of(strokes_, max_strokes, line_of, stroke_from_line)}}};
}

}  // namespace texelscope::app
