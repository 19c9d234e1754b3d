#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace texelscope::gpu {

/// Bytes by a key, each in a file of a folder. Any number of processes may use it. Keys are compared whole: an entry
/// with a different key or a bad checksum counts as missing.
class FileCache {
 public:
  FileCache(std::filesystem::path folder, std::uintmax_t max_bytes)
      : folder_{std::move(folder)}, max_bytes_{max_bytes} {}

  /// Nothing where there is none, or none that can be read.
  [[nodiscard]] std::optional<std::string> find(std::string_view key) const;
  /// Puts it into the place of what was there, and removes what was used longest ago while all files are larger than
  /// the limit. Returns why nothing was stored, as in a folder that cannot be written to; empty when it was.
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
