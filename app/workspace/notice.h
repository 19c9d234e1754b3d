#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string>

namespace texelscope::app {

enum class NoticeKind : unsigned char { information, warning, error };

/// An action that a notice offers.
struct NoticeButton {
  std::string text;
  std::function<void()> press{};
};

/// A message to the user: shown for a while over the viewport, and stored in the log.
struct Notice {
  NoticeKind kind = NoticeKind::information;
  std::string text;
  /// The time of the notice's last occurrence, in seconds on the session's clock.
  double time = 0;
  /// Number of consecutive occurrences.
  unsigned count = 1;
  bool is_dismissed = false;
  /// There is no button if its text is empty. A notice with a button stays until it is dismissed.
  NoticeButton button{};
};

/// The notices of a session, oldest first.
class Notices {
 public:
  /// Maximum number of notices; the oldest are dropped first.
  static constexpr std::size_t capacity = 200;

  /// Adds a notice at `now` seconds; a very long text is shortened in the middle, because its end says what to do. A
  /// repetition of the last notice is only counted, and extends its display, so that an error in every frame is one
  /// notice. If it was dismissed, it is shown again once it has not occurred for a second.
  void notify(NoticeKind kind, std::string text, double now, NoticeButton button = {});
  /// Whether a notice is still shown at `now` seconds: information for 5 s, warnings for 8 s, errors for 12 s, notices
  /// with a button until dismissed.
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
