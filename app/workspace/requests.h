#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace texelscope::app {

/// The contents of a file that the window writes, or of the clipboard: the shown picture, or else the frame.
enum class SavedKind : unsigned char { frame, picture, session, lab_file, video, lesson_results, clipboard };

/// A file to write.
struct SaveRequest {
  SavedKind kind = SavedKind::frame;
  /// Empty for a name that is free in the current folder.
  std::filesystem::path path{};
  /// Bits of each channel of a PNG.
  int png_bits = 8;
};

/// The output of a recording.
enum class RecordingKind : unsigned char { frames, video };

/// A recording to begin.
struct RecordRequest {
  RecordingKind kind = RecordingKind::video;
  /// Empty for a name that is free in the current folder.
  std::filesystem::path path{};
};

/// Requests to the loop, which owns the window and the device, and handles them once a frame.
struct Requests {
  std::optional<SaveRequest> save;
  /// Begins a recording, or ends the recording in progress, of either kind.
  std::optional<RecordRequest> record;
  /// Shows the values of the frame in the Tensors lab.
  bool frame_values = false;
  /// Text for the clipboard.
  std::optional<std::string> copied_text;
  bool quit = false;
};

}  // namespace texelscope::app
