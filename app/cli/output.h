#pragma once

#include <chrono>
#include <string_view>

/// Output of commands: results go to standard output; everything else goes to standard error.
namespace texelscope::app {

/// Prints "texelscope: error: …" through message_line(), which makes any string safe.
void print_error(std::string_view text);
/// Print "texelscope: warning: …" and "texelscope: …" likewise.
void print_warning(std::string_view text);
void print_note(std::string_view text);
/// Prints a note about color information of a picture file that is not applied; prints nothing for an empty note.
void print_image_note(std::string_view path, std::string_view note);

/// Shows the progress of long work on the last line of a terminal. Shows nothing if standard error is not a terminal,
/// or during the first half second. The destructor clears the line.
class Progress {
 public:
  Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// Updates at most ten times per second.
  void show(std::string_view text);

 private:
  bool is_terminal_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point due_;
};

}  // namespace texelscope::app
