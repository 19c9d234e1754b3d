#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/documents/sources.h"
#include "app/files/file_error.h"
#include "app/lessons/lesson_facts.h"
#include "app/lessons/lesson_script.h"
#include "app/sources/source_connection.h"
#include "app/text/parameter.h"
#include "inspect/protocol/descriptor_socket.h"
#include "inspect/protocol/ring.h"
#include "inspect/protocol/shared_pages.h"
#include "inspect/sender/budget.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;
using inspect::MessageType;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr std::uint32_t array_number = 1;
constexpr SourceKey key{1, array_number};
/// A lesson may ask for more than a computation can show in its time.
constexpr std::uint64_t max_states = 100'000;
constexpr std::int64_t max_bytes = 16'384;
constexpr double max_milliseconds = 1e6;

/// @throws ParameterError for a time that cannot be used.
Milliseconds milliseconds_of(const Json& json, const char* name, double otherwise) {
  const double value = json.value(name, otherwise);
  if (!(value >= 0 && value <= max_milliseconds)) {
    throw ParameterError(fmt::format("{} is {}; use 0 to {}", name, value, max_milliseconds));
  }
  return Milliseconds{value};
}

/// The two ends of a connection.
std::pair<gpu::FileDescriptor, gpu::FileDescriptor> connected_pair() {
  std::array<int, 2> ends{-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0) {
    throw ParameterError("this system has no socket for the lesson's program");
  }
  return {gpu::FileDescriptor{ends[0]}, gpu::FileDescriptor{ends[1]}};
}

/// A program that shows an array of int32, all elements of which are the number of its state. Its clock advances with
/// its steps and copies alone, so that each run is the same.
class LiveProgram {
 public:
  LiveProgram(gpu::FileDescriptor socket, gpu::StridedLayout layout, Milliseconds step, Milliseconds copy)
      : socket_{std::move(socket)},
        layout_{std::move(layout)},
        slot_bytes_{static_cast<std::size_t>(layout_.required_size_in_bytes())},
        step_{step},
        copy_{copy} {
    gpu::FileDescriptor control;
    gpu::FileDescriptor slots;
    control_ = inspect::SharedPages::create(inspect::control_bytes, false, control);
    slots_ = inspect::SharedPages::create(std::max<std::size_t>(slot_bytes_ * inspect::slot_count, 1), true, slots);
    if (!control_.is_mapped() || !slots_.is_mapped()) {
      throw ParameterError("there is no memory for the lesson's program");
    }
    send(MessageType::hello, Json{{"process", 1}, {"program", "program"}}.dump(), {slots.number()});
    send(MessageType::ring, Json{{"name", "array"}, {"slot_bytes", slot_bytes_}}.dump(),
         {control.number(), slots.number()});
  }

  /// Computes a state without showing it.
  void compute() {
    ++state_;
    now_ += std::chrono::duration_cast<inspect::Budget::Clock::duration>(step_);
  }
  /// Shows the state as the library does. @returns whether it was copied.
  bool show() {
    if (!budget_.allows(this, now_)) {
      ++skipped_;
      return false;
    }
    auto& page = *reinterpret_cast<inspect::ControlPage*>(control_.data());
    const std::size_t slot = inspect::begin_writing(page).value();
    const std::span<std::int32_t> elements{reinterpret_cast<std::int32_t*>(slots_.data() + slot * slot_bytes_),
                                           slot_bytes_ / sizeof(std::int32_t)};
    std::ranges::fill(elements, state_);
    const std::string text = description();
    page.slots[slot].text_bytes = static_cast<std::uint32_t>(
        std::ranges::copy(text, page.slots[slot].text.begin()).out - page.slots[slot].text.begin());
    inspect::finish_writing(page.slots[slot], ++copies_);
    const auto begin = std::exchange(now_, now_ + std::chrono::duration_cast<inspect::Budget::Clock::duration>(copy_));
    budget_.spend(this, begin, now_);
    return true;
  }
  void announce() const { send(MessageType::bell, "", {}); }
  void end() const { send(MessageType::end, "", {}); }
  [[nodiscard]] double copying_ms() const { return static_cast<double>(copies_) * copy_.count(); }

 private:
  void send(MessageType type, const std::string& text, const std::vector<int>& descriptors) const {
    const inspect::MessageHeader header{.type = static_cast<std::uint16_t>(type),
                                        .descriptors = static_cast<std::uint16_t>(descriptors.size()),
                                        .text_bytes = static_cast<std::uint32_t>(text.size()),
                                        .number = array_number};
    if (!inspect::send_now(socket_.number(), header, text, descriptors)) {
      throw ParameterError("the window does not receive; use receive between some of the states");
    }
  }
  [[nodiscard]] std::string description() {
    std::vector<std::int64_t> strides;
    for (const std::int64_t stride : layout_.strides()) {
      strides.push_back(stride * layout_.itemsize());
    }
    return Json{{"name", "array"},
                {"type", "int32"},
                {"shape", std::vector<std::int64_t>(layout_.shape().begin(), layout_.shape().end())},
                {"strides", strides},
                {"offset", layout_.slice_offset() * layout_.itemsize()},
                {"bytes", slot_bytes_},
                {"time", 0},
                {"skipped", std::exchange(skipped_, 0)}}
        .dump();
  }

