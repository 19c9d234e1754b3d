#include "app/gui/timing.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <thread>

namespace texelscope::app {
namespace {

TEST(Percentile, IsTheNearestRank) {
  std::vector<double> values(100);
  std::iota(values.rbegin(), values.rend(), 1.0);
  EXPECT_EQ(percentile(values, 0.95), 95);
  EXPECT_EQ(percentile(values, 0.5), 50);
  EXPECT_EQ(percentile(values, 0), 1);
  EXPECT_EQ(percentile(values, 1), 100);
  EXPECT_EQ(percentile(std::vector{7.0}, 0.95), 7);
  EXPECT_EQ(percentile({}, 0.95), 0);
}

TEST(Timing, CountsFromTheProcessesStart) {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const auto begin = std::chrono::steady_clock::now();
  const double now = milliseconds_since_process_start();
  std::this_thread::sleep_for(std::chrono::milliseconds{30});
  const double passed = milliseconds_since_process_start() - now;
  EXPECT_GT(now, 0);
  EXPECT_LT(now, 600'000);
  EXPECT_GE(passed, 29);
  EXPECT_LE(passed, Milliseconds(std::chrono::steady_clock::now() - begin).count() + 1);
}

TEST(Timing, WritesTheTimeToTheFirstFrameAndBetweenTheOthers) {
  Timing timing;
  for (int i = 0; i < 3; ++i) {
    timing.frame_is_shown({0.5, 2, 1.5});
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  const auto path =
      std::filesystem::temp_directory_path() / ("texelscope-timing-" + std::to_string(::getpid()) + ".json");
  timing.write(path);
  std::ifstream file{path};
  const auto json = nlohmann::json::parse(file);
  std::filesystem::remove(path);
  ASSERT_EQ(json.at("frame_ms").size(), 2U);
  EXPECT_GE(json.at("frame_ms")[0].get<double>(), 5);
  EXPECT_GE(json.at("p95").get<double>(), json.at("p50").get<double>());
  EXPECT_GT(json.at("first_frame_ms").get<double>(), 0);
  EXPECT_EQ(json.at("map_ms").get<double>(), 0.5);
  EXPECT_EQ(json.at("unmap_ms").get<double>(), 1.5);
}

}  // namespace
}  // namespace texelscope::app
