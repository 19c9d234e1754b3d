#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "app/images/image.h"

namespace texelscope::gpu {
class ReplacementFile;
}  // namespace texelscope::gpu

namespace texelscope::app {

/// The extensions of videos, without the dot.
inline constexpr std::array<std::string_view, 6> video_endings{"mp4", "mov", "mkv", "webm", "avi", "gif"};

/// A video that ffmpeg encodes frame by frame. Its file is either complete or unchanged: ffmpeg writes a temporary file
/// beside it, which replaces it in finish().
class VideoPipe {
 public:
  /// Continues "a name that ends in .png" in errors.
  static constexpr std::string_view endings_text = " or, for a video, in .mp4, .mov, .mkv, .webm, .avi or .gif";

  /// Whether the name has the extension of a video: mp4, mov, mkv, webm, avi or gif.
  [[nodiscard]] static bool is_video(const std::filesystem::path& path);

  /// Starts ffmpeg: TEXELSCOPE_FFMPEG if set, otherwise ffmpeg in an absolute folder of PATH. The video has 60 / `step`
  /// frames per second, so that recording every `step`-th frame plays at the speed of the scene. @throws ChildError,
  /// with what to install, if there is none; FileError if the folder cannot be written to.
  VideoPipe(const std::filesystem::path& path, int width, int height, std::uint64_t step);
  VideoPipe(const VideoPipe&) = delete;
  VideoPipe& operator=(const VideoPipe&) = delete;
  /// Ends ffmpeg and removes its file, unless finish() was called before.
  ~VideoPipe();

  /// Adds the next frame: 4 channels of 8 bits. Blocks while ffmpeg is busy. @throws FileError with ffmpeg's message.
  void add(const Image& frame);
  /// Waits for ffmpeg, and renames the file. @throws FileError with ffmpeg's message.
  void finish();

 private:
  class Process;
  std::filesystem::path path_;
  std::unique_ptr<gpu::ReplacementFile> file_;
  /// The process must end before its file is removed.
  std::unique_ptr<Process> process_;
};

}  // namespace texelscope::app