  gpu::FileDescriptor socket_;
  gpu::StridedLayout layout_;
  std::size_t slot_bytes_;
  Milliseconds step_;
  Milliseconds copy_;
  inspect::SharedPages control_;
  inspect::SharedPages slots_;
  inspect::Budget budget_;
  /// Late enough for all time before to count as unused.
  inspect::Budget::Clock::time_point now_{std::chrono::hours(1)};
  std::int32_t state_ = 0;
  std::uint64_t copies_ = 0;
  std::uint64_t skipped_ = 0;
};

/// The window: it receives when the script says so.
class LiveWindow {
 public:
  explicit LiveWindow(gpu::FileDescriptor socket) : connection_{key.connection, std::move(socket), table_} {
    receive();
    table_.set_shown(key, true);
  }

  void receive() {
    if (!connection_.receive(buffer_)) {
      throw ParameterError("the lesson's program has ended");
    }
    connection_.follow_shown();
    const auto frame = table_.frame(key);
    if (frame && frame != std::exchange(received_, frame)) {
      ++count_;
      if (!sources_.paused_at) {
        sources_.history.push_back(frame);
      }
    }
  }
  std::string perform(const ScriptLine& line) {
    const std::string& operation = word_of(line, 0);
    if (operation == "receive") {
      receive();
    } else if (operation == "pause" || operation == "earlier") {
      step_history(sources_, operation == "pause" ? 0 : -1);
    } else if (operation == "resume") {
      sources_.paused_at.reset();
      if (received_ && (sources_.history.empty() || sources_.history.back() != received_)) {
        sources_.history.push_back(received_);
      }
    } else if (operation == "keep") {
      kept_ = displayed_frame(sources_);
    } else if (operation == "value") {
      return fmt::format("{}", value_of(displayed_frame(sources_)));
    } else if (operation == "kept") {
      return fmt::format("{}", value_of(kept_));
    } else if (operation == "difference") {
      return fmt::format("{}", value_of(displayed_frame(sources_)) - value_of(kept_));
    } else if (operation == "received") {
      return fmt::format("{}", count_);
    } else if (operation == "has_ended") {
      return yes_or_no(table_.facts().at(0).has_ended);
    } else {
      refuse_operation(line, {"compute", "show", "end", "receive", "pause", "earlier", "resume", "keep", "value",
                              "kept", "difference", "received", "has_ended"});
    }
    return "";
  }
  /// The layout of the received array; none before the first state.
  [[nodiscard]] std::optional<gpu::StridedLayout> layout() const {
    return received_ ? std::optional{received_->view.layout()} : std::nullopt;
  }

 private:
  static std::int32_t value_of(const std::shared_ptr<const SourceFrame>& frame) {
    if (!frame) {
      throw ParameterError("no state has been received or kept; use receive and keep first");
    }
    gpu::Dimensions first = frame->view.layout().shape();
    std::ranges::fill(first, 0);
    return frame->view.at<std::int32_t>(first);
  }

  SourceTable table_{[] {}};
  SourceConnection connection_;
  std::vector<std::byte> buffer_ = std::vector<std::byte>(std::size_t{64} * 1024);
  Sources sources_;
  std::shared_ptr<const SourceFrame> received_;
  std::shared_ptr<const SourceFrame> kept_;
  int count_ = 0;
};

}  // namespace

LessonFacts live_facts(const Json& json, const gpu::Device& /*device*/, ComputationDeadline deadline) {
  Json with_itemsize = json;
  with_itemsize["itemsize"] = sizeof(std::int32_t);
  const gpu::StridedLayout layout = lesson_layout(with_itemsize, {"do", "step_ms", "copy_ms"});
  if (layout.required_size_in_bytes() > max_bytes) {
    throw ParameterError(
        fmt::format("the array has {} bytes; use at most {}", layout.required_size_in_bytes(), max_bytes));
  }
  const std::vector<ScriptLine> lines = script_lines({{"do", json.at("do")}});
  auto [programs_end, windows_end] = connected_pair();
  LiveProgram program{std::move(programs_end), layout, milliseconds_of(json, "step_ms", 10),
                      milliseconds_of(json, "copy_ms", 0.1)};
  LiveWindow window{std::move(windows_end)};
  LessonFacts facts = script_facts(lines, deadline, [&](const ScriptLine& line) -> std::string {
    const std::string& operation = word_of(line, 0);
    if (operation == "end") {
      program.end();
      return "";
    }
    if (operation != "show" && operation != "compute") {
      return window.perform(line);
    }
    const std::uint64_t states = std::min(number_of(line, 1), max_states);
    std::uint64_t copied = 0;
    for (std::uint64_t i = 0; i < states; ++i) {
      program.compute();
      copied += operation == "show" && program.show() ? 1 : 0;
    }
    if (copied > 0) {
      program.announce();
    }
    return fmt::format("{}", copied);
  });
  facts["copying_ms"] = fmt::format("{:.0f}", program.copying_ms());
  if (const auto received = window.layout()) {
    facts["strides"] = to_string(received->strides());
    facts["shape"] = to_string(received->shape());
  }
  return facts;
}

}  // namespace texelscope::app
