#include "app/files/path_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "app/text/name_order.h"
#include "gpu/files/untrusted_work.h"

namespace texelscope::app {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

std::size_t last_part(const std::string& text) {
  const auto slash = text.rfind('/');
  return slash == std::string::npos ? 0 : slash + 1;
}

bool begins_like(const PathEntry& entry, const std::string& prefix) {
  return lower(entry.name).starts_with(prefix) && (!entry.name.starts_with('.') || prefix.starts_with('.'));
}

}  // namespace

std::filesystem::path typed_path(const std::string& typed) {
  // Typing "//" or "/~/" after the folder in the field starts a new path.
  const std::size_t root = typed.rfind("//");
  const std::size_t home_folder = typed.rfind("/~/");
  std::string text = root == std::string::npos ? typed : typed.substr(root + 1);
  if (home_folder != std::string::npos && (root == std::string::npos || home_folder > root)) {
    text = typed.substr(home_folder + 1);
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && (text == "~" || text.starts_with("~/"))) {
    return std::string{home} + text.substr(1);
  }
  return text;
}

PathList list_path(const std::string& text, const std::function<bool(const std::filesystem::path& name)>& is_offered) {
  PathList list;
  const std::size_t part = last_part(text);
  const std::string prefix = lower(text.substr(part));
  list.folder = part == 0 ? std::filesystem::path{"."} : typed_path(text.substr(0, part));
  if (gpu::is_refused("list folder " + list.folder.string())) {
    return list;
  }
  std::error_code error;
  std::filesystem::directory_iterator iterator{list.folder, std::filesystem::directory_options::skip_permission_denied,
                                               error};
  while (!error && iterator != std::filesystem::directory_iterator{}) {
    std::error_code no_type;
    PathEntry entry{iterator->path().filename().string(), iterator->is_directory(no_type)};
    if (begins_like(entry, prefix) && (entry.is_folder || is_offered(entry.name))) {
      list.entries.push_back(std::move(entry));
    }
    iterator.increment(error);
  }
  if (error) {
    list.error = fmt::format("{}: {}", list.folder.string(), error.message());
  }
  sort_by_name(list.entries, [](const PathEntry& entry) { return entry.name; });
  std::ranges::stable_partition(list.entries, &PathEntry::is_folder);
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
