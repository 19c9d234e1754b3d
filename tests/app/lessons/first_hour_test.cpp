#include <sstream>
#include <string>

#include "app/lessons/course_file.h"
#include "tests/app/labs/kernel/kernel_lab_fixture.h"
#include "tests/app/temporary_folder.h"

/// What docs/first-hour.md says of the program.
namespace texelscope::app {
namespace {

/// The page's words, separated by single spaces.
std::string page_text() {
  std::istringstream words{tests::file_bytes(std::string(TEXELSCOPE_DOCS_FOLDER "/first-hour.md"))};
  std::string text;
  for (std::string word; words >> word;) {
    text += word + ' ';
  }
  return text;
}

TEST(FirstHour, NamesTheFirstLessonByItsTitle) {
  EXPECT_NE(page_text().find("Start with *" + load_built_in_course().lessons.front().title + "*."), std::string::npos);
}

TEST_F(KernelLabTest, AMissingSemicolonIsReportedAtTheNextLine) {
  ASSERT_NE(page_text().find(
                "remove a semicolon: the error appears where the compiler misses it, at the start of the next line"),
            std::string::npos);
  compile(
      "TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {\n"
      "  int a = at.x\n"
      "  frame.output.write_2d(to_unorm8(Float4{1, 1, 1, 1}), at.x, a);\n"
      "}\n");
  ASSERT_FALSE(lab.messages().empty());
  EXPECT_EQ(lab.messages()[0].line, 3) << lab.messages()[0].text;
}

}  // namespace
}  // namespace texelscope::app
