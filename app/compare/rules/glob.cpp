#include "app/compare/rules/glob.h"

#include <fmt/format.h>

#include <cstddef>

#include "app/text/escape.h"

namespace texelscope::app {
namespace {

constexpr std::string_view any_folders = "**";

char small_letter(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

/// The number of bytes of the UTF-8 character at the start of a string; 1 if it is invalid.
std::size_t character_bytes(std::string_view text) {
  std::size_t bytes = 1;
  while (bytes < text.size() && is_within_letter(text[bytes])) {
    ++bytes;
  }
  return bytes;
}

/// Backtracks only to the last '*', so the time is at most the product of both lengths.
bool matches_characters(std::string_view pattern, std::string_view text, bool counts_capitals) {
  const auto is_same = [&](char a, char b) { return counts_capitals ? a == b : small_letter(a) == small_letter(b); };
  std::size_t at = 0;
  std::size_t read = 0;
  std::size_t behind_star = std::string_view::npos;
  std::size_t read_by_star = 0;
  while (read < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      behind_star = ++at;
      read_by_star = read;
    } else if (at < pattern.size() && pattern[at] == '?') {
      ++at;
      read += character_bytes(text.substr(read));
    } else if (at < pattern.size() && is_same(pattern[at], text[read])) {
      ++at;
      ++read;
    } else if (behind_star != std::string_view::npos) {
      at = behind_star;
      read_by_star += character_bytes(text.substr(read_by_star));
      read = read_by_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

std::string_view first_part(std::string_view path) { return path.substr(0, path.find('/')); }

std::string_view without_first_part(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
}

/// Backtracks only to the last "**", as matches_characters() does with '*'.
bool matches_parts(std::string_view pattern, std::string_view path) {
  std::string_view behind_folders;
  std::string_view path_of_folders;
  bool has_folders = false;
  while (!path.empty()) {
    const std::string_view part = first_part(pattern);
    if (part == any_folders) {
      pattern = behind_folders = without_first_part(pattern);
      path_of_folders = path;
      has_folders = true;
    } else if (!pattern.empty() && matches_characters(part, first_part(path), true)) {
      pattern = without_first_part(pattern);
      path = without_first_part(path);
    } else if (has_folders) {
      pattern = behind_folders;
      path = path_of_folders = without_first_part(path_of_folders);
    } else {
      return false;
    }
  }
  return pattern.empty();
}

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view path) {
  // A file may be named like a pattern.
  return pattern == path || matches_parts(pattern, path);
}

bool matches_text_glob(std::string_view pattern, std::string_view text) {
  return matches_characters(pattern, text, false);
}

std::string fault_of_glob(std::string_view pattern) {
  if (pattern.empty()) {
    return "it is empty; use ** for all images";
  }
  if (pattern.find('\\') != std::string_view::npos) {
    return "it contains a '\\'; use '/' between folders";
  }
  if (pattern.front() == '/' || pattern.back() == '/') {
    return "it begins or ends with '/'; use a path relative to the compared folder, such as gui/*.png";
  }
  for (std::string_view rest = pattern; !rest.empty(); rest = without_first_part(rest)) {
    const std::string_view part = first_part(rest);
    if (part.empty() || part == "." || part == "..") {
      return fmt::format("'{}' is not a subfolder; use a path relative to the compared folder", part);
    }
    if (part != any_folders && part.find(any_folders) != std::string_view::npos) {
      return fmt::format(
          "'{}' combines ** with other characters; use ** as a separate path component, such as "
          "gui/**/a.png",
          part);
    }
  }
  return "";
}

}  // namespace texelscope::app
