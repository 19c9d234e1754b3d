#include "app/files/file_kinds.h"

#include <algorithm>
#include <cstddef>

namespace texelscope::app {

bool is_of_kind(const std::filesystem::path& file, const FileKind& kind) {
  const std::string ending = file.extension().string();
  return std::ranges::any_of(kind.endings,
                             [&](std::string_view known) { return !ending.empty() && ending.substr(1) == known; });
}

std::string small_extension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return extension;
}

std::string alternatives_text(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace texelscope::app
