#include "app/images/formats/picture_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "app/text/escape.h"

namespace texelscope::app {
namespace {

/// The names, of many the first.
std::string names_text(std::span<const std::string> names) {
  constexpr std::size_t max_listed = 12;
  constexpr std::size_t max_bytes = 60;
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), max_listed))) {
    text += fmt::format("{}'{}'", text.empty() ? "" : ", ", shown_line(name, max_bytes));
  }
  return names.size() > max_listed ? fmt::format("{} and {} more", text, names.size() - max_listed) : text;
}

}  // namespace

std::size_t chosen_part(const PictureFile& file, std::span<const std::string> names) {
  if (file.part.empty()) {
    return 0;
  }
  if (const auto named = std::ranges::find(names, file.part); named != names.end()) {
    return static_cast<std::size_t>(named - names.begin());
  }
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(file.part.data(), file.part.data() + file.part.size(), number);
  if (error == std::errc{} && end == file.part.data() + file.part.size() && number >= 1 && number <= names.size()) {
    return number - 1;
  }
  throw FileError(fmt::format("cannot read part '{}' of {}: it has {}; give a name, or a number of 1 to {}",
                              shown_line(file.part, 80), file.path.string(), names_text(names), names.size()));
}

void note_other_parts(Image& image, const PictureFile& file, std::span<const std::string> names) {
  if (names.size() > 1 && file.part.empty()) {
    add_note(image.note,
             fmt::format("it has {} parts, of which the first is read: {}", names.size(), names_text(names)));
  }
}

}  // namespace texelscope::app
