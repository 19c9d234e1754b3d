#pragma once

#include <cstddef>
#include <deque>
#include <string>

namespace texelscope::app {

struct State;

enum class NoticeKind : unsigned char { information, warning, error };

/// What a notice offers to do.
struct NoticeButton {
  std::string text;
  void (*press)(State& state) = nullptr;
};

/// Something said to the user: shown for a while over the viewport, and kept in the log.
struct Notice {
  NoticeKind kind = NoticeKind::information;
  std::string text;
  /// Seconds on the session's clock when it was last said.
  double time = 0;
  /// How often it was said in a row.
  unsigned count = 1;
  bool is_dismissed = false;
  /// Without a text, there is none. A notice that has one stays until it is dismissed.
  NoticeButton button{};
};

/// The notices of a session, oldest first.
class Notices {
 public:
  /// How many are kept; the oldest go first.
  static constexpr std::size_t capacity = 200;

  /// Says something at `now` seconds. What was said last is not said again but counted, and shown on only where it is
  /// not dismissed, so that an error of every frame is one notice.
  void notify(NoticeKind kind, std::string text, double now, NoticeButton button = {});
  /// Whether a notice is still shown at `now` seconds: information for 5 s, warnings for 8 s, errors for 12 s, what has
  /// a button until it is dismissed.
  [[nodiscard]] static bool is_shown(const Notice& notice, double now);
  /// Whether any is shown.
  [[nodiscard]] bool is_any_shown(double now) const;

  [[nodiscard]] std::deque<Notice>& entries() noexcept { return entries_; }
  [[nodiscard]] const std::deque<Notice>& entries() const noexcept { return entries_; }

 private:
  std::deque<Notice> entries_;
};

/// The text of the last error; empty for none.
[[nodiscard]] std::string last_error(const Notices& notices);

}  // namespace texelscope::app
