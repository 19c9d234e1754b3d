#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace texelscope::gpu {

/// A key-value store of byte strings, with one file per entry in a folder. Any number of processes may use it. Keys are
/// compared in full: an entry with a different key or a bad checksum counts as missing.
class FileCache {
 public:
  FileCache(std::filesystem::path folder, std::uintmax_t max_bytes)
      : folder_{std::move(folder)}, max_bytes_{max_bytes} {}

  /// Empty if there is no readable entry.
  [[nodiscard]] std::optional<std::string> find(std::string_view key) const;
  /// Replaces an existing entry, and removes the least recently used entries while the total size exceeds the limit.
  /// Returns the reason if nothing was stored, as when the folder is not writable; empty on success.
  [[nodiscard]] std::string store(std::string_view key, std::string_view bytes) const;
  [[nodiscard]] std::uintmax_t size_bytes() const;
  /// @throws std::filesystem::filesystem_error.
  void clear() const;

 private:
  [[nodiscard]] std::filesystem::path path_of(std::string_view key) const;
  void remove_oldest() const;

  std::filesystem::path folder_;
  std::uintmax_t max_bytes_;
};

}  // namespace texelscope::gpu
