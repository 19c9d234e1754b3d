#include "app/images/formats/picture_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/images/image_file.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

/// The names, or only the first few if there are many.
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
  if (const std::optional<std::size_t> part = find_part(names, file.part)) {
    return *part;
  }
  throw FileError(fmt::format("cannot read part '{}' of {}: it has {}; use a name, or a number from 1 to {}",
                              shown_line(file.part, 80), file.path.string(), names_text(names), names.size()));
}

void take_parts(Image& image, const PictureFile& file, std::span<const std::string> names, std::size_t num_noted) {
  if (names.size() > 1) {
    image.parts.assign(names.begin(), names.end());
    image.whole_parts = num_noted;
  }
  if (num_noted > 1 && file.part.empty()) {
    add_note(image.note,
             fmt::format("only the first of its {} parts is read: {}", num_noted, names_text(names.first(num_noted))));
  }
}

}  // namespace texelscope::app
