#include "app/instruments/sweep/sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "app/interop/observation/renderer_calls.h"
#include "app/interop/offscreen_renderer.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/live_objects.h"

namespace texelscope::app {
namespace {

/// The outcome of one round of a sweep.
struct SweepRound {
  /// The call that failed; empty if the run ended before it.
  std::string call;
  /// The exception of the failing run, or its first diagnostic; empty if there is neither.
  std::optional<std::string> error;
  std::vector<std::string> diagnostics;
  /// The result of the run; nothing if it threw.
  std::optional<std::vector<std::byte>> bytes;
  /// The fault of the following run; empty if it was right.
  std::string after;
  /// The leaked objects.
  std::vector<std::string> leaks;
};

std::string first_difference(const std::vector<std::byte>& actual, const std::vector<std::byte>& expected) {
  if (actual.size() != expected.size()) {
    return fmt::format("{} bytes instead of {}", actual.size(), expected.size());
  }
  const auto [a, b] = std::ranges::mismatch(actual, expected);
  return a == actual.end() ? "" : fmt::format("byte {} differs", a - actual.begin());
}

/// Adds a round to the result. @returns false after the last round, in which no call failed.
bool judge(const SweepRound& round, std::uint64_t number, const std::vector<std::byte>& expected, SweepResult& result) {
  const auto complain = [&](const std::string& text) {
    result.wrong.push_back(fmt::format("call {} {}: {}", number, round.call, text));
  };
  if (!round.leaks.empty()) {
    complain(fmt::format("leaked: {}", fmt::join(round.leaks, ", ")));
  }
  if (!round.after.empty()) {
    complain(fmt::format("the next run: {}", round.after));
  }
  if (round.call.empty()) {
    // The end of the sweep: no call failed, so nothing may be reported.
    if (round.error) {
      complain(fmt::format("error without a failed call: {}", *round.error));
    }
    for (const std::string& text : round.diagnostics) {
      complain(fmt::format("diagnostic without a failed call: {}", text));
    }
    return false;
  }
  ++result.calls;
  const bool is_reported = !round.error && !round.diagnostics.empty();
  if (round.error || is_reported) {
    ++(round.error ? result.threw : result.reported);
    // If later calls fail, too, a cleanup within the run reports first, as a diagnostic.
    std::vector<std::string> texts = round.diagnostics;
    if (round.error) {
      texts.push_back(*round.error);
    }
    const auto names_it = [&round](const std::string& text) { return text.find(round.call) != std::string::npos; };
    if (std::ranges::none_of(texts, names_it)) {
      complain(fmt::format("the error does not name the call: {}", texts.back()));
    }
    if (texts.back().find('\n') != std::string::npos) {
      complain(fmt::format("the error has more than one line: {}", texts.back()));
    }
  } else {
    ++result.worked_around;
  }
  if (round.bytes) {
    if (const std::string difference = first_difference(*round.bytes, expected); !difference.empty()) {
      complain(fmt::format("no error, but a wrong result: {}", difference));
    }
  }
  return true;
}

/// Empty if `work` produces the expected bytes, otherwise its fault.
std::string trouble_of(const std::function<std::vector<std::byte>()>& work, const std::vector<std::byte>& expected) {
  try {
    return first_difference(work(), expected);
  } catch (const std::exception& error) {
    return fmt::format("failed: {}", error.what());
  }
}

/// Runs work with a failing call, and records its bytes or its error; then, if `can_run_again`, whether it produces the
/// expected bytes.
void run_failing(const std::function<std::vector<std::byte>()>& work, const std::function<bool()>& can_run_again,
                 const std::vector<std::byte>& expected, SweepRound& round) {
  try {
    round.bytes = work();
  } catch (const std::exception& error) {
    round.error = error.what();
  }
  if (can_run_again()) {
    round.after = trouble_of(work, expected);
  }
}

/// Runs rounds with increasing numbers of the failing call, and adds them to the result, until a round has no failure.
/// @returns false if there is no end.
bool run_rounds(const std::function<SweepRound(std::uint64_t number)>& run_round,
                const std::vector<std::byte>& expected, const SweepProgress& progress, SweepResult& result) {
  // More than any scenario makes: a sweep that does not end is a failure.
  constexpr std::uint64_t max_calls = 5000;
  for (std::uint64_t number = 1; number <= max_calls; ++number) {
    if (progress) {
      progress(number);
    }
    if (!judge(run_round(number), number, expected, result)) {
      return true;
    }
  }
  result.wrong.push_back(fmt::format("more than {} calls", max_calls));
  return false;
}

using ShareImages = decltype(SweepSetup::share);

/// The diagnostics of a round, from any thread.
struct Diagnostics {
  std::mutex mutex;
  std::vector<std::string> texts;
};

std::vector<std::byte> run_undisturbed(const SweepScenario& scenario, gpu::DeviceId id, const ShareImages& share) {
  return scenario.make({gpu::Device::open(id), {}, share})();
}

SweepRound run_round(const SweepScenario& scenario, gpu::DeviceId id, const ShareImages& share, const gpu::Fault& fault,
                     const std::vector<std::byte>& expected) {
  SweepRound round;
  const auto faults = std::make_shared<gpu::FaultInjector>(fault);
  const auto live = std::make_shared<gpu::LiveObjects>();
  // Leaked objects may report after the round.
  const auto diagnostics = std::make_shared<Diagnostics>();
  const gpu::DeviceOptions options{{faults, live}, [diagnostics](const gpu::Diagnostic& diagnostic) {
                                     const std::lock_guard lock{diagnostics->mutex};
                                     diagnostics->texts.push_back(diagnostic.text);
                                   }};
  {
    std::optional<gpu::Device> device;
    SweepWork work;
    const auto run = [&] {
      if (!device) {
        device = gpu::Device::open(id, options);
      }
      if (!work) {
        work = scenario.make({*device, options, share});
      }
      return work();
    };
    run_failing(
        run, [&] { return faults->has_fired() && !fault.is_lasting; }, expected, round);
  }
  if (fault.is_lasting && faults->has_fired()) {
    round.after = trouble_of([&] { return run_undisturbed(scenario, id, share); }, expected);
  }
  round.call = faults->failed_call();
  {
    const std::lock_guard lock{diagnostics->mutex};
    round.diagnostics = diagnostics->texts;
  }
  round.leaks = live->list();
  return round;
}

SweepRound run_round(const SweepScenario& scenario, const gpu::Device& device, std::uint64_t number,
                     const std::vector<std::byte>& expected) {
  SweepRound round;
  RendererCalls calls(nullptr, RendererFault{{}, number});
  std::optional<OffscreenRenderer> renderer;
  {
    SweepWork work;
    const auto run = [&] {
      if (!renderer) {
        renderer.emplace(*scenario.renderer, device);
      }
      if (!work) {
        work = scenario.make({device, {}, [&](const gpu::Device& with) { return renderer->share(with); }});
      }
      return work();
    };
    run_failing(
        run, [&] { return !calls.failed_call().empty(); }, expected, round);
  }
  round.call = calls.failed_call();
  round.leaks = OffscreenRenderer::end(renderer);
  return round;
}

/// "out_of_memory": the name in the driver API in lower case, without its prefix.
std::string failure_name(gpu::Status status) {
  constexpr std::string_view prefix = "CUDA_ERROR_";
  const std::string_view whole = status_name(status);
  std::string name{whole.starts_with(prefix) ? whole.substr(prefix.size()) : whole};
  std::ranges::transform(name, name.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  });
  return name;
}

}  // namespace

