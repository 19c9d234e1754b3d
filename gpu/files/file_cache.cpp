#include "gpu/files/file_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

#include "gpu/files/replacement_file.h"

namespace texelscope::gpu {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = "texelscope cache 1\n";
constexpr std::string_view ending = ".cached";

/// FNV-1a, 64 bits: names files and detects damage. Collisions are resolved by comparing keys.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char character : text) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211U;
  }
  return hash;
}

/// Magic string, hash of the rest, length of the key, key, bytes.
std::string entry_text(std::string_view key, std::string_view bytes) {
  const std::string rest = fmt::format("{}\n{}{}", key.size(), key, bytes);
  return fmt::format("{}{:016x}\n{}", mark, hash_of(rest), rest);
}

/// The contents of a file; empty if the file cannot be read.
std::optional<std::string> bytes_of(const fs::path& path) {
  try {
    std::ifstream file{path, std::ios::binary};
    std::string bytes{std::istreambuf_iterator<char>{file}, {}};
    return file ? std::optional{std::move(bytes)} : std::nullopt;
  } catch (const std::system_error&) {
    return std::nullopt;
  }
}

struct Entry {
  fs::path path;
  std::uintmax_t size_bytes;
  fs::file_time_type used;
};

/// The cache's own files; none if the folder does not exist.
std::vector<Entry> entries_of(const fs::path& folder) {
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::directory_iterator at{folder, error}; !error && at != fs::directory_iterator{}; at.increment(error)) {
    std::error_code gone;
    if (at->path().extension() == ending && at->is_regular_file(gone)) {
      const std::uintmax_t size = at->file_size(gone);
      const fs::file_time_type used = at->last_write_time(gone);
      if (!gone) {
        entries.push_back({at->path(), size, used});
      }
    }
  }
  return entries;
}

std::uintmax_t size_of(const std::vector<Entry>& entries) {
  std::uintmax_t size = 0;
  for (const Entry& entry : entries) {
    size += entry.size_bytes;
  }
  return size;
}

}  // namespace

fs::path FileCache::path_of(std::string_view key) const {
  return folder_ / fmt::format("{:016x}{}", hash_of(key), ending);
}

std::optional<std::string> FileCache::find(std::string_view key) const {
  const fs::path path = path_of(key);
  const std::optional<std::string> read = bytes_of(path);
  if (!read) {
    return std::nullopt;
  }
  std::string text = *read;
  const std::string expected = fmt::format("{}\n{}", key.size(), key);
  const std::size_t head = mark.size() + 17;
  if (text.size() < head + expected.size() || !text.starts_with(mark)) {
    return std::nullopt;
  }
  const std::string_view rest = std::string_view{text}.substr(head);
  if (text.compare(mark.size(), 17, fmt::format("{:016x}\n", hash_of(rest))) != 0 || !rest.starts_with(expected)) {
    return std::nullopt;
  }
  // The file's modification time stores the time of the last use.
  std::error_code error;
  fs::last_write_time(path, fs::file_time_type::clock::now(), error);
  text.erase(0, head + expected.size());
  return text;
}

std::string FileCache::store(std::string_view key, std::string_view bytes) const {
  const std::string text = entry_text(key, bytes);
  if (text.size() > max_bytes_) {
    return fmt::format("its {} bytes exceed the cache's limit of {}", text.size(), max_bytes_);
  }
  try {
    fs::create_directories(folder_);
    ReplacementFile file{path_of(key)};
    file.stream() << text;
    file.commit();
    remove_oldest();
    return {};
  } catch (const std::system_error& error) {
    return error.what();
  }
}

void FileCache::remove_oldest() const {
  std::vector<Entry> entries = entries_of(folder_);
  std::uintmax_t size = size_of(entries);
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& entry : entries) {
    if (size <= max_bytes_) {
      return;
    }
    std::error_code error;
    fs::remove(entry.path, error);
    size -= entry.size_bytes;
  }
}

std::uintmax_t FileCache::size_bytes() const { return size_of(entries_of(folder_)); }

void FileCache::clear() const {
  for (const Entry& entry : entries_of(folder_)) {
    fs::remove(entry.path);
  }
}

}  // namespace texelscope::gpu
