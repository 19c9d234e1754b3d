#include "app/workspace/notice.h"

#include <gtest/gtest.h>

namespace texelscope::app {
namespace {

TEST(Notices, CountsRepetitions) {
  Notices notices;
  for (int frame = 0; frame < 100; ++frame) {
    notices.notify(NoticeKind::error, "it failed", frame / 60.0);
  }
  ASSERT_EQ(notices.entries().size(), 1U);
  EXPECT_EQ(notices.entries().front().count, 100U);
}

TEST(Notices, DisappearAfterAWhileAndStayInTheLog) {
  Notices notices;
  notices.notify(NoticeKind::information, "saved", 10);
  EXPECT_TRUE(notices.is_any_shown(14));
  EXPECT_FALSE(notices.is_any_shown(16));
  EXPECT_EQ(notices.entries().size(), 1U);
}

TEST(Notices, StayIfTheyHaveAButton) {
  Notices notices;
  notices.notify(NoticeKind::warning, "another GPU draws", 0, {"Start again", [] {}});
  EXPECT_TRUE(notices.is_any_shown(1000));
  notices.entries().back().is_dismissed = true;
  EXPECT_FALSE(notices.is_any_shown(1000));
}

TEST(Notices, StayDismissedWhileTheyRepeatAndAreShownAgainOnTheNextOccasion) {
  Notices notices;
  notices.notify(NoticeKind::error, "cannot save", 1);
  notices.entries().back().is_dismissed = true;
  for (int frame = 0; frame < 120; ++frame) {
    notices.notify(NoticeKind::error, "cannot save", 1 + frame / 60.0);
  }
  EXPECT_FALSE(notices.is_any_shown(3)) << "an error in every frame";
  notices.notify(NoticeKind::error, "cannot save", 4.5);
  EXPECT_TRUE(notices.is_any_shown(4.5)) << "saved again, after a pause";
  EXPECT_EQ(notices.entries().size(), 1U);
}

TEST(Notices, AreShortenedInTheMiddle) {
  Notices notices;
  notices.notify(NoticeKind::error, "cannot read /" + std::string(100'000, 'x') + ": check the path", 0);
  const std::string& text = notices.entries().back().text;
  EXPECT_LT(text.size(), 5000U);
  EXPECT_TRUE(text.starts_with("cannot read /xxx")) << text.substr(0, 60);
  EXPECT_TRUE(text.ends_with("xxx: check the path")) << text.substr(text.size() - 60);
  notices.notify(NoticeKind::error, "cannot read /" + std::string(100'000, 'x') + ": check the path", 1);
  EXPECT_EQ(notices.entries().back().count, 2U);
}

TEST(Notices, KeepTheLatestOnly) {
  Notices notices;
  for (std::size_t i = 0; i < Notices::capacity + 5; ++i) {
    notices.notify(NoticeKind::warning, std::to_string(i), 0);
  }
  EXPECT_EQ(notices.entries().size(), Notices::capacity);
  EXPECT_EQ(notices.entries().front().text, "5");
}

}  // namespace
}  // namespace texelscope::app
