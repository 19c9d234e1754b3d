#pragma once

#include <cstdint>
#include <filesystem>
#include <map>

namespace texelscope::app {

/// The files that a window may overwrite without asking: those that it opened or created.
class OwnFiles {
 public:
  /// In its current state: a file that another program changes later is no longer this window's.
  void add(const std::filesystem::path& path);
  /// Whether a file of that name exists, including a dangling link, that is not one of these or has changed since.
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
