#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "app/labs/surface/surface_lab.h"
#include "app/text/setting_text.h"

namespace texelscope::app {
namespace {

constexpr std::array<std::string_view, 4> tabs = {"paint", "bytes", "elements", "texture"};
constexpr std::array<std::string_view, 2> filters = {"point", "linear"};
constexpr std::array<std::string_view, 8> formats = {"uint8", "uint16", "uint32",  "int8",
                                                     "int16", "int32",  "float16", "float32"};

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

std::vector<std::pair<std::string, std::string>> SurfaceLab::settings() const {
  std::string lines;
  for (const PlacedStroke& placed : strokes_) {
    lines.append(lines.empty() ? "" : "\n").append(line_of(placed));
  }
  const SurfaceStroke& stroke = brush.stroke;
  return {{"width", fmt::format("{}", input.width)},
          {"height", fmt::format("{}", input.height)},
          {"format", std::string{to_string(input.format)}},
          {"channels", fmt::format("{}", input.channels)},
          {"levels", fmt::format("{}", input.num_levels)},
          {"fill", name_of(surface_fill_names, input.fill)},
          {"x", fmt::format("{}", stroke.x)},
          {"y", fmt::format("{}", stroke.y)},
          {"brush_width", fmt::format("{}", stroke.width)},
          {"brush_height", fmt::format("{}", stroke.height)},
          {"x_in", name_of(brush_x_names, stroke.x_in)},
          {"boundary", name_of(boundary_names, stroke.boundary)},
          {"value", brush.value},
          {"level", fmt::format("{}", level)},
          {"reading", name_of(tabs, reading)},
          {"tab", name_of(tabs, tab)},
          {"filter", name_of(filters, filter)},
          {"strokes", lines}};
}

void SurfaceLab::set(std::string_view name, const std::string& text) {
  SurfaceStroke& stroke = brush.stroke;
  if (name == "width") {
    take_integer(name, text, input.width);
  } else if (name == "height") {
    take_integer(name, text, input.height);
  } else if (name == "format") {
    take_choice(name, text, formats, input.format);
  } else if (name == "channels") {
    int channels = 0;
    take_integer(name, text, channels);
    if (channels != 1 && channels != 2 && channels != 4) {
      throw ParameterError(fmt::format("texels have no {} channels; give 1, 2 or 4", channels));
    }
    input.channels = channels;
  } else if (name == "levels") {
    take_integer(name, text, input.num_levels);
  } else if (name == "fill") {
    take_choice(name, text, surface_fill_names, input.fill);
  } else if (name == "x") {
    take_integer(name, text, stroke.x);
  } else if (name == "y") {
    take_integer(name, text, stroke.y);
  } else if (name == "brush_width") {
    take_integer(name, text, stroke.width);
  } else if (name == "brush_height") {
    take_integer(name, text, stroke.height);
  } else if (name == "x_in") {
    take_choice(name, text, brush_x_names, stroke.x_in);
  } else if (name == "boundary") {
    take_choice(name, text, boundary_names, stroke.boundary);
  } else if (name == "value") {
    brush.value = text;
  } else if (name == "level") {
    take_integer(name, text, level);
  } else if (name == "tab" || name == "reading") {
    SurfaceTab chosen = tab;
    take_choice(name, text, tabs, chosen);
    choose_tab(chosen);
  } else if (name == "filter") {
    take_choice(name, text, filters, filter);
  } else if (name == "strokes") {
    strokes_.clear();
    std::istringstream lines{text};
    for (std::string line; strokes_.size() < max_strokes && std::getline(lines, line);) {
      strokes_.push_back(stroke_from_line(line));
    }
  } else {
    throw ParameterError(fmt::format("the surface lab has no setting '{}'", name));
  }
}

}  // namespace texelscope::app
