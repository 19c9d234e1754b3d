#pragma once

#include <chrono>
#include <string_view>

/// What commands print. Results go to standard output, all else to standard error.
namespace texelscope::app {

/// Prints "texelscope: error: …" as message_line() has it, whatever the text holds.
void print_error(std::string_view text);
/// The same for "texelscope: warning: …" and "texelscope: …".
void print_warning(std::string_view text);
void print_note(std::string_view text);
/// Prints the colors that a picture's file asks for and that are not applied; nothing for an empty note.
void print_image_note(std::string_view path, std::string_view note);

/// Says how far long work is, on the last line of a terminal; nothing where standard error is none, and nothing for the
/// first half second, which is no long work. Its end clears the line.
class Progress {
 public:
  Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// Shown ten times a second at most.
  void show(std::string_view text);

 private:
  bool is_terminal_;
  bool is_shown_ = false;
  std::chrono::steady_clock::time_point due_;
};

}  // namespace texelscope::app
