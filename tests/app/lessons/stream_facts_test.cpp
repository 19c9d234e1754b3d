#include "app/lessons/lesson_facts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "app/text/parameter.h"
#include "tests/app/lessons/facts_fixture.h"
#include "texelscope/gpu/stream_profiler.h"

namespace texelscope::app {
namespace {

using StreamFactsOnEach = LessonFactsOnEach;

TEST_P(StreamFactsOnEach, LetStreamsRunIndependentlyUnlessAnEventOrdersThem) {
  const LessonFacts race = facts("streams", R"({"do": ["held_work a", "work b", "synchronize b", "is_done b",
                                                       "is_done a", "let_go", "synchronize a", "is_done a"]})");
  EXPECT_EQ(race.at("a.4"), "yes");
  EXPECT_EQ(race.at("a.5"), "no");
  EXPECT_EQ(race.at("a.8"), "yes");
  const LessonFacts order = facts("streams", R"({"do": ["held_work a", "record a e", "wait b e", "work b", "is_done b",
                                                        "is_reached e", "let_go", "synchronize b", "is_reached e"]})");
  EXPECT_EQ(order.at("a.5"), "no");
  EXPECT_EQ(order.at("a.6"), "no");
  EXPECT_EQ(order.at("a.9"), "yes");
}

TEST_P(StreamFactsOnEach, OrderWorkLikeTheDefaultStream) {
  const auto done_behind = [&](const std::string& held, const std::string& others) {
    const std::string kinds =
        R"("stream a blocking", "stream b blocking", "stream n non_blocking", "stream l legacy_default",
           "stream t per_thread_default", "held_work )" +
        held + "\"";
    std::string work;
    for (const char name : others) {
      work += std::string{R"(, "work )"} + name + "\"";
    }
    std::string names;
    for (const char name : others) {
      names += std::string{" "} + name;
    }
    const LessonFacts facts_of_streams =
        facts("streams", R"({"do": [)" + kinds + work + R"(, "count_done 300)" + names + R"(", "let_go"]})");
    return facts_of_streams.at(fmt::format("a.{}", 7 + others.size()));
  };
  // See "Stream synchronization behavior" in the documentation of the CUDA Runtime API.
  EXPECT_EQ(done_behind("a", "lb"), "0");   // The default stream waits for a, and b waits for the default stream.
  EXPECT_EQ(done_behind("a", "ln"), "1");   // n is not ordered with the default stream.
  EXPECT_EQ(done_behind("a", "tb"), "2");   // The per-thread default stream behaves like any other.
  EXPECT_EQ(done_behind("l", "ant"), "1");  // a and t wait for the legacy default stream, but n does not.
  EXPECT_EQ(done_behind("n", "lab"), "3");
}

TEST_P(StreamFactsOnEach, TreatAnUnrecordedEventAsComplete) {
  const LessonFacts forgotten =
      facts("streams", R"({"do": ["is_reached e", "wait b e", "work b", "synchronize b", "is_done b"]})");
  EXPECT_EQ(forgotten.at("a.1"), "yes");
  EXPECT_EQ(forgotten.at("a.5"), "yes");
  EXPECT_EQ(forgotten.at("a.refused"), "0");
}

TEST_P(StreamFactsOnEach, MeasureTheTimeBetweenTwoEvents) {
  const LessonFacts timed = facts("streams", R"({"do": ["timed e", "timed f", "record a e", "held_work a", "record a f",
                                                        "elapsed_ms e f", "let_go", "synchronize a",
                                                        "elapsed_ms e f"]})");
  EXPECT_EQ(timed.at("a.refused"), "6");
  EXPECT_GE(std::stod(timed.at("a.9")), 0.5);  // The kernel takes 0.6 ms.
  const LessonFacts plain =
      facts("streams", R"({"do": ["record a e", "work a", "record a f", "synchronize a", "elapsed_ms e f"]})");
  EXPECT_EQ(plain.at("a.refused"), "5");
}

TEST_P(StreamFactsOnEach, CountATimelineUp) {
  const LessonFacts turns = facts("timeline", R"({"do": ["wait_for s 1", "work s", "signal s 2", "is_done s", "value",
                                                         "host_signal 1", "synchronize s", "value", "signal s 1"]})");
  EXPECT_EQ(turns.at("a.4"), "no");
  EXPECT_EQ(turns.at("a.5"), "0");
  EXPECT_EQ(turns.at("a.8"), "2");
  EXPECT_EQ(turns.at("a.refused"), "9");
}

TEST_P(StreamFactsOnEach, GiveMemoryToTheNextAllocationOfTheStreamThatItWasFreedOn) {
  const std::string begin = R"({"do": ["allocate m a", "allocate seen b", "fill m 7 a", "record a written",
                                       "wait b written", "held_work b", "copy m seen b", )";
  const std::string end = R"("allocate n a", "fill n 9 a", "synchronize a", "let_go", "number seen b",
                             "has_place_of n m"]})";
  const LessonFacts early = facts("streams", begin + R"("free m a", )" + end);
  EXPECT_EQ(early.at("a.refused"), "0");
  // CUDA does not specify whether n reuses m's memory. If it does, the copy reads the contents of n.
  EXPECT_EQ(early.at("a.13"), early.at("a.14") == "yes" ? "9" : "7");
  if (device_id().kind == gpu::DeviceKind::cpu) {
    EXPECT_EQ(early.at("a.14"), "yes");
  }
  const LessonFacts ordered = facts("streams", begin + R"("free m b", )" + end);
  EXPECT_EQ(ordered.at("a.13"), "7");
  EXPECT_EQ(ordered.at("a.14"), "no");
}

