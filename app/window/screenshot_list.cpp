#include "app/window/screenshot_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entry.h"
#include "app/files/json_text.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

constexpr std::uintmax_t largest_list_bytes = 1 << 20;
constexpr int max_side = 8192;
/// The pixels of an 8K display. A list may come from anyone, and time and memory grow with the pixels.
constexpr int max_pixels = 7680 * 4320;

std::pair<int, int> size_from(const JsonEntry& json) {
  const std::vector<JsonEntry> extents = json.elements();
  if (extents.size() != 2) {
    json.fail("use a width and a height, such as [1280, 720]");
  }
  const auto extent = [](const JsonEntry& each) { return static_cast<int>(each.whole_number(1, max_side)); };
  const auto [width, height] = std::pair{extent(extents[0]), extent(extents[1])};
  if (width * height > max_pixels) {
    json.fail_for(fmt::format("{} × {} are {} pixels; use at most {}, such as [7680, 4320]", width, height,
                              width * height, max_pixels));
  }
  return {width, height};
}

ListedScreenshot picture_from(const JsonEntry& json) {
  json.allow_only({"name", "state", "size", "scale", "do", "varies"});
  const auto size = json.find("size");
  const auto [width, height] = size ? size_from(*size) : std::pair{1280, 720};
  const double scale = json.number_or("scale", 1);
  if (!(scale >= 0.5 && scale <= 8)) {
    json.at("scale").fail("use 0.5 to 8");
  }
  const auto state = json.find("state");
  std::optional<std::uint64_t> frame;
  if (const auto shown = state ? state->find("frame") : std::nullopt) {
    const auto number = shown->find("number");
    frame =
        number ? static_cast<std::uint64_t>(number->whole_number(0, static_cast<std::int64_t>(max_picture_frame))) : 0;
  }
  std::string name = json.at("name").text();
  if (!is_file_name(name)) {
    throw FileError(
        fmt::format("the name '{}' is not a file name; use letters, digits, '_', '-' and '.'", shown_line(name, 200)));
  }
  // Member by member: if an entry of an initializer list throws, GCC 12 destroys the wrong members.
  ListedScreenshot listed;
  listed.name = std::move(name);
  listed.state = !state || state->members().empty() ? "" : state->json().dump();
  listed.options = {.width = width, .height = height, .scale = scale, .frame = frame};
  listed.options.steps = json.texts_or_none("do");
  listed.varies = json.texts_or_none("varies");
  return listed;
}

}  // namespace

ScreenshotList load_picture_list(const std::filesystem::path& path) {
  const std::vector<std::byte> bytes = read_file(path, largest_list_bytes);
  std::size_t entry = 0;
  const auto place = [&] { return entry == 0 ? path.string() : fmt::format("{}: picture {}", path.string(), entry); };
  try {
    const nlohmann::ordered_json file = parse_json(bytes);
    const JsonEntry json(file);
    json.allow_only({"texelscope_pictures", "fonts", "processor", "imgui", "pictures"});
    if (json.at("texelscope_pictures").json() != 1) {
      throw FileError("it is not a version 1 list of pictures");
    }
    ScreenshotList list{.fonts = json.texts_or_none("fonts"),
                        .processor = json.text_or("processor", ""),
                        .imgui = json.text_or("imgui", ""),
                        .pictures = {}};
    if (!list.fonts.empty() && list.fonts.size() != 3) {
      throw FileError(
          fmt::format("the list has {} fonts; name 3: those of text, headings and values", list.fonts.size()));
    }
    std::set<std::string> names;
    for (const JsonEntry& each : json.at("pictures").elements()) {
      ++entry;
      // The error is prefixed with the entry's number.
      list.pictures.push_back(picture_from(JsonEntry(each.json())));
      const std::string& name = list.pictures.back().name;
      if (!names.insert(name).second) {
        throw FileError(fmt::format("the name '{}' is already in use; use a different name for this picture", name));
      }
    }
    return list;
  } catch (const FileError& error) {
    throw FileError(fmt::format("{}: {}", place(), error.what()));
  }
}

}  // namespace texelscope::app
