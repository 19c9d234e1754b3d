#include "app/images/textures/ktx_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "app/text/escape.h"

namespace texelscope::app {

TextureShape read_ktx_shape(ByteReader& reader) {
  const auto number_or_1 = [&] { return std::max<std::uint32_t>(1, reader.number_32()); };
  TextureShape shape;
  shape.width = reader.number_32();
  shape.height = number_or_1();
  shape.depth = number_or_1();
  shape.layers = number_or_1();
  shape.faces = reader.number_32();
  shape.levels = number_or_1();
  return shape;
}

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
