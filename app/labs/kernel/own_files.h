#pragma once

#include <cstdint>
#include <filesystem>
#include <map>

namespace texelscope::app {

/// The files that a window may overwrite without asking: those that it opened or created.
class OwnFiles {
 public:
  /// Adds a file in its current state; if another program changes it later, it is no longer the window's own.
  void add(const std::filesystem::path& path);
  /// Whether a file with that name (or a dangling link) exists and either is not one of these files or has changed
  /// since.
  [[nodiscard]] bool is_of_others(const std::filesystem::path& path) const;

 private:
  struct Version {
    std::filesystem::file_time_type written_at;
    std::uintmax_t size_bytes = 0;
    bool operator==(const Version&) const = default;
  };
  [[nodiscard]] static Version version_of(const std::filesystem::path& path);

  std::map<std::filesystem::path, Version> versions_;
};

}  // namespace texelscope::app
