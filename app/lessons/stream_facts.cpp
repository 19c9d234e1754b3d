#include "app/lessons/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "app/device/host_timeline_semaphore.h"
#include "app/labs/stream/experiments/experiment.h"
#include "app/labs/stream/experiments/slow_image.h"
#include "app/lessons/lesson_script.h"
#include "app/text/parameter.h"
#include "app/text/setting_text.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/external_semaphore.h"

namespace texelscope::app {
namespace {

std::string yes_or_no(bool is_so) { return is_so ? "yes" : "no"; }

constexpr std::array<std::string_view, 6> without_stream = {"let_go",     "timed",       "is_reached",
                                                            "elapsed_ms", "host_signal", "value"};

/// Kinds of streams that `stream` makes: with and without CU_STREAM_NON_BLOCKING, and the two default streams.
enum class StreamKind : std::uint8_t { non_blocking, blocking, legacy_default, per_thread_default };
constexpr std::array<std::string_view, 4> stream_kinds = {"non_blocking", "blocking", "legacy_default",
                                                          "per_thread_default"};

/// A kernel that is held back ends by itself after two seconds.
constexpr std::uint64_t longest_wait_ms = 1000;

/// The names of the streams in an operation.
std::span<const std::string> streams_in(const ScriptLine& line) {
  const std::string& operation = word_of(line, 0);
  if (std::ranges::find(without_stream, operation) != without_stream.end()) {
    return {};
  }
  const std::size_t first = operation == "count_done" ? 2 : 1;
  static_cast<void>(word_of(line, first));
  const auto names = std::span{line}.subspan(first);
  return operation == "count_done" ? names : names.first(1);
}

/// Streams and events by their names, and work of theirs.
class StreamScript {
 public:
  /// Makes all streams and their memory at once: later a kernel that is held back might hold that up.
  StreamScript(const gpu::Device& device, std::span<const ScriptLine> lines) : device_{device}, gate_{device} {
    warm_up(device);
    for (const ScriptLine& line : lines) {
      for (const std::string& name : streams_in(line)) {
        if (word_of(line, 0) == "stream") {
          declare_lane(name, word_of(line, 2));
        } else {
          lane_of(name);
        }
      }
    }
  }
  ~StreamScript() { gate_.open(); }
  StreamScript(const StreamScript&) = delete;
  StreamScript& operator=(const StreamScript&) = delete;

  std::string perform(const ScriptLine& line) {
    const std::string& operation = word_of(line, 0);
    if (operation == "work" || operation == "held_work") {
      Lane& lane = lane_of(line, 1);
      write_band(lane.image, 0, operation == "held_work" ? &gate_ : nullptr, lane.stream);
    } else if (operation == "let_go") {
      gate_.open();
    } else if (operation == "timed") {
      events_.insert_or_assign(word_of(line, 1), device_.create_event({.has_timing = true}));
    } else if (operation == "record") {
      lane_of(line, 1).stream.record(event_of(line, 2));
    } else if (operation == "wait") {
      lane_of(line, 1).stream.wait(event_of(line, 2));
    } else if (operation == "synchronize") {
      lane_of(line, 1).stream.synchronize();
    } else if (operation == "is_done") {
      return yes_or_no(lane_of(line, 1).stream.is_done());
    } else if (operation == "is_reached") {
      return yes_or_no(event_of(line, 1).is_done());
    } else if (operation == "count_done") {
      return fmt::format("{}", count_done(line));
    } else if (operation == "elapsed_ms") {
      return fmt::format("{:.3g}", gpu::elapsed_ms(event_of(line, 1), event_of(line, 2)));
    } else if (operation != "stream") {
      return perform_on_timeline(line);
    }
    return "";
  }

 private:
  struct Lane {
    gpu::Stream stream;
    gpu::Buffer image;
  };

  std::string perform_on_timeline(const ScriptLine& line) {
    const std::string& operation = word_of(line, 0);
    if (operation == "signal") {
      semaphore().signal(lane_of(line, 1).stream, number_of(line, 2));
    } else if (operation == "wait_for") {
      semaphore().wait(lane_of(line, 1).stream, number_of(line, 2));
    } else if (operation == "host_signal") {
      semaphore();
      timeline_->signal(number_of(line, 1));
    } else if (operation == "value") {
      semaphore();
      return fmt::format("{}", timeline_->value());
    } else {
      refuse_operation(line,
                       {"stream", "work", "held_work", "let_go", "timed", "record", "wait", "synchronize", "is_done",
                        "count_done", "is_reached", "elapsed_ms", "signal", "wait_for", "host_signal", "value"});
    }
    return "";
  }

