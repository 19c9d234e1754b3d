#include "app/window/screenshot_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entries.h"
#include "app/text/escape.h"
#include "app/text/json_depth.h"
#include "app/text/json_reason.h"

namespace texelscope::app {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::uintmax_t largest_list_bytes = 1 << 20;
constexpr int max_pixels = 16384;

void require_object(const OrderedJson& json, std::string_view name) {
  if (!json.is_object()) {
    throw FileError(fmt::format("{} is no object, {{…}}", name));
  }
}

ListedScreenshot picture_from(const OrderedJson& json) {
  require_object(json, "it");
  allow_only(json, {"name", "state", "size", "scale", "do", "varies"});
  // As the file has them: one that no int holds must not be read as one.
  const std::array<double, 2> size = json.value("size", std::array{1280.0, 720.0});
  for (const double extent : size) {
    if (!(extent >= 1 && extent <= max_pixels) || extent != std::floor(extent)) {
      throw FileError(fmt::format("size has {} pixels; give 1 to {}", extent, max_pixels));
    }
  }
  const double scale = json.value("scale", 1.0);
  if (!(scale >= 0.5 && scale <= 8)) {
    throw FileError(fmt::format("scale is {}; give 0.5 to 8", scale));
  }
  const OrderedJson state = json.value("state", OrderedJson::object());
  require_object(state, "state");
  std::optional<std::uint64_t> frame;
  if (state.contains("frame")) {
    const OrderedJson& shown = state.at("frame");
    frame =
        shown.contains("number")
            ? static_cast<std::uint64_t>(whole_number(shown, "number", 0, static_cast<std::int64_t>(max_picture_frame)))
            : 0;
  }
  std::string name = text_entry(json, "name");
  if (!is_file_name(name)) {
    throw FileError(
        fmt::format("the name '{}' is no file name of letters, digits, '_', '-' and '.'", shown_line(name, 200)));
  }
  return {.name = std::move(name),
          .state = state.empty() ? "" : state.dump(),
          .options = {.width = static_cast<int>(size[0]),
                      .height = static_cast<int>(size[1]),
                      .scale = scale,
                      .frame = frame,
                      .steps = json.value("do", std::vector<std::string>{})},
          .varies = json.value("varies", std::vector<std::string>{})};
}

}  // namespace

ScreenshotList load_picture_list(const std::filesystem::path& path) {
  const std::vector<std::byte> bytes = read_file(path, largest_list_bytes);
  std::size_t entry = 0;
  const auto place = [&] { return entry == 0 ? path.string() : fmt::format("{}: picture {}", path.string(), entry); };
  try {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (is_nested_too_deep(text)) {
      throw FileError(fmt::format("it is nested deeper than {} levels", max_json_depth));
    }
    const OrderedJson json = OrderedJson::parse(text);
    require_object(json, "it");
    allow_only(json, {"texelscope_pictures", "fonts", "processor", "imgui", "pictures"});
    if (required_entry(json, "texelscope_pictures") != 1) {
      throw FileError("it is no list of pictures of version 1");
    }
    ScreenshotList list{.fonts = json.value("fonts", std::vector<std::string>{}),
                        .processor = json.value("processor", ""),
                        .imgui = json.value("imgui", ""),
                        .pictures = {}};
    if (!list.fonts.empty() && list.fonts.size() != 3) {
      throw FileError(fmt::format("there are {} fonts; name those of text, headings and values", list.fonts.size()));
    }
    const OrderedJson& pictures = required_entry(json, "pictures");
    if (!pictures.is_array()) {
      throw FileError("pictures is no list, […]");
    }
    for (const OrderedJson& each : pictures) {
      ++entry;
      list.pictures.push_back(picture_from(each));
      const std::string& name = list.pictures.back().name;
      if (std::ranges::count(list.pictures, name, &ListedScreenshot::name) > 1) {
        throw FileError(fmt::format("there is a picture '{}' before; give it another name", name));
      }
    }
    return list;
  } catch (const nlohmann::json::exception& error) {
    throw FileError(fmt::format("{}: {}; mend the entry", place(), json_reason(error)));
  } catch (const FileError& error) {
    throw FileError(fmt::format("{}: {}", place(), error.what()));
  }
}

}  // namespace texelscope::app
