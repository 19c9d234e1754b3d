#include "app/images/frame_recorder.h"

#include <fmt/format.h>

#include "app/files/file_error.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"

namespace texelscope::app {

FramePattern::FramePattern(const std::filesystem::path& path) {
  constexpr int max_digits = 20;
  const std::string text = path.string();
  const auto fail = [&](const char* reason) {
    throw FileError(
        fmt::format("cannot write {}: {}; write the frame number as %05d, and a percent sign as %%", text, reason));
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string& part = has_number_ ? after_ : before_;
    if (text[at] != '%') {
      part += text[at];
      continue;
    }
    ++at;
    if (at < text.size() && text[at] == '%') {
      part += '%';
      continue;
    }
    if (has_number_) {
      fail("it has two frame numbers");
    }
    // Without a leading zero, a width would pad with spaces.
    const bool has_width = at < text.size() && text[at] == '0';
    int digits = 0;
    for (; has_width && at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      digits = 10 * digits + (text[at] - '0');
      if (digits > max_digits) {
        fail("its frame number has more than 20 digits");
      }
    }
    if (at >= text.size() || text[at] != 'd') {
      fail("its % does not begin a frame number");
    }
    has_number_ = true;
    digits_ = digits;
  }
}

std::filesystem::path FramePattern::path_of(std::uint64_t frame) const {
  return has_number_ ? fmt::format("{}{:0{}}{}", before_, frame, digits_, after_) : before_;
}

gpu::Folder FramePattern::folder() const {
  const std::filesystem::path before(before_);
  return !has_number_ ? gpu::Folder() : before.has_parent_path() ? before.parent_path() : std::filesystem::path(".");
}

FrameRecorder::FrameRecorder(const std::filesystem::path& out, int width, int height, std::uint64_t frames,
                             std::uint64_t step)
    : pattern_{out}, folder_{pattern_.folder()} {
  if (VideoPipe::is_video(out)) {
    if (pattern_.has_number()) {
      throw FileError(fmt::format("cannot write {}: a video is one file; omit the frame number", out.string()));
    }
    video_ = std::make_unique<VideoPipe>(pattern_.path_of(0), width, height, step);
    return;
  }
  if (frames != 1 && !pattern_.has_number()) {
    throw FileError(
        fmt::format("cannot write {} frames to {}: use a name with a frame number, such as frame_%05d.png, or a video "
                    "name, such as frames.mp4",
                    frames, out.string()));
  }
  require_writable_png(pattern_.path_of(0), VideoPipe::endings_text);
}

void FrameRecorder::add(std::uint64_t number, const Image& frame) {
  if (video_) {
    video_->add(with_8_bits(frame));
  } else {
    save_png({pattern_.path_of(number), folder_}, frame);
  }
  ++count_;
}

void FrameRecorder::finish() {
  if (video_) {
    video_->finish();
  }
}

}  // namespace texelscope::app
