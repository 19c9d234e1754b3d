// A program that shows its arrays, for the tests and the gate of the window that receives them.
//
// usage: texelscope_inspect_child layouts | frames COUNT HEIGHT WIDTH | crash | names COUNT | turns COUNT |
// unanswered | fork | cost

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "texelscope/inspect.h"

namespace {

namespace inspect = texelscope::inspect;
using Clock = std::chrono::steady_clock;

constexpr int patience = 10'000;

inspect::Options always() {
  inspect::Options options;
  options.always = true;
  return options;
}

/// Elements 0, 1, … in several layouts.
int show_layouts() {
  std::vector<float> numbers(24);
  std::iota(numbers.begin(), numbers.end(), 0.0F);
  const float* const first = numbers.data();
  bool is_sent = inspect::show("dense", first, {2, 3, 4}, always()) == inspect::Status::sent;
  // Integers of several types.
  is_sent = inspect::show("transposed", first, {numbers.size() / 6, 6}, {1, std::size_t{4}}, always()) ==
                inspect::Status::sent &&
            is_sent;
  is_sent = inspect::show("reversed", first + 23, {24}, {-1}, always()) == inspect::Status::sent && is_sent;
  is_sent = inspect::show("sparse", first, {3}, {10}, always()) == inspect::Status::sent && is_sent;
  is_sent = inspect::show("repeated", first + 5, {4, 2}, {0, 1}, always()) == inspect::Status::sent && is_sent;
  is_sent = inspect::show("scalar", first + 7, inspect::Axes{}, always()) == inspect::Status::sent && is_sent;
  is_sent = inspect::show("empty", first, {0, 5}, always()) == inspect::Status::sent && is_sent;
  const bool is_refused = inspect::show("too many axes", first, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}) ==
                          inspect::Status::refused;
  std::printf("%s\n", texelscope_inspect_last_error());
  const auto is_refused_for = [](inspect::Status status, const char* reason) {
    return status == inspect::Status::refused && std::strstr(texelscope_inspect_last_error(), reason) != nullptr;
  };
  const bool has_reasons = is_refused_for(inspect::show("strides", first, {4, 6}, {1}, always()), "the strides") &&
                           is_refused_for(inspect::show("extents", numbers, {5, 5}, always()), "numbers of elements") &&
                           is_refused_for(inspect::show("\xff\xfe", first, {4}, always()), "UTF-8") &&
                           is_refused_for(inspect::show("\xC0\xAF", first, {4}, always()), "UTF-8") &&
                           is_refused_for(inspect::show("cut \xE2\x82", first, {4}, always()), "UTF-8") &&
                           is_refused_for(inspect::show("\xED\xA0\x80", first, {4}, always()), "UTF-8") &&
                           inspect::show("€ 𝄞 é", first, {4}, always()) == inspect::Status::sent;
  inspect::end("€ 𝄞 é");
  return is_sent && is_refused && has_reasons ? EXIT_SUCCESS : EXIT_FAILURE;
}

/// Frame n is filled with n.
int show_frames(int count, std::int64_t height, std::int64_t width) {
  std::vector<std::int32_t> frame(static_cast<std::size_t>(height * width));
  for (int number = 1; number <= count; ++number) {
    std::fill(frame.begin(), frame.end(), number);
    inspect::Status status = inspect::Status::not_watched;
    // Windows may end and begin.
    while ((status = inspect::show("frame", frame, {height, width}, always())) == inspect::Status::not_watched) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (status != inspect::Status::sent) {
      return EXIT_FAILURE;
    }
  }
  return EXIT_SUCCESS;
}

