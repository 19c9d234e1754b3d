#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "app/images/image.h"
#include "app/images/video_pipe.h"

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

/// Writes the frames of a recording: PNG files, one for each frame where the name has a number, or a video.
class FrameRecorder {
 public:
  /// `frames` is how many there will be, 0 where that is not known yet.
  /// @throws FileError for a name that cannot hold them or cannot be written, ChildError for a video without ffmpeg.
  FrameRecorder(const std::filesystem::path& out, int width, int height, std::uint64_t frames, std::uint64_t step);

  /// A frame of the size told. @throws FileError, naming the file.
  void add(std::uint64_t number, const Image& frame);
  /// After the last frame. Without it a video is thrown away. @throws FileError.
  void finish();

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

 private:
  FramePattern pattern_;
  std::unique_ptr<VideoPipe> video_;
  std::uint64_t count_ = 0;
};

}  // namespace texelscope::app
