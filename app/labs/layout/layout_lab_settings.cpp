#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "app/labs/layout/layout_lab.h"
#include "app/text/setting_text.h"

namespace texelscope::app {
namespace {

constexpr std::array<std::string_view, 2> units = {"elements", "bytes"};
constexpr std::array<std::string_view, 5> tabs = {"map", "properties", "code", "warp", "banks"};
constexpr std::array<std::string_view, 3> codes = {"numpy", "cuda_core", "cpp"};
constexpr std::array<std::string_view, 3> directions = {"row", "column", "diagonal"};

/// One operation a line; those that are switched off after "# ".
constexpr std::string_view off = "# ";

std::string entries_text(const std::vector<ChainEntry>& entries) {
  std::string text;
  for (const ChainEntry& entry : entries) {
    text += fmt::format("{}{}{}", text.empty() ? "" : "\n", entry.is_enabled ? "" : off, entry.text);
  }
  return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> LayoutLab::settings() const {
  return {{"shape", text.shape},
          {"strides", text.strides},
          {"unit", name_of(units, text.unit)},
          {"itemsize", fmt::format("{}", text.itemsize)},
          {"order", text.order},
          {"operations", entries_text(entries)},
          {"tab", name_of(tabs, tab)},
          {"code", name_of(codes, code)},
          {"warp_start", fmt::format("{}", warp_start)},
          {"tile_rows", fmt::format("{}", tile.rows)},
          {"tile_columns", fmt::format("{}", tile.columns)},
          {"tile_itemsize", fmt::format("{}", tile.itemsize)},
          {"tile_padding", fmt::format("{}", tile.padding)},
          {"tile_access", name_of(directions, access.direction)},
          {"tile_line", fmt::format("{}", access.line)}};
}

void LayoutLab::set(std::string_view name, const std::string& value) {
  if (name == "shape") {
    text.shape = value;
  } else if (name == "strides") {
    text.strides = value;
  } else if (name == "unit") {
    take_choice(name, value, units, text.unit);
  } else if (name == "itemsize") {
    take_integer(name, value, text.itemsize);
  } else if (name == "order") {
    text.order = value;
  } else if (name == "operations") {
    entries.clear();
    for (std::size_t begin = 0; begin < value.size();) {
      const std::size_t end = std::min(value.find('\n', begin), value.size());
      const std::string line = value.substr(begin, end - begin);
      const bool is_off = line.starts_with(off);
      add(is_off ? line.substr(off.size()) : line);
      entries.back().is_enabled = !is_off;
      begin = end + 1;
    }
  } else if (name == "tab") {
    take_choice(name, value, tabs, tab);
  } else if (name == "code") {
    take_choice(name, value, codes, code);
  } else if (name == "warp_start") {
    take_integer(name, value, warp_start);
  } else if (name == "tile_rows") {
    take_integer(name, value, tile.rows);
  } else if (name == "tile_columns") {
    take_integer(name, value, tile.columns);
  } else if (name == "tile_itemsize") {
    take_integer(name, value, tile.itemsize);
  } else if (name == "tile_padding") {
    take_integer(name, value, tile.padding);
  } else if (name == "tile_access") {
    take_choice(name, value, directions, access.direction);
  } else if (name == "tile_line") {
    take_integer(name, value, access.line);
  } else {
    throw ParameterError(fmt::format("the layout lab has no setting '{}'", name));
  }
}

}  // namespace texelscope::app
