#include "app/images/frame_recorder.h"

#include <gtest/gtest.h>

#include "app/files/file_error.h"

namespace texelscope::app {
namespace {

TEST(FramePattern, NamesEachFrame) {
  EXPECT_EQ(FramePattern("out/frame_%05d.png").path_of(42), "out/frame_00042.png");
  EXPECT_EQ(FramePattern("%03d.png").path_of(12345), "12345.png");
  EXPECT_EQ(FramePattern("f%d.png").path_of(7), "f7.png");
  EXPECT_EQ(FramePattern("100%%_%d.png").path_of(7), "100%_7.png");
  EXPECT_TRUE(FramePattern("%d.png").has_number());
}

TEST(FramePattern, IsASingleNameWithoutANumber) {
  EXPECT_FALSE(FramePattern("one.png").has_number());
  EXPECT_EQ(FramePattern("one.png").path_of(3), "one.png");
}

TEST(FramePattern, RefusesInvalidNumbers) {
  for (const char* const name : {"%5d.png", "%s.png", "%", "a%0", "%d_%d.png", "%099d.png", "%-d.png"}) {
    try {
      const FramePattern pattern(name);
      ADD_FAILURE() << name << " is taken as " << pattern.path_of(1);
    } catch (const FileError& error) {
      EXPECT_NE(std::string(error.what()).find("write the frame number as %05d"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace texelscope::app
