#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/cli/command_line.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;
using tests::Outcome;
using tests::run_command;

TEST(SweepCommand, PrintsATableOfScenariosAndCalls) {
  const Outcome text = run_command({"sweep", "--device", "cpu", "--scenario", "copy_linear"});
  EXPECT_EQ(text.code, 0) << text.out << text.err;
  EXPECT_NE(text.out.find("copy_linear"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("launch_failed"), std::string::npos) << text.out;
  const Json json = Json::parse(run_command({"sweep", "--device", "cpu", "--scenario", "copy_linear", "--json"}).out);
  EXPECT_EQ(json.at("device"), "cpu");
  EXPECT_TRUE(json.at("is_right"));
  ASSERT_EQ(json.at("sweeps").size(), 2U);
  for (const Json& sweep : json.at("sweeps")) {
    EXPECT_GE(sweep.at("calls"), 9);
    EXPECT_TRUE(sweep.at("wrong").empty()) << sweep;
  }
}

TEST(SweepCommand, ListsItsScenarios) {
  const Json json = Json::parse(run_command({"sweep", "--list", "--json"}).out);
  EXPECT_GE(json.at("scenarios").size(), 15U);
  EXPECT_NE(run_command({"sweep", "--list"}).out.find("device_switch"), std::string::npos);
}

TEST(StressCommand, ReportsItsWork) {
  const Outcome outcome = run_command({"stress", "--device", "cpu", "--operations", "500", "--threads", "3",
                                       "--streams", "5", "--no-frames", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json.at("operations"), 500);
  EXPECT_EQ(json.at("streams"), 5);
  EXPECT_TRUE(json.at("wrong").empty());
}

TEST(StressCommand, RunsFramesAndChecksForGrowth) {
  const Outcome outcome = run_command({"stress", "--device", "cpu", "--frames", "50", "--json"});
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json.at("frames"), 50);
  EXPECT_EQ(json.at("early_objects"), json.at("late_objects"));
}

TEST(StressCommand, SwitchesBetweenScenesAndChecksForGrowth) {
  const Outcome outcome = run_command({"stress", "--device", "cpu", "--scenes", "30", "--json"});
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json.at("switches"), 30);
  EXPECT_EQ(json.at("early_objects"), json.at("late_objects"));
  EXPECT_GT(json.at("slowest_ms"), 0);
}

}  // namespace
}  // namespace texelscope::app
