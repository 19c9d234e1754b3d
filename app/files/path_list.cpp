#include "app/files/path_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace texelscope::app {
namespace {

constexpr std::array image_extensions = {".png", ".jpg", ".jpeg", ".bmp", ".tga", ".hdr",
                                         ".pfm", ".pbm", ".pgm",  ".ppm", ".pnm"};

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

std::size_t last_part(const std::string& text) {
  const auto slash = text.rfind('/');
  return slash == std::string::npos ? 0 : slash + 1;
}

bool is_offered(const PathEntry& entry, const std::string& prefix) {
  const std::string name = lower(entry.name);
  if (!name.starts_with(prefix) || (name.starts_with('.') && !prefix.starts_with('.'))) {
    return false;
  }
  return entry.is_folder || is_image_name(name) || name.ends_with(".npy") || name.ends_with(".npz") ||
         name.ends_with(".json");
}

}  // namespace

bool is_image_name(const std::string& name) {
  return std::ranges::any_of(image_extensions, [&](const char* extension) { return lower(name).ends_with(extension); });
}

std::filesystem::path typed_path(const std::string& text) {
  if (const char* home = std::getenv("HOME"); home != nullptr && (text == "~" || text.starts_with("~/"))) {
    return std::string{home} + text.substr(1);
  }
  return text;
}

PathList list_path(const std::string& text) {
  PathList list;
  const std::size_t part = last_part(text);
  const std::string prefix = lower(text.substr(part));
  list.folder = part == 0 ? std::filesystem::path{"."} : typed_path(text.substr(0, part));
  std::error_code error;
  std::filesystem::directory_iterator iterator{list.folder, std::filesystem::directory_options::skip_permission_denied,
                                               error};
  while (!error && iterator != std::filesystem::directory_iterator{}) {
    std::error_code no_type;
    PathEntry entry{iterator->path().filename().string(), iterator->is_directory(no_type)};
    if (is_offered(entry, prefix)) {
      list.entries.push_back(std::move(entry));
    }
    iterator.increment(error);
  }
  if (error) {
    list.error = fmt::format("{}: {}", list.folder.string(), error.message());
  }
  std::ranges::sort(list.entries, [](const PathEntry& a, const PathEntry& b) {
    return a.is_folder != b.is_folder ? a.is_folder : lower(a.name) < lower(b.name);
  });
  if (list.entries.size() > PathList::capacity) {
    list.left_out = list.entries.size() - PathList::capacity;
    list.entries.resize(PathList::capacity);
  }
  return list;
}

std::string with_entry(const std::string& text, const PathEntry& entry) {
  return text.substr(0, last_part(text)) + entry.name + (entry.is_folder ? "/" : "");
}

std::string completed(const std::string& text, const PathList& list) {
  if (list.entries.empty() || list.left_out != 0) {
    return text;
  }
  if (list.entries.size() == 1) {
    return with_entry(text, list.entries.front());
  }
  std::string common = list.entries.front().name;
  for (const PathEntry& entry : list.entries) {
    const auto [end, other] = std::ranges::mismatch(common, entry.name);
    common.erase(end, common.end());
  }
  const std::size_t part = last_part(text);
  return common.size() > text.size() - part ? text.substr(0, part) + common : text;
}

}  // namespace texelscope::app