TEST_P(StreamFactsOnEach, RefuseFreedMemory) {
  const LessonFacts freed = facts("streams", R"({"do": ["allocate m a", "free m a", "fill m 7 a", "number m a"]})");
  EXPECT_EQ(freed.at("a.refused"), "3");
  EXPECT_EQ(freed.at("a.4"), "refused");
}

TEST_P(StreamFactsOnEach, RunBothVersionsOfAnExperiment) {
  const LessonFacts wrong = facts("experiment", R"({"name": "one-event"})");
  EXPECT_EQ(wrong.at("a.is_correct"), "no");
  EXPECT_EQ(wrong.at("a.stale_pixels"), "6144");  // Half of 128 × 96.
  EXPECT_EQ(wrong.at("a.fresh_pixels"), "6144");
  const LessonFacts right = facts("experiment", R"({"name": "one-event", "is_right": true})");
  EXPECT_EQ(right.at("a.is_correct"), "yes");
  EXPECT_EQ(right.at("a.stale_pixels"), "0");
}

TEST_P(StreamFactsOnEach, KnowTheirOperations) {
  for (const char* const operation :
       {"nothing", "", "wait a", "signal s", "signal s many", "stream a", "stream a new", "count_done 5",
        "count_done soon a", "count_done 5000 a", "allocate m", "fill m 1 s"}) {
    EXPECT_THROW(static_cast<void>(facts("timeline", std::string{R"({"do": [")"} + operation + R"("]})")),
                 ParameterError)
        << operation;
  }
  EXPECT_THROW(static_cast<void>(facts("streams", R"({"do": ["work a", "stream a blocking"]})")), ParameterError);
  EXPECT_THROW(static_cast<void>(facts("experiment", R"({"name": "nothing"})")), ParameterError);
}

/// Each of these scripts would wait or work for minutes.
TEST_P(StreamFactsOnEach, EndInTimeOrFailWithTheOperationThatWaits) {
  const auto repeated = [](const std::string& text, int count) {
    std::string list = text;
    for (int i = 1; i < count; ++i) {
      list += ", " + text;
    }
    return "{\"do\": [" + list + "]}";
  };
  struct Script {
    const char* kind;
    std::string arguments;
    const char* error;
  };
  for (const auto& [kind, arguments, error] :
       {Script{"timeline", R"({"do": ["wait_for s 5"]})", ""},
        Script{"timeline", R"({"do": ["wait_for s 5", "synchronize s"]})", "compute 'a': 'synchronize s' did not end"},
        Script{"timeline", R"({"do": ["wait_for s 5", "allocate m s", "number m s"]})", "'number m s' did not end"},
        Script{"image", R"({"do": ["wait_for s 5", "register", "map s", "array", "unmap s"]})", "did not end"},
        Script{"image", R"({"do": ["register", "map", "array", "copy_out 99999999999"]})", "use at most 1048576"},
        Script{"streams", repeated(R"("held_work s", "synchronize s")", 100), "'synchronize s' did not end"},
        Script{"streams", repeated(R"("held_work s", "count_done 1000 s")", 100), "'count_done 1000 s' did not end"},
        Script{"streams", repeated(R"("work s")", 201), "it has 201 operations; use at most 200"},
        Script{"streams", repeated(R"("work s")", 200), ""}}) {
    if (device().id().kind == gpu::DeviceKind::cuda && arguments.find("wait_for") != std::string::npos &&
        std::string_view(kind) == "image") {
      continue;  // Only the CPU device waits for a timeline of the host.
    }
    const auto start = std::chrono::steady_clock::now();
    std::string failure;
    try {
      static_cast<void>(facts(kind, arguments));
    } catch (const ParameterError& exception) {
      failure = exception.what();
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    EXPECT_LT(took.count(), 4) << arguments.substr(0, 99);
    EXPECT_EQ(failure.empty(), std::string_view(error).empty()) << arguments.substr(0, 99) << ": " << failure;
    EXPECT_NE(failure.find(error), std::string::npos) << failure;
  }
}

/// The lanes of the timeline have the names that the lesson's text uses for the streams.
TEST(StreamFacts, GiveStreamsTheNamesOfTheText) {
  const auto profiler = std::make_shared<gpu::StreamProfiler>();
  const gpu::Device device = gpu::Device::open({}, {.observers = {}, .diagnostics = {}, .stream_profiler = profiler});
  profiler->set_on(true);
  LessonStep step;
  step.computations = {{"s", "streams", R"({"do": ["work producer", "work consumer", "synchronize producer"]})"}};
  static_cast<void>(facts_of(step, device));
  std::set<std::string> names;
  for (const gpu::ActivityRecord& record : profiler->records()) {
    if (record.device && record.stream) {
      names.insert(record.stream_name);
    }
  }
  names.erase("warm-up");
  EXPECT_EQ(names, (std::set<std::string>{"consumer", "producer"}));
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(StreamFactsOnEach);

}  // namespace
}  // namespace texelscope::app
