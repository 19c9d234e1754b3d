#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "app/images/image.h"
#include "app/images/video_pipe.h"
#include "gpu/files/inner_file.h"

namespace texelscope::app {

/// The file names of a sequence: "frame_%05d.png" is frame_00042.png for frame 42; "%%" is a percent sign.
class FramePattern {
 public:
  /// @throws FileError for more than one number, or for a "%" that does not begin a number or "%%".
  explicit FramePattern(const std::filesystem::path& path);

  /// Whether each frame has its own file.
  [[nodiscard]] bool has_number() const noexcept { return has_number_; }
  [[nodiscard]] std::filesystem::path path_of(std::uint64_t frame) const;
  /// The folder of all frames, if the name has a number; otherwise none.
  [[nodiscard]] gpu::Folder folder() const;

 private:
  std::string before_;
  std::string after_;
  bool has_number_ = false;
  int digits_ = 0;
};

/// Writes the frames of a recording: PNG files, one per frame if the name has a number, or a video.
class FrameRecorder {
 public:
  /// `frames` is the number of frames, 0 if it is not known yet.
  /// @throws FileError for a name that is unsuitable for this number of frames or cannot be written, ChildError for a
  /// video without ffmpeg.
  FrameRecorder(const std::filesystem::path& out, int width, int height, std::uint64_t frames, std::uint64_t step);

  /// Adds a frame of the given size. @throws FileError, naming the file.
  void add(std::uint64_t number, const Image& frame);
  /// Call after the last frame; otherwise, a video is discarded. @throws FileError.
  void finish();

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

 private:
  FramePattern pattern_;
  gpu::Folder folder_;
  std::unique_ptr<VideoPipe> video_;
  std::uint64_t count_ = 0;
};

}  // namespace texelscope::app
