#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace texelscope::app {

/// The names of a sequence's files: "frame_%05d.png" is frame_00042.png for frame 42; "%%" is a percent sign.
class FramePattern {
 public:
  /// @throws FileError for more than one number, or for a "%" that begins neither a number nor "%%".
  explicit FramePattern(const std::filesystem::path& path);

  /// Whether frames get files of their own.
  [[nodiscard]] bool has_number() const noexcept { return has_number_; }
  [[nodiscard]] std::filesystem::path path_of(std::uint64_t frame) const;

 private:
  std::string before_;
  std::string after_;
  bool has_number_ = false;
  int digits_ = 0;
};

}  // namespace texelscope::app
