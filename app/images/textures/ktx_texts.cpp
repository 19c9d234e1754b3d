#include "app/images/textures/ktx_texts.h"

#include <fmt/format.h>

#include <string_view>

#include "app/text/escape.h"

namespace texelscope::app {

std::string ktx_orientation_note(std::span<const std::byte> texts) {
  constexpr std::string_view key("KTXorientation\0", 15);
  const std::string_view text(reinterpret_cast<const char*>(texts.data()), texts.size());
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) {
    return {};
  }
  std::string_view value = text.substr(at + key.size());
  value = value.substr(0, value.find('\0'));
  const bool is_as_pictures_are = value == "r" || value.starts_with("rd") || value.starts_with("S=r,T=d");
  return is_as_pictures_are
             ? ""
             : fmt::format("its orientation '{}' is not applied: rows are as stored", shown_line(value, 16));
}

}  // namespace texelscope::app
