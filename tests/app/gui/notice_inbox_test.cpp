#include <gtest/gtest.h>

#include "app/gui/window_loop.h"

namespace texelscope::app {
namespace {

TEST(NoticeInbox, DropsWarningsButNoErrorsWhileTheyMayRevealAnAnswer) {
  NoticeInbox inbox;
  Notices notices;
  using Severity = gpu::Diagnostic::Severity;
  const auto add = [&] {
    inbox.add({.severity = Severity::warning, .text = "the hardware clamps"});
    inbox.add({.severity = Severity::error, .text = "a cleanup failed"});
  };
  add();
  inbox.empty_into(notices, 1, true);
  ASSERT_EQ(notices.entries().size(), 1U);
  EXPECT_EQ(notices.entries()[0].text, "a cleanup failed");
  add();
  inbox.empty_into(notices, 2, false);
  ASSERT_EQ(notices.entries().size(), 3U);
  EXPECT_EQ(notices.entries()[1].text, "the hardware clamps");
}

}  // namespace
}  // namespace texelscope::app
