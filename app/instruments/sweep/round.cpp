#include "app/instruments/sweep/round.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace texelscope::app {
namespace {

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

}  // namespace

std::string failure_name(gpu::Status status) {
  constexpr std::string_view prefix = "CUDA_ERROR_";
  const std::string_view whole = status_name(status);
  std::string name{whole.starts_with(prefix) ? whole.substr(prefix.size()) : whole};
  std::ranges::transform(name, name.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  });
  return name;
}

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

std::string trouble_of(const std::function<std::vector<std::byte>()>& work, const std::vector<std::byte>& expected) {
  try {
    return first_difference(work(), expected);
  } catch (const std::exception& error) {
    return fmt::format("failed: {}", error.what());
  }
}

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

}  // namespace texelscope::app
