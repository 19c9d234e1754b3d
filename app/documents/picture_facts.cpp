#include "app/documents/picture_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/documents/picture_list.h"
#include "app/text/shown_path.h"

namespace texelscope::app {

std::string picture_facts(const LoadedImage& picture) {
  const Image& image = *picture.image;
  // The name of an array may have a dot.
  std::string kind = is_live_path(picture.path) ? "" : shown_path(picture.path.extension());
  std::ranges::transform(kind, kind.begin(), [](char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 32) : letter;
  });
  std::string text = kind.size() > 1 ? kind.substr(1) + ", " : "";
  text += fmt::format("{} × {}", image.width, image.height);
  if (image.depth > 1) {
    text += fmt::format(" × {}", image.depth);
  }
  if (image.stored) {
    return text + ", " + image.stored->name;
  }
  constexpr std::array names = {"", "gray", "gray and alpha", "RGB", "RGBA"};
  const char* const channels =
      image.is_red_green ? "red and green" : names.at(static_cast<std::size_t>(image.channels));
  return text + fmt::format(", {} of {}", channels, gpu::to_string(image.type));
}

}  // namespace texelscope::app
