#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/images/image_file.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;
using tests::run_command;

TEST(BenchGraphs, ReportsTheHostTimeForEachNumberOfLaunches) {
  const tests::Outcome outcome = run_command({"bench", "graphs", "--device", "cpu", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  std::vector<int> launches;
  for (const Json& figure : json.at("figures")) {
    launches.push_back(figure.at("launches"));
    for (const char* part : {"single_calls_us", "graph_launch_us", "record_us", "update_us"}) {
      EXPECT_GT(figure.at(part).get<double>(), 0) << part;
    }
  }
  EXPECT_EQ(launches, (std::vector{1, 5, 20, 100}));
}

TEST(RenderReplay, WritesTheBytesOfSingleCalls) {
  const tests::TemporaryFolder folder;
  const auto render = [&](const char* name, bool is_replayed) {
    std::vector<std::string> arguments{"render", "reaction_diffusion", "--frame", "4",     "--size",
                                       "40x30",  "--device",           "cpu",     "--out", folder / name};
    if (is_replayed) {
      arguments.emplace_back("--replay");
    }
    EXPECT_EQ(run_command(arguments).code, 0);
    return load_image(folder / name).pixels;
  };
  EXPECT_EQ(render("replayed.png", true), render("single.png", false));
}

}  // namespace
}  // namespace texelscope::app
