#include "app/images/frame_recorder.h"

#include <fmt/format.h>

#include "app/files/file.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"

namespace texelscope::app {

FrameRecorder::FrameRecorder(const std::filesystem::path& out, int width, int height, std::uint64_t frames,
                             std::uint64_t step)
    : pattern_{out} {
  if (VideoPipe::is_video(out)) {
    if (pattern_.has_number()) {
      throw FileError(fmt::format("cannot write {}: a video is one file; leave the number out", out.string()));
    }
    video_ = std::make_unique<VideoPipe>(pattern_.path_of(0), width, height, step);
    return;
  }
  if (frames != 1 && !pattern_.has_number()) {
    throw FileError(fmt::format(
        "cannot write {} frames into {}: they need a name with a number, such as frame_%05d.png, or a video's, such as "
        "frames.mp4",
        frames, out.string()));
  }
  require_writable(pattern_.path_of(0));
}

void FrameRecorder::add(std::uint64_t number, const Image& frame) {
  if (video_) {
    video_->add(with_8_bits(frame));
  } else {
    save_png(pattern_.path_of(number), frame);
  }
  ++count_;
}

void FrameRecorder::finish() {
  if (video_) {
    video_->finish();
  }
}

}  // namespace texelscope::app