SweepResult sweep_driver(const SweepScenario& scenario, gpu::DeviceId device, gpu::Status status,
                         const SweepProgress& progress) {
  // Stays open, so that rounds need not restart the driver.
  const gpu::Device kept = gpu::Device::open(device);
  std::optional<OffscreenRenderer> renderer;
  ShareImages share;
  if (scenario.renderer) {
    renderer.emplace(*scenario.renderer, kept);
    share = [&](const gpu::Device& shared_with) { return renderer->share(shared_with); };
  }
  SweepResult result;
  result.scenario = scenario.name;
  result.failure = failure_name(status);
  const std::vector<std::byte> expected = run_undisturbed(scenario, device, share);
  const auto round = [&](std::uint64_t number) {
    return run_round(scenario, device, share, {{}, number, status, ends_context(status)}, expected);
  };
  if (run_rounds(round, expected, progress, result)) {
    for (const std::string& left : OffscreenRenderer::end(renderer)) {
      result.wrong.push_back(fmt::format("leaked at the end: {}", left));
    }
  }
  return result;
}

SweepResult sweep_renderer(const SweepScenario& scenario, gpu::DeviceId id, const SweepProgress& progress) {
  const gpu::Device device = gpu::Device::open(id);
  SweepResult result;
  result.scenario = scenario.name;
  result.failure = "renderer";
  std::vector<std::byte> expected;
  // NVIDIA's Vulkan driver (580.159.04) can no longer be loaded after some sixty times in a process, so it stays
  // loaded.
  std::optional<OffscreenRenderer> kept;
  if (scenario.renderer == RendererKind::vulkan) {
    kept.emplace(RendererKind::vulkan, device);
  }
  {
    const OffscreenRenderer renderer{*scenario.renderer, device};
    expected = scenario.make({device, {}, [&](const gpu::Device& with) { return renderer.share(with); }})();
  }
  const auto round = [&](std::uint64_t number) { return run_round(scenario, device, number, expected); };
  static_cast<void>(run_rounds(round, expected, progress, result));
  return result;
}

}  // namespace texelscope::app
