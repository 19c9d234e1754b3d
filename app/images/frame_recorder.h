#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "app/images/frame_pattern.h"
#include "app/images/image.h"
#include "app/images/video_pipe.h"

namespace texelscope::app {

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
