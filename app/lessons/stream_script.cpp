#include "app/lessons/stream_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <utility>

#include "app/device/scoped_synchronize.h"
#include "app/labs/stream/experiments/experiment.h"
#include "app/lessons/lesson_facts.h"
#include "app/text/parameter.h"
#include "app/text/setting_text.h"

namespace texelscope::app {
namespace {

/// Each memory block of a script has 64 32-bit numbers.
constexpr std::size_t memory_numbers = 64;

constexpr std::array stream_operations{
    StreamOperation{"work", 1},        StreamOperation{"held_work", 1}, StreamOperation{"let_go"},
    StreamOperation{"synchronize", 1}, StreamOperation{"is_done", 1},   StreamOperation{"timed"},
    StreamOperation{"record", 1},      StreamOperation{"wait", 1},      StreamOperation{"is_reached"},
    StreamOperation{"elapsed_ms"},     StreamOperation{"signal", 1},    StreamOperation{"wait_for", 1},
    StreamOperation{"host_signal"},    StreamOperation{"value"},        StreamOperation{"allocate", 2},
    StreamOperation{"fill", 3},        StreamOperation{"copy", 3},      StreamOperation{"free", 2},
    StreamOperation{"number", 2},      StreamOperation{"has_place_of"}, StreamOperation{"stream", 1},
    StreamOperation{"count_done"}};

/// Kinds of streams that `stream` creates: with and without CU_STREAM_NON_BLOCKING, and the two default streams.
enum class StreamKind : std::uint8_t { non_blocking, blocking, legacy_default, per_thread_default };
constexpr std::array<std::string_view, 4> stream_kinds = {"non_blocking", "blocking", "legacy_default",
                                                          "per_thread_default"};

/// A blocked kernel ends by itself after two seconds.
constexpr std::uint64_t longest_wait_ms = 1000;

gpu::Stream make_stream(const gpu::Device& device, const std::string& name, StreamKind kind) {
  if (kind == StreamKind::legacy_default) {
    return device.default_stream();
  }
  if (kind == StreamKind::per_thread_default && device.id().kind == gpu::DeviceKind::cuda) {
    return gpu::Stream::from_handle(device, {2});
  }
  // The CPU device has no per-thread default stream. A blocking stream takes its place, because a per-thread default
  // stream is blocking, too, like those of cudaStreamCreate() (CUDA Runtime API, stream synchronization behavior).
  return device.create_stream({.is_blocking = kind != StreamKind::non_blocking, .name = name});
}

/// The position of the stream's name in a line; 0 for none.
std::size_t stream_position(const ScriptLine& line, std::span<const StreamOperation> operations) {
  const auto found = std::ranges::find(operations, word_of(line, 0), &StreamOperation::name);
  return found != operations.end() ? found->stream : 0;
}

/// Loads the code of fills and copies, as warm_up() does for kernels. The memory comes from a different pool than the
/// script's, so that the script cannot reuse it.
void warm_up_memory(const gpu::Device& device) {
  const gpu::Stream stream = device.create_stream("warm-up");
  const gpu::Buffer one = device.allocate(memory_numbers * sizeof(std::uint32_t), stream);
  const gpu::Buffer other = device.allocate(memory_numbers * sizeof(std::uint32_t), stream);
  one.fill(std::uint32_t{0}, stream);
  other.copy_from(one, stream);
  stream.synchronize();
}

}  // namespace

StreamScript::StreamScript(const gpu::Device& device, std::span<const ScriptLine> lines, ComputationDeadline deadline,
                           std::span<const StreamOperation> others)
    : device_{device}, deadline_{deadline}, gate_{device} {
  warm_up(device);
  for (const ScriptLine& line : lines) {
    make_streams_of(line, others);
    if (word_of(line, 0) == "allocate") {
      static_cast<void>(pool());
    }
  }
  watchdog_ = std::jthread{[this](const std::stop_token& stop) {
    std::mutex mutex;
    std::unique_lock lock{mutex};
    if (!std::condition_variable_any{}.wait_until(lock, stop, deadline_, [&] { return stop.stop_requested(); })) {
      release();
    }
  }};
}

StreamScript::~StreamScript() { finish(); }

void StreamScript::release() noexcept {
  gate_.open();
  timeline_->signal(std::numeric_limits<std::uint64_t>::max());
}

void StreamScript::finish() noexcept {
  release();
  for (const auto& [name, lane] : lanes_) {
    const ScopedSynchronize synchronize{lane.stream};
  }
}

std::span<const StreamOperation> StreamScript::operations() { return stream_operations; }

std::vector<std::string_view> StreamScript::names(std::span<const StreamOperation> others) {
  std::vector<std::string_view> all;
  for (const auto operations : {others, StreamScript::operations()}) {
    for (const StreamOperation& operation : operations) {
      all.push_back(operation.name);
    }
  }
  return all;
}

std::optional<std::string> StreamScript::perform(const ScriptLine& line) {
  for (const auto perform_part : {&StreamScript::perform_on_stream, &StreamScript::perform_on_event,
                                  &StreamScript::perform_on_timeline, &StreamScript::perform_on_memory}) {
    if (auto said = (this->*perform_part)(line)) {
      return said;
    }
  }
  return std::nullopt;
}

void StreamScript::make_streams_of(const ScriptLine& line, std::span<const StreamOperation> others) {
  const std::string& operation = word_of(line, 0);
  if (operation == "stream") {
    const std::string& name = word_of(line, 1);
    if (lanes_.contains(name)) {
      throw ParameterError(
          fmt::format("the stream '{}' is used or created before this line; create it first, and only once", name));
    }
    StreamKind kind{};
    take_choice("kind of stream", word_of(line, 2), stream_kinds, kind);
    add_lane(name, make_stream(device_, name, kind));
    return;
  }
  if (operation == "count_done") {
    static_cast<void>(word_of(line, 2));
    for (const std::string& name : std::span{line}.subspan(2)) {
      static_cast<void>(lane_of(name));
    }
  }
  for (const std::size_t position : {stream_position(line, stream_operations), stream_position(line, others)}) {
    if (position != 0 && position < line.size()) {
      static_cast<void>(lane_of(line, position));
    }
  }
}

std::size_t StreamScript::count_done_in(const ScriptLine& line) {
  const std::uint64_t longest = number_of(line, 1);
  if (longest > longest_wait_ms) {
    throw ParameterError(fmt::format("count_done would wait {} ms; use at most {}", longest, longest_wait_ms));
  }
  std::vector<gpu::Stream> streams;
  for (const std::string& name : std::span{line}.subspan(2)) {
    streams.push_back(lane_of(name).stream);
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - std::chrono::steady_clock::now());
  return count_done(streams, std::min(std::chrono::milliseconds{longest}, left));
}

std::optional<std::string> StreamScript::perform_on_stream(const ScriptLine& line) {
  const std::string& operation = word_of(line, 0);
  if (operation == "work" || operation == "held_work") {
    const Lane& lane = lane_of(line, 1);
    write_band(lane.image, 0, operation == "held_work" ? &gate_ : nullptr, lane.stream);
  } else if (operation == "let_go") {
    gate_.open();
  } else if (operation == "synchronize") {
    lane_of(line, 1).stream.synchronize();
  } else if (operation == "is_done") {
    return yes_or_no(lane_of(line, 1).stream.is_done());
  } else if (operation == "count_done") {
    return fmt::format("{}", count_done_in(line));
  } else if (operation != "stream") {
    return std::nullopt;
  }
  return "";
}

std::optional<std::string> StreamScript::perform_on_event(const ScriptLine& line) {
  const std::string& operation = word_of(line, 0);
  if (operation == "timed") {
    events_.insert_or_assign(word_of(line, 1), device_.create_event({.has_timing = true}));
  } else if (operation == "record") {
    lane_of(line, 1).stream.record(event_of(line, 2));
  } else if (operation == "wait") {
    lane_of(line, 1).stream.wait(event_of(line, 2));
  } else if (operation == "is_reached") {
    return yes_or_no(event_of(line, 1).is_done());
  } else if (operation == "elapsed_ms") {
    return fmt::format("{:.3g}", gpu::elapsed_ms(event_of(line, 1), event_of(line, 2)));
  } else {
    return std::nullopt;
  }
  return "";
}

std::optional<std::string> StreamScript::perform_on_timeline(const ScriptLine& line) {
  const std::string& operation = word_of(line, 0);
  if (operation == "signal") {
    semaphore().signal(lane_of(line, 1).stream, number_of(line, 2));
  } else if (operation == "wait_for") {
    semaphore().wait(lane_of(line, 1).stream, number_of(line, 2));
  } else if (operation == "host_signal") {
    static_cast<void>(semaphore());
    timeline_->signal(number_of(line, 1));
  } else if (operation == "value") {
    static_cast<void>(semaphore());
    return fmt::format("{}", timeline_->value());
  } else {
    return std::nullopt;
  }
  return "";
}

std::optional<std::string> StreamScript::perform_on_memory(const ScriptLine& line) {
  const std::string& operation = word_of(line, 0);
  if (operation == "allocate") {
    gpu::Buffer buffer = pool().allocate(memory_numbers * sizeof(std::uint32_t), stream_of(line, 2));
    const gpu::DevicePointer place = buffer.handle();
    memories_.insert_or_assign(word_of(line, 1), Memory{std::move(buffer), place});
  } else if (operation == "fill") {
    memory_of(line, 1).buffer.fill(static_cast<std::uint32_t>(number_of(line, 2)), stream_of(line, 3));
  } else if (operation == "copy") {
    memory_of(line, 2).buffer.copy_from(memory_of(line, 1).buffer, stream_of(line, 3));
  } else if (operation == "free") {
    memory_of(line, 1).buffer.close(stream_of(line, 2));
  } else if (operation == "number") {
    std::vector<std::uint32_t> numbers(memory_numbers);
    const gpu::Stream& stream = stream_of(line, 2);
    memory_of(line, 1).buffer.copy_to(numbers, stream);
    stream.synchronize();
    return fmt::format("{}", numbers.front());
  } else if (operation == "has_place_of") {
    return yes_or_no(memory_of(line, 1).place == memory_of(line, 2).place);
  } else {
    return std::nullopt;
  }
  return "";
}

const StreamScript::Lane& StreamScript::add_lane(const std::string& name, gpu::Stream stream) {
  gpu::Buffer image = make_stale_image(device_, stream);
  stream.synchronize();
  return lanes_.emplace(name, Lane{std::move(stream), std::move(image)}).first->second;
}

const StreamScript::Lane& StreamScript::lane_of(const std::string& name) {
  const auto found = lanes_.find(name);
  return found != lanes_.end() ? found->second : add_lane(name, make_stream(device_, name, StreamKind::non_blocking));
}

const gpu::Event& StreamScript::event_of(const ScriptLine& line, std::size_t position) {
  const std::string& name = word_of(line, position);
  const auto found = events_.find(name);
  return found != events_.end() ? found->second : events_.emplace(name, device_.create_event({})).first->second;
}

const gpu::ExternalSemaphore& StreamScript::semaphore() {
  if (!semaphore_) {
    semaphore_ = gpu::ExternalSemaphore::from_host_timeline(device_, timeline_);
  }
  return *semaphore_;
}

/// The pool returns no memory to the system before its end: a kernel that uses memory after it is freed, the topic of
/// some lessons, then reads other numbers instead of accessing unmapped addresses, which would destroy the context.
const gpu::DeviceMemoryResource& StreamScript::pool() {
  if (!pool_) {
    pool_ = gpu::DeviceMemoryResource::from_options(
        device_, {.release_threshold_bytes = gpu::PoolMemoryResource::keep_everything});
    warm_up_memory(device_);
  }
  return *pool_;
}

StreamScript::Memory& StreamScript::memory_of(const ScriptLine& line, std::size_t position) {
  const auto found = memories_.find(word_of(line, position));
  if (found == memories_.end()) {
    throw ParameterError(fmt::format("there is no memory '{}'; allocate it first", line[position]));
  }
  return found->second;
}

LessonFacts stream_facts(const nlohmann::json& json, const gpu::Device& device, ComputationDeadline deadline) {
  const std::vector<ScriptLine> lines = script_lines(json);
  StreamScript script{device, lines, deadline};
  return script_facts(lines, deadline, [&](const ScriptLine& line) {
    auto said = script.perform(line);
    if (!said) {
      refuse_operation(line, StreamScript::names());
    }
    return std::move(*said);
  });
}

LessonFacts timeline_facts(const nlohmann::json& json, const gpu::Device& /*device*/, ComputationDeadline deadline) {
  return stream_facts(json, gpu::Device::open({}), deadline);
}

LessonFacts experiment_facts(const nlohmann::json& json, const gpu::Device& device, ComputationDeadline /*deadline*/) {
  require_known(json, {"name", "is_right"});
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