  std::size_t count_done(const ScriptLine& line) {
    const std::uint64_t longest = number_of(line, 1);
    if (longest > longest_wait_ms) {
      throw ParameterError(fmt::format("count_done waits {} ms: give {} at most", longest, longest_wait_ms));
    }
    std::vector<gpu::Stream> streams;
    std::ranges::transform(streams_in(line), std::back_inserter(streams),
                           [&](const std::string& name) { return lane_of(name).stream; });
    return app::count_done(streams, std::chrono::milliseconds{longest});
  }

  gpu::Stream make_stream(const std::string& name, StreamKind kind) const {
    if (kind == StreamKind::legacy_default) {
      return device_.default_stream();
    }
    if (kind == StreamKind::per_thread_default && device_.id().kind == gpu::DeviceKind::cuda) {
      return gpu::Stream::from_handle(device_, {2});
    }
    // The CPU device has no per-thread default stream. One is a blocking stream like those of cudaStreamCreate() (CUDA
    // Runtime API, stream synchronization behavior).
    return device_.create_stream({.is_blocking = kind != StreamKind::non_blocking, .name = name});
  }

  Lane& add_lane(const std::string& name, gpu::Stream stream) {
    gpu::Buffer image = make_stale_image(device_, stream);
    stream.synchronize();
    return lanes_.emplace(name, Lane{std::move(stream), std::move(image)}).first->second;
  }

  void declare_lane(const std::string& name, const std::string& kind) {
    if (lanes_.contains(name)) {
      throw ParameterError(fmt::format("the stream '{}' is there before it is made: make it first, and once", name));
    }
    StreamKind chosen{};
    take_choice("kind of stream", kind, stream_kinds, chosen);
    add_lane(name, make_stream(name, chosen));
  }

  Lane& lane_of(const std::string& name) {
    const auto found = lanes_.find(name);
    return found != lanes_.end() ? found->second : add_lane(name, make_stream(name, StreamKind::non_blocking));
  }
  Lane& lane_of(const ScriptLine& line, std::size_t position) { return lane_of(word_of(line, position)); }

  const gpu::Event& event_of(const ScriptLine& line, std::size_t position) {
    const std::string& name = word_of(line, position);
    const auto found = events_.find(name);
    return found != events_.end() ? found->second : events_.emplace(name, device_.create_event({})).first->second;
  }

  const gpu::ExternalSemaphore& semaphore() {
    if (!semaphore_) {
      timeline_ = std::make_shared<HostTimelineSemaphore>();
      semaphore_ = gpu::ExternalSemaphore::from_host_timeline(device_, timeline_);
    }
    return *semaphore_;
  }

  gpu::Device device_;
  Gate gate_;
  std::map<std::string, Lane, std::less<>> lanes_;
  std::map<std::string, gpu::Event, std::less<>> events_;
  std::shared_ptr<HostTimelineSemaphore> timeline_;
  std::optional<gpu::ExternalSemaphore> semaphore_;
};

}  // namespace

LessonFacts stream_facts(const std::string& arguments, const gpu::Device& device) {
  const std::vector<ScriptLine> lines = script_lines(arguments);
  StreamScript script{device, lines};
  return script_facts(lines, [&](const ScriptLine& line) { return script.perform(line); });
}

LessonFacts timeline_facts(const std::string& arguments) { return stream_facts(arguments, gpu::Device::open({})); }

LessonFacts experiment_facts(const std::string& arguments, const gpu::Device& device) {
  const auto json = nlohmann::json::parse(arguments);
  const ExperimentDeclaration& experiment = require_experiment(json.at("name").get<std::string>());
  const ExperimentResult result = run_experiment(experiment, {device}, json.value("is_right", false));
  LessonFacts facts{{"is_correct", yes_or_no(result.is_correct)},
                    {"stale_pixels", fmt::format("{}", result.stale_pixels)},
                    {"fresh_pixels", fmt::format("{}", result.pixels - result.stale_pixels)},
                    {"pixels", fmt::format("{}", result.pixels)},
                    {"verdict", result.verdict}};
  for (const ExperimentNumber& number : result.numbers) {
    facts[number.name] = fmt::format("{:.3g} {}", number.value, number.unit);
  }
  return facts;
}

}  // namespace texelscope::app