/// Nanoseconds per call of each kind, as JSON.
int print_cost() {
  constexpr int calls = 2'000'000;
  std::vector<float> frame(std::size_t{1920} * 1080 * 4);
  inspect::show("frame", frame, {1080, 1920, 4});
  inspect::wait_for_window(1000);
  const bool is_watched = inspect::is_watched();
  if (!is_watched) {
    const Clock::time_point begin = Clock::now();
    for (int call = 0; call < calls; ++call) {
      inspect::show("frame", frame, {1080, 1920, 4});
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    std::printf("{\"watched\": false, \"nanoseconds\": %.2f}\n", seconds * 1e9 / calls);
    return EXIT_SUCCESS;
  }
  // A loop of 60 Hz that shows each frame.
  constexpr int frames = 600;
  double in_calls = 0;
  double longest = 0;
  int sent = 0;
  const Clock::time_point begin = Clock::now();
  for (int number = 0; number < frames; ++number) {
    frame[0] = static_cast<float>(number);
    const Clock::time_point before = Clock::now();
    sent += inspect::show("frame", frame, {1080, 1920, 4}) == inspect::Status::sent ? 1 : 0;
    const double cost = std::chrono::duration<double>(Clock::now() - before).count();
    in_calls += cost;
    longest = cost > longest ? cost : longest;
    std::this_thread::sleep_until(begin + std::chrono::microseconds(16'667) * (number + 1));
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  std::printf("{\"watched\": true, \"share\": %.5f, \"longest_ms\": %.3f, \"sent\": %d, \"seconds\": %.2f}\n",
              in_calls / seconds, longest * 1e3, sent, seconds);
  return EXIT_SUCCESS;
}

/// A child process that a shown program forks shows arrays of its own.
int show_from_fork() {
  std::vector<std::uint8_t> values(16, 1);
  inspect::show("parent", values, always());
  const pid_t child = fork();
  if (child == 0) {
    std::fill(values.begin(), values.end(), std::uint8_t{2});
    const bool is_sent =
        inspect::wait_for_window(patience) && inspect::show("child", values, always()) == inspect::Status::sent;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    _exit(is_sent ? EXIT_SUCCESS : EXIT_FAILURE);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::fill(values.begin(), values.end(), std::uint8_t{3});
  const bool is_sent = inspect::show("parent", values, always()) == inspect::Status::sent;
  return is_sent && status == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/// An array that is shown and ended in turn.
int show_turns(int count) {
  const std::vector<std::uint8_t> values(16, 3);
  for (int turn = 0; turn < count; ++turn) {
    while (inspect::show("turn", values, always()) == inspect::Status::skipped) {
      std::this_thread::sleep_for(std::chrono::microseconds(10));
    }
    inspect::end("turn");
  }
  return EXIT_SUCCESS;
}

/// To a window that does not answer: the second state waits for the answer to the first one.
int show_unanswered() {
  const std::vector<std::uint8_t> values(16, 3);
  const bool is_told = inspect::show("array", values, always()) == inspect::Status::sent && inspect::flush(patience);
  const bool is_sent = inspect::show("array", values, always()) == inspect::Status::sent;
  return is_told && is_sent && !inspect::flush(300) ? EXIT_SUCCESS : EXIT_FAILURE;
}

int show_names(int count) {
  const std::vector<std::uint8_t> values(16, 7);
  int refused = 0;
  for (int i = 0; i < count; ++i) {
    refused += inspect::show(("name " + std::to_string(i)).c_str(), values, always()) == inspect::Status::refused;
  }
  std::printf("%d refused: %s\n", refused, texelscope_inspect_last_error());
  return EXIT_SUCCESS;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string mode = count > 1 ? arguments[1] : "";
  if (mode == "cost") {
    return print_cost();
  }
  if (!inspect::wait_for_window(patience)) {
    std::fprintf(stderr, "no window listens\n");
    return EXIT_FAILURE;
  }
  if (mode == "unanswered") {
    return show_unanswered();
  }
  int result = EXIT_FAILURE;
  if (mode == "layouts") {
    result = show_layouts();
  } else if (mode == "frames" && count > 4) {
    result = show_frames(std::atoi(arguments[2]), std::atoi(arguments[3]), std::atoi(arguments[4]));
  } else if (mode == "crash") {
    result = show_frames(100, 64, 64);
    inspect::flush(patience);
    std::abort();
  } else if (mode == "names" && count > 2) {
    result = show_names(std::atoi(arguments[2]));
  } else if (mode == "turns" && count > 2) {
    result = show_turns(std::atoi(arguments[2]));
  } else if (mode == "fork") {
    result = show_from_fork();
  }
  // The last states are announced by another thread.
  inspect::flush(patience);
  return result;
}
