#pragma once

#include <cstdint>
#include <filesystem>
#include <map>

namespace texelscope::app {

/// The files that a window may write over without asking: those that it opened or made.
class OwnFiles {
 public:
  /// As it is now: what another program makes of it later is no longer this window's.
  void add(const std::filesystem::path& path);
  /// Whether something of that name is there, also a link that leads nowhere, and none of these, or changed since.
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
