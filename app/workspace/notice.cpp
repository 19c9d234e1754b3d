#include "app/workspace/notice.h"

#include <algorithm>
#include <utility>

#include "app/text/escape.h"

namespace texelscope::app {
namespace {

constexpr std::size_t max_notice_bytes = 4000;
constexpr double seconds_between_occasions = 1;

}  // namespace

void Notices::notify(NoticeKind kind, std::string text, double now, NoticeButton button) {
  // The log draws all notices in each frame.
  text = shortened_in_middle(text, max_notice_bytes - max_notice_bytes / 4, max_notice_bytes / 4);
  if (!entries_.empty() && entries_.back().kind == kind && entries_.back().text == text) {
    Notice& last = entries_.back();
    last.is_dismissed = last.is_dismissed && now - last.time < seconds_between_occasions;
    last.time = now;
    ++last.count;
    return;
  }
  entries_.push_back({.kind = kind, .text = std::move(text), .time = now, .button = std::move(button)});
  if (entries_.size() > capacity) {
    entries_.pop_front();
  }
}

bool Notices::is_shown(const Notice& notice, double now) {
  const double seconds = notice.kind == NoticeKind::error ? 12 : notice.kind == NoticeKind::warning ? 8 : 5;
  return !notice.is_dismissed && (!notice.button.text.empty() || now - notice.time < seconds);
}

bool Notices::is_any_shown(double now) const {
  return std::ranges::any_of(entries_, [now](const Notice& notice) { return is_shown(notice, now); });
}

std::string last_error(const Notices& notices) {
  const auto found =
      std::ranges::find(notices.entries().rbegin(), notices.entries().rend(), NoticeKind::error, &Notice::kind);
  return found == notices.entries().rend() ? "" : found->text;
}

}  // namespace texelscope::app
