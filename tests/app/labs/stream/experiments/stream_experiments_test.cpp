#include "app/labs/stream/experiments/experiment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/interop/gl_texture_provider.h"
#include "app/interop/offscreen_renderer.h"
#include "app/labs/stream/experiments/slow_image.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/stream_profiler.h"

namespace texelscope::app {
namespace {

class StreamExperimentsOnEach : public tests::DeviceTest {
 protected:
  ExperimentResult run(std::string_view name, bool is_right) {
    const ExperimentDeclaration& experiment = require_experiment(name);
    if (!experiment.needs_gl) {
      return run_experiment(experiment, {device()}, is_right);
    }
    const DeviceOffscreenGL offscreen = open_offscreen_gl(device(), [](std::string_view) {});
    GLTextureProvider images{offscreen.gl};
    return run_experiment(experiment, {device(), &images}, is_right);
  }
  /// The number of stale pixels in each band, computed from the image with a reference that is independent of the
  /// experiment.
  static std::vector<int> stale_by_band(const Image& picture) {
    std::vector<int> stale(12);
    for (int y = 0; y < 96; ++y) {
      for (int x = 0; x < 128; ++x) {
        const auto at = static_cast<std::size_t>(y * 128 + x) * 4;
        const auto channel = [&](std::size_t i) { return std::to_integer<int>(picture.pixels[at + i]); };
        stale[static_cast<std::size_t>(y / 8)] += channel(1) != 70 + x || channel(2) != 110 + y ? 1 : 0;
      }
    }
    return stale;
  }
};
TEXELSCOPE_INSTANTIATE_FOR_DEVICES(StreamExperimentsOnEach);

TEST_P(StreamExperimentsOnEach, AreNeverStaleInTheRightVersion) {
  for (const char* name : {"no-wait", "one-event", "map-and-launch", "closed-texture"}) {
    const ExperimentResult result = run(name, true);
    EXPECT_EQ(result.stale_pixels, 0) << name << ": " << result.verdict;
    EXPECT_TRUE(result.is_correct) << name;
    EXPECT_EQ(stale_by_band(result.picture), std::vector<int>(12)) << name;
  }
}

TEST_P(StreamExperimentsOnEach, LoseTheRaceWithoutAWait) {
  const ExperimentResult result = run("no-wait", false);
  EXPECT_FALSE(result.is_correct);
  const std::vector<int> stale = stale_by_band(result.picture);
  for (std::size_t band = 0; band < 4; ++band) {
    EXPECT_EQ(stale[band], 0) << band;
  }
  for (std::size_t band = 4; band < 12; ++band) {
    EXPECT_EQ(stale[band], 1024) << band;
  }
  EXPECT_EQ(result.stale_pixels, 8 * 1024);
  EXPECT_EQ(result.pixels, 128 * 96);
}

TEST_P(StreamExperimentsOnEach, SeeTheLatestRecordAtTheirWait) {
  const ExperimentResult result = run("one-event", false);
  EXPECT_FALSE(result.is_correct);
  std::vector<int> half(6, 0);
  half.resize(12, 1024);
  EXPECT_EQ(stale_by_band(result.picture), half);
}

TEST_P(StreamExperimentsOnEach, OverlapUnlessALaunchIsOnTheDefaultStream) {
  const ExperimentResult wrong = run("default-stream", false);
  EXPECT_FALSE(wrong.is_correct);
  ASSERT_EQ(wrong.numbers.size(), 1U);
  EXPECT_EQ(wrong.numbers[0].value, 0);
  const ExperimentResult right = run("default-stream", true);
  EXPECT_TRUE(right.is_correct) << right.verdict;
  EXPECT_EQ(right.numbers[0].value, 2);
}

TEST_P(StreamExperimentsOnEach, ReadAnOldImageThroughGLWhenTheMapIsOnAnotherStream) {
  const ExperimentResult result = run("map-and-launch", false);
  EXPECT_FALSE(result.is_correct);
  EXPECT_EQ(stale_by_band(result.picture), std::vector<int>(12, 1024));
}

TEST_P(StreamExperimentsOnEach, KeepAClosedTextureOnTheCPUDevice) {
  const ExperimentResult result = run("closed-texture", false);
  if (device().id().kind == gpu::DeviceKind::cpu) {
    EXPECT_EQ(result.stale_pixels, 0);
    EXPECT_NE(result.verdict.find("kept the closed texture alive"), std::string::npos) << result.verdict;
  }
}

TEST_P(StreamExperimentsOnEach, MeasureBothVersionsOfMappingAndAllocation) {
  for (const char* name : {"batched-mapping", "allocation"}) {
    const ExperimentResult right = run(name, true);
    const ExperimentResult wrong = run(name, false);
    EXPECT_TRUE(right.is_correct) << name;
    EXPECT_FALSE(wrong.is_correct) << name;
    ASSERT_EQ(right.numbers.size(), 2U) << name;
    EXPECT_GT(right.numbers[0].value, 0) << name;
    EXPECT_GT(wrong.numbers[0].value, 0) << name;
    EXPECT_EQ(right.picture.width, 0);
  }
  EXPECT_EQ(run("batched-mapping", true).numbers[1].value, 2);
  EXPECT_EQ(run("batched-mapping", false).numbers[1].value, 16);
}

/// The events of a correct version appear as arrows in the timeline, and order the work that it shows.
TEST(StreamExperiments, AreVisibleInTheTimesOfTheirWork) {
  for (const gpu::DeviceId id : tests::devices_to_test()) {
    const auto profiler = std::make_shared<gpu::StreamProfiler>();
    const gpu::Device device = gpu::Device::open(id, {.observers = {}, .diagnostics = {}, .stream_profiler = profiler});
    profiler->set_on(true);
    for (const bool is_right : {true, false}) {
      profiler->clear();
      static_cast<void>(
          run_experiment(require_experiment("no-wait"), {device, nullptr, [&] { profiler->clear(); }}, is_right));
      const std::vector<gpu::ActivityRecord> records = profiler->records();
      std::vector<gpu::ActivityRecord> launches;
      bool has_wait = false;
      for (const gpu::ActivityRecord& record : records) {
        has_wait = has_wait || record.waits_for != 0;
        if (record.name == "cuLaunchKernel") {
          launches.push_back(record);
        }
      }
      EXPECT_EQ(has_wait, is_right) << to_string(id);
      ASSERT_EQ(launches.size(), 13U) << to_string(id);
      const gpu::ActivityRecord& last_band = launches[11];
      const gpu::ActivityRecord& copy = launches[12];
      ASSERT_TRUE(last_band.device && copy.device) << to_string(id);
      EXPECT_EQ(copy.device->start >= last_band.device->end - std::chrono::microseconds{20}, is_right)
          << to_string(id)
          << (is_right ? ": the copy began before the last band was written" : ": the copy waited for the last band");
    }
  }
}

TEST(StreamExperiments, ShowThatTheOtherStreamsRanWhileTheFirstWasHeldBack) {
  for (const gpu::DeviceId id : tests::devices_to_test()) {
    const auto profiler = std::make_shared<gpu::StreamProfiler>();
    const gpu::Device device = gpu::Device::open(id, {.observers = {}, .diagnostics = {}, .stream_profiler = profiler});
    profiler->set_on(true);
    static_cast<void>(
        run_experiment(require_experiment("default-stream"), {device, nullptr, [&] { profiler->clear(); }}, true));
    std::vector<gpu::ActivitySpan> kernels;
    for (const gpu::ActivityRecord& record : profiler->records()) {
      if (record.name == "cuLaunchKernel" && record.device) {
        kernels.push_back(*record.device);
      }
    }
    ASSERT_EQ(kernels.size(), 3U) << to_string(id);
    EXPECT_LE(kernels[0].start, kernels[1].end) << to_string(id);
    EXPECT_GE(kernels[0].end, kernels[1].end) << to_string(id);
    EXPECT_GE(kernels[0].end, kernels[2].end) << to_string(id);
  }
}

/// The driver calls of an experiment after its preparations.
std::vector<std::string> calls_of(std::string_view name, bool is_right) {
  const auto profiler = std::make_shared<gpu::StreamProfiler>();
  const gpu::Device device = gpu::Device::open({}, {.observers = {}, .diagnostics = {}, .stream_profiler = profiler});
  profiler->set_on(true);
  static_cast<void>(run_experiment(require_experiment(name), {device, nullptr, [&] { profiler->clear(); }}, is_right));
  std::vector<std::string> names;
  for (const gpu::ActivityRecord& record : profiler->records()) {
    names.emplace_back(record.name);
  }
  return names;
}

TEST(StreamExperiments, MakeNoCallsThatTheirListingLacks) {
  for (const bool is_right : {false, true}) {
    const std::vector<std::string> calls = calls_of("no-wait", is_right);
    EXPECT_EQ(std::ranges::count(calls, "cuEventSynchronize"), 0) << is_right;
    EXPECT_EQ(std::ranges::count(calls, "cuEventRecord"), is_right ? 1 : 0);
    EXPECT_EQ(std::ranges::count(calls, "cuStreamWaitEvent"), is_right ? 1 : 0);
    EXPECT_EQ(std::ranges::count(calls_of("default-stream", is_right), "cuLaunchKernel"), 3) << "a, b and c";
  }
}

TEST(StreamExperiments, HaveNamesAndTextsForBothVersions) {
  std::set<std::string_view> names;
  for (const ExperimentDeclaration& experiment : stream_experiments()) {
    names.insert(experiment.name);
    for (const ExperimentVersion& version : {experiment.right, experiment.wrong}) {
      EXPECT_FALSE(version.code.empty()) << experiment.name;
      EXPECT_TRUE(version.text.ends_with(".")) << experiment.name;
    }
  }
  EXPECT_EQ(names.size(), stream_experiments().size());
}

/// An unnamed lane of the timeline would show a number that no text mentions.
TEST(StreamExperiments, NameEachOfTheirStreams) {
  const auto profiler = std::make_shared<gpu::StreamProfiler>();
  const gpu::Device device = gpu::Device::open({}, {.observers = {}, .diagnostics = {}, .stream_profiler = profiler});
  profiler->set_on(true);
  for (const ExperimentDeclaration& experiment : stream_experiments()) {
    if (experiment.needs_gl) {
      continue;
    }
    for (const bool is_right : {true, false}) {
      profiler->clear();
      static_cast<void>(run_experiment(experiment, {device}, is_right));
      std::size_t count = 0;
      for (const gpu::ActivityRecord& record : profiler->records()) {
        if (record.device && record.stream) {
          ++count;
          EXPECT_FALSE(record.stream_name.empty()) << experiment.name << ": " << record.name;
        }
      }
      EXPECT_GT(count, 0U) << experiment.name;
    }
  }
}

TEST(StreamExperiments, RejectUnknownNamesAndMissingGL) {
  try {
    static_cast<void>(require_experiment("no-wat"));
    FAIL();
  } catch (const gpu::InvalidArgument& error) {
    EXPECT_NE(std::string{error.what()}.find("no-wait"), std::string::npos) << error.what();
  }
  const gpu::Device device = gpu::Device::open({});
  EXPECT_THROW(static_cast<void>(run_experiment(require_experiment("map-and-launch"), {device}, true)),
               gpu::InvalidState);
}

}  // namespace
}  // namespace texelscope::app
