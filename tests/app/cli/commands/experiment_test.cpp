#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/images/image_file.h"
#include "app/labs/stream/experiments/experiment.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

TEST(ExperimentCommand, ListsTheExperiments) {
  const Outcome outcome = run_command({"experiment"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const ExperimentDeclaration& experiment : stream_experiments()) {
    EXPECT_NE(outcome.out.find(fmt::format("{:<16} {}\n", experiment.name, experiment.title)), std::string::npos)
        << experiment.name << " is not in " << outcome.out;
  }
  EXPECT_EQ(nlohmann::json::parse(run_command({"experiment", "--json"}).out).size(), stream_experiments().size());
}

TEST(ExperimentCommand, ReportsAndDrawsTheResult) {
  const TemporaryFolder folder;
  const std::string out = folder / "race.png";
  const Outcome outcome =
      run_command({"experiment", "no-wait", "--wrong", "--device", "cpu", "--leaks", "--json", "--out", out});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["version"], "wrong");
  EXPECT_EQ(json["device"], "cpu");
  EXPECT_FALSE(json["is_correct"].get<bool>());
  const Image picture = load_image(out);
  ASSERT_EQ(picture.width, 128);
  // The last pixel is red, because it is stale.
  const std::size_t last = picture.pixels.size() - static_cast<std::size_t>(picture.channels);
  EXPECT_EQ(std::to_integer<int>(picture.pixels[last]), 0xE0);
  const Outcome right = run_command({"experiment", "no-wait", "--device", "cpu", "--leaks"});
  EXPECT_EQ(right.code, 0) << right.err;
  EXPECT_NE(right.out.find("All 12,288 pixels are what the producer wrote."), std::string::npos) << right.out;
}

TEST(ExperimentCommand, RejectsUnknownExperiments) {
  const Outcome unknown = run_command({"experiment", "no-wat"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_EQ(unknown.error_lines(), 1) << unknown.err;
  const TemporaryFolder folder;
  const Outcome without_picture =
      run_command({"experiment", "allocation", "--device", "cpu", "--out", folder / "none.png"});
  EXPECT_EQ(without_picture.code, 2) << without_picture.err;
}

}  // namespace
}  // namespace texelscope::app
