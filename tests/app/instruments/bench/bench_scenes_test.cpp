#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/cli/command_line.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;
using tests::run_command;

TEST(BenchScenes, ReportsTheTimeOfNamedScenes) {
  const tests::Outcome outcome = run_command(
      {"bench", "scenes", "fire", "plasma", "--device", "cpu", "--size", "16x12", "--frames", "2", "--json"});
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json.at("frames"), 2);
  EXPECT_EQ(json.at("width"), 16);
  ASSERT_EQ(json.at("figures").size(), 2U);
  EXPECT_EQ(json.at("figures")[0].at("scene"), "fire");
  const double ms = json.at("figures")[1].at("ms");
  EXPECT_GT(ms, 0);
  EXPECT_NEAR(json.at("figures")[1].at("frames_per_second").get<double>(), 1000 / ms, 1e-6);
  bool is_met = true;
  for (const Json& figure : json.at("figures")) {
    is_met = is_met && figure.at("frames_per_second") >= json.at("least_frames_per_second");
  }
  EXPECT_EQ(outcome.code, is_met ? 0 : 1);
}

TEST(BenchScenes, RejectsAnUnknownScene) {
  const tests::Outcome outcome = run_command({"bench", "scenes", "plasm", "--device", "cpu"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("plasma"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace texelscope::app
