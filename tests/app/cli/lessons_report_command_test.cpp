#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/lessons/lesson_results.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::tests {
namespace {

class LessonsReport : public testing::Test {
 protected:
  [[nodiscard]] std::string hand_in(const std::string& file, const std::string& student, bool is_right) const {
    return folder.write(file, app::results_text({.student = student,
                                                 .course = "C",
                                                 .saved = "now",
                                                 .lessons = {{"a", true, {{1, is_right ? "5" : "6", is_right}}}}}));
  }

  TemporaryFolder folder;
};

TEST_F(LessonsReport, SumsUpManyFiles) {
  const std::string ada = hand_in("ada.json", "Ada", true);
  const std::string ben = hand_in("ben.json", "Ben", false);
  const Outcome text = run_command({"lessons", "report", ada, ben});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_EQ(text.err, "");
  EXPECT_NE(text.out.find("C: 2 students, 1 of 2 answers right the first time"), std::string::npos) << text.out;
  const auto json = nlohmann::json::parse(run_command({"lessons", "report", ada, ben, "--json"}).out);
  EXPECT_EQ(json.at("courses").at(0).at("asked"), 2);
  EXPECT_TRUE(json.at("unread").empty());
  EXPECT_NE(run_command({"lessons", "report", ada, ben, "--csv"}).out.find("\"C\",\"Ben\",\"a\",true,true,0,1"),
            std::string::npos);
  EXPECT_NE(run_command({"lessons", "report", ada, ben, "--csv", "--steps"}).out.find("\"C\",\"a\",1,1,2,\"6\",1"),
            std::string::npos);
}

TEST_F(LessonsReport, NamesFilesThatItCannotReadAndGoesOn) {
  const std::string ada = hand_in("ada.json", "Ada", true);
  const std::string bad = folder.write("bad\x1b[31m.json", "no results");
  const Outcome text = run_command({"lessons", "report", bad, ada, folder / "missing.json"});
  EXPECT_EQ(text.code, 2);
  EXPECT_EQ(text.error_lines(), 2) << text.err;
  EXPECT_NE(text.err.find("missing.json"), std::string::npos);
  EXPECT_EQ(text.err.find('\x1b'), std::string::npos);
  EXPECT_NE(text.out.find("C: 1 student, 1 of 1 answers"), std::string::npos) << text.out;
  const Outcome as_json = run_command({"lessons", "report", bad, ada, "--json"});
  EXPECT_EQ(as_json.code, 2);
  const auto json = nlohmann::json::parse(as_json.out);
  EXPECT_EQ(json.at("courses").size(), 1U);
  EXPECT_EQ(json.at("unread").at(0).at("file"), bad);
  EXPECT_EQ(run_command({"lessons", "report", bad}).code, 2);
  EXPECT_EQ(run_command({"lessons", "report"}).code, 2);
  EXPECT_EQ(run_command({"lessons", "report", ada, "--json", "--csv"}).code, 2);
  EXPECT_EQ(run_command({"lessons", "report", ada, "--steps"}).code, 2);
}

TEST_F(LessonsReport, WarnsOfTwoFilesOfOneStudent) {
  const Outcome text =
      run_command({"lessons", "report", hand_in("1.json", "Ada", true), hand_in("2.json", "Ada", false)});
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.err.find("1.json"), std::string::npos) << text.err;
  EXPECT_NE(text.err.find("2.json"), std::string::npos) << text.err;
  EXPECT_NE(text.out.find("2 students"), std::string::npos) << "both count";
}

}  // namespace
}  // namespace texelscope::tests
