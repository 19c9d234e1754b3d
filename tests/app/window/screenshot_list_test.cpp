#include "app/window/screenshot_list.h"

#include <gtest/gtest.h>

#include "app/files/file_error.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

class ScreenshotListTest : public testing::Test {
 protected:
  [[nodiscard]] ScreenshotList read(const std::string& entries) const {
    return load_picture_list(folder.write("list.json", R"({"texelscope_pictures": 1, )" + entries + "}"));
  }
  [[nodiscard]] std::string error_of(const std::string& entries) const {
    try {
      static_cast<void>(read(entries));
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  }

  tests::TemporaryFolder folder;
};

TEST_F(ScreenshotListTest, HasTheEntriesOfEachPictureAndDefaultsForTheRest) {
  const ScreenshotList list = read(
      R"("fonts": ["a", "b", "c"], "pictures": [{"name": "plain"}, {"name": "full", "state": {"lab": "copies"},
         "size": [640, 400], "scale": 2, "do": ["press L"], "varies": ["times.*"]}])");
  EXPECT_EQ(list.fonts, (std::vector<std::string>{"a", "b", "c"}));
  ASSERT_EQ(list.pictures.size(), 2U);
  EXPECT_EQ(list.pictures[0].options.width, 1280);
  EXPECT_EQ(list.pictures[0].options.scale, 1);
  EXPECT_EQ(list.pictures[0].state, "");
  const ListedScreenshot& full = list.pictures[1];
  EXPECT_EQ(full.name, "full");
  EXPECT_EQ(full.state, R"({"lab":"copies"})");
  EXPECT_EQ(full.options.height, 400);
  EXPECT_EQ(full.options.scale, 2);
  EXPECT_EQ(full.options.steps, std::vector<std::string>{"press L"});
  EXPECT_EQ(full.varies, std::vector<std::string>{"times.*"});
  EXPECT_FALSE(full.options.frame);
  EXPECT_EQ(read(R"("pictures": [{"name": "a", "state": {"frame": {"number": 0}}}])").pictures[0].options.frame, 0U);
}

TEST_F(ScreenshotListTest, NamesTheWrongEntryAndItsPicture) {
  EXPECT_NE(
      error_of(R"("pictures": [{"name": "a"}, {"sise": [1, 1], "name": "b"}])").find("picture 2: unknown entry 'sise'"),
      std::string::npos);
  EXPECT_NE(error_of(R"("pictures": [{"state": {}}])").find("picture 1: name is missing"), std::string::npos);
  EXPECT_NE(error_of(R"("pictures": [{"name": "a", "size": [0, 5]}])").find("size[0] is 0; use an integer"),
            std::string::npos);
  EXPECT_NE(error_of(R"("pictures": [{"name": "a", "size": [1e300, 5]}])").find("size[0] is 1e+300"),
            std::string::npos);
  EXPECT_NE(error_of(R"("pictures": [{"name": "a", "size": [5, 4294967297]}])").find("size[1] is 4294967297"),
            std::string::npos);
  EXPECT_NE(error_of(R"("pictures": [{"name": "a", "size": [5, 2.5]}])").find("size[1] is 2.5"), std::string::npos);
  EXPECT_NE(error_of(R"("pictures": [{"name": "a", "size": [8193, 1]}])").find("size[0] is 8193; use an integer"),
            std::string::npos);
  EXPECT_NE(error_of(R"("pictures": [{"name": "a"}, {"name": "b", "size": [8192, 4320]}])")
                .find("picture 2: size: 8192 × 4320 are 35389440 pixels; use at most 33177600, such as [7680, 4320]"),
            std::string::npos);
  EXPECT_EQ(error_of(R"("pictures": [{"name": "a", "size": [7680, 4320]}, {"name": "b", "size": [1, 8192]}])"), "");
  EXPECT_NE(error_of(R"("pictures": [{"name": "a", "scale": 9}])").find("scale is 9"), std::string::npos);
  EXPECT_NE(error_of(R"("pictures": [{"name": "a"}, {"name": "a"}])").find("picture 2: the name 'a' is already in use"),
            std::string::npos);
  EXPECT_NE(error_of(R"("pictures": [{"name": "a", "state": {"frame": {"number": -1}}}])").find("number is -1"),
            std::string::npos);
  // The nesting is so deep that writing the state would exhaust the stack.
  const std::string nested = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_NE(error_of(R"("pictures": [{"name": "a", "state": )" + nested + "}]").find("nested deeper than 64 levels"),
            std::string::npos);
  EXPECT_NE(error_of(R"("fonts": ["a"], "pictures": [])").find("list.json: the list has 1 fonts"), std::string::npos);
}

TEST_F(ScreenshotListTest, RefusesNamesThatLeaveItsFolder) {
  for (const char* const name : {"../a", "/a", "a/b", "..", ".hidden", ""}) {
    const std::string error = error_of(R"("pictures": [{"name": ")" + std::string(name) + R"("}])");
    EXPECT_NE(error.find("is not a file name"), std::string::npos) << name << ": " << error;
  }
}

TEST_F(ScreenshotListTest, ReportsAFileThatIsNotAList) {
  const auto error_of_file = [&](const std::string& text) -> std::string {
    try {
      static_cast<void>(load_picture_list(folder.write("list.json", text)));
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  };
  const auto ends_with = [&](const std::string& text, const std::string& reason) {
    EXPECT_TRUE(error_of_file(text).ends_with(reason)) << error_of_file(text);
  };
  ends_with("[]", "it is []; use an object, {…}");
  ends_with("7", "it is 7; use an object, {…}");
  ends_with("{\"pictures\": [],\n\"pictures\": []}",
            "list.json: line 2: duplicate key pictures, first used in line 1; remove one of them");
  ends_with("{}", "texelscope_pictures is missing");
  ends_with(R"({"texelscope_pictures": 1})", "pictures is missing");
  ends_with(R"({"texelscope_pictures": 1, "pictures": {}})", "pictures is {}; use a list, […]");
  ends_with(R"({"texelscope_pictures": 1, "pictures": [7]})", "picture 1: it is 7; use an object, {…}");
  ends_with(R"({"texelscope_pictures": 1, "pictures": [{"name": "a", "state": 7}]})",
            "picture 1: state is 7; use an object, {…}");
}

}  // namespace
}  // namespace texelscope::app
