#include "inspect/sender/description.h"

#include <array>
#include <cstdio>
#include <span>

namespace texelscope::inspect {
namespace {

std::string list(std::span<const std::int64_t> numbers) {
  std::string text = "[";
  for (const std::int64_t number : numbers) {
    text += text.size() > 1 ? "," : "";
    text += std::to_string(number);
  }
  text += "]";
  return text;
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') {
      result += '\\';
      result += letter;
    } else if (static_cast<unsigned char>(letter) < 0x20) {
      std::array<char, 8> code{};
      std::snprintf(code.data(), code.size(), "\\u%04x", static_cast<unsigned>(letter));
      result += code.data();
    } else {
      result += letter;
    }
  }
  result += "\"";
  return result;
}

std::string description(std::string_view name, const CopiedArray& array) {
  const auto rank = static_cast<std::size_t>(array.layout.rank);
  std::string text = "{\"name\":" + quoted(name) + ",\"type\":" + quoted(array.layout.type) +
                     ",\"shape\":" + list(std::span{array.layout.shape}.first(rank)) +
                     ",\"strides\":" + list(std::span{array.layout.strides}.first(rank)) +
                     ",\"offset\":" + std::to_string(array.offset) + ",\"bytes\":" + std::to_string(array.bytes) +
                     ",\"time\":" + std::to_string(array.time) + ",\"skipped\":" + std::to_string(array.skipped);
  if (!array.texture.empty()) {
    text += ",\"texture\":" + array.texture;
  }
  return text;
}

}  // namespace texelscope::inspect
