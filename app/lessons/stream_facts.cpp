#include "app/lessons/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/external_semaphore.h"

namespace texelscope::app {
namespace {

std::string yes_or_no(bool is_so) { return is_so ? "yes" : "no"; }

constexpr std::array<std::string_view, 6> without_stream = {"let_go",     "timed",       "is_reached",
                                                            "elapsed_ms", "host_signal", "value"};

/// Streams and events by their names, and work of theirs.
class StreamScript {
 public:
  /// Makes all streams and their memory at once: later a kernel that is held back might hold that up.
  StreamScript(const gpu::Device& device, std::span<const ScriptLine> lines) : device_{device}, gate_{device} {
    warm_up(device);
    for (const ScriptLine& line : lines) {
      if (std::ranges::find(without_stream, word_of(line, 0)) == without_stream.end()) {
        static_cast<void>(lane_of(line, 1));
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
    } else if (operation == "elapsed_ms") {
      return fmt::format("{:.3g}", gpu::elapsed_ms(event_of(line, 1), event_of(line, 2)));
    } else {
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
      refuse_operation(line, {"work", "held_work", "let_go", "timed", "record", "wait", "synchronize", "is_done",
                              "is_reached", "elapsed_ms", "signal", "wait_for", "host_signal", "value"});
    }
    return "";
  }

  Lane& lane_of(const ScriptLine& line, std::size_t position) {
    const std::string& name = word_of(line, position);
    const auto found = lanes_.find(name);
    if (found != lanes_.end()) {
      return found->second;
    }
    gpu::Stream stream = device_.create_stream(name);
    gpu::Buffer image = make_stale_image(device_, stream);
    stream.synchronize();
    return lanes_.emplace(name, Lane{std::move(stream), std::move(image)}).first->second;
  }

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
