#include "app/documents/picture_reader.h"

#include <gtest/gtest.h>

#include <future>
#include <string>

namespace texelscope::app {
namespace {

/// Reads pictures once the test allows it; an error in place of pixels names the file.
class PictureReaderTest : public testing::Test {
 protected:
  void TearDown() override {
    if (!is_allowed_) {
      allow();
    }
  }
  void allow() {
    is_allowed_ = true;
    allowed_.set_value();
  }

  std::promise<void> allowed_;
  bool is_allowed_ = false;
  PictureReader reader{[end = allowed_.get_future().share()](const WantedPicture& wanted) {
    end.wait();
    return ReadPicture{.wanted = wanted, .error = wanted.path.string()};
  }};
};

TEST_F(PictureReaderTest, ReadsOnePictureAtATimeAndTheLastWantedNext) {
  reader.want({"a.png"});
  EXPECT_TRUE(reader.is_busy());
  EXPECT_FALSE(reader.is_reading()) << "a session may still replace it";
  reader.update();
  reader.want({"b.png"});
  reader.want({"c.png", {}, PictureOrigin::list});
  reader.update();
  ASSERT_NE(reader.current(), nullptr);
  EXPECT_EQ(reader.current()->path, "a.png");
  EXPECT_FALSE(reader.take()) << "it is not read yet";
  allow();
  EXPECT_EQ(reader.wait().error, "a.png");
  reader.update();
  const ReadPicture next = reader.wait();
  EXPECT_EQ(next.error, "c.png");
  EXPECT_EQ(next.wanted.origin, PictureOrigin::list);
  EXPECT_FALSE(reader.is_busy());
}

TEST_F(PictureReaderTest, StopsAndForgets) {
  reader.want({"a.png"});
  reader.forget();
  reader.update();
  EXPECT_FALSE(reader.is_busy());
  reader.want({"a.png"});
  reader.update();
  reader.stop();
  EXPECT_FALSE(reader.is_busy());
  allow();
  EXPECT_FALSE(reader.take()) << "its result was abandoned";
}

}  // namespace
}  // namespace texelscope::app
