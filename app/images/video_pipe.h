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

/// The endings of the names of videos, without the dot.
inline constexpr std::array<std::string_view, 6> video_endings{"mp4", "mov", "mkv", "webm", "avi", "gif"};

/// A video that ffmpeg encodes as its frames come. Its file is complete or as it was: ffmpeg writes one beside it,
/// which takes its place in finish().
class VideoPipe {
 public:
  /// Behind "a name that ends in .png", in errors.
  static constexpr std::string_view endings_text = " or, for a video, in .mp4, .mov, .mkv, .webm, .avi or .gif";

  /// Whether the name ends as a video's: mp4, mov, mkv, webm, avi or gif.
  [[nodiscard]] static bool is_video(const std::filesystem::path& path);

  /// Starts ffmpeg: what TEXELSCOPE_FFMPEG names, else the one in an absolute folder of PATH. The video has 60 / `step`
  /// frames a second, so that every `step`-th frame plays in the time of the scene.
  /// @throws ChildError when there is none, with what to install; FileError when the folder cannot be written.
  VideoPipe(const std::filesystem::path& path, int width, int height, std::uint64_t step);
  VideoPipe(const VideoPipe&) = delete;
  VideoPipe& operator=(const VideoPipe&) = delete;
  /// Ends ffmpeg and removes its file, unless finish() came before.
  ~VideoPipe();

  /// The next frame: 4 channels of 8 bits. Waits while ffmpeg is busy. @throws FileError with what ffmpeg says.
  void add(const Image& frame);
  /// Waits for ffmpeg, and gives the file its name. @throws FileError with what ffmpeg says.
  void finish();

 private:
  class Process;
  std::filesystem::path path_;
  std::unique_ptr<gpu::ReplacementFile> file_;
  /// Ends before its file is removed.
  std::unique_ptr<Process> process_;
};

}  // namespace texelscope::app
