#include "app/cli/compare_review.h"

#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

#include "app/cli/cli.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/compare/review/review.h"
#include "app/compare/rules/rules_file.h"
#include "app/files/ending_signals.h"
#include "app/text/escape.h"
#include "app/text/option_text.h"

namespace texelscope::app {
namespace {

/// The rules file in use, or else the one that the next run finds by default.
std::filesystem::path path_of_rules(const ComparisonRules& rules, const std::filesystem::path& expected) {
  if (!rules.file.path.empty()) {
    return rules.file.path;
  }
  return folder_of_rules(expected) / rules_name;
}

std::string failure_text(const ReviewPair& pair) {
  return pair.result.has_passed() ? "" : ": " + pair.result.failures.front();
}

void print_review(const Review& review) {
  if (review.pairs().empty()) {
    std::cout << "no failing pairs: nothing to review\n";
    return;
  }
  for (const ReviewPair& pair : review.pairs()) {
    std::cout << message_line(fmt::format("{:<8} {}{}", to_string(pair.state()), pair.files.name, failure_text(pair)))
              << '\n';
  }
  const std::size_t remaining = review.count(ReviewState::open) + review.count(ReviewState::rejected);
  std::cout << (remaining == 0 ? fmt::format("all {} pairs pass now\n", review.pairs().size())
                               : fmt::format("pairs still failing: {} of {} ({} open)\n", remaining,
                                             review.pairs().size(), review.count(ReviewState::open)));
}

void print_review_json(const Review& review) {
  Json pairs = json_list(review.pairs(), [](const ReviewPair& pair) {
    return Json{{"name", pair.files.name}, {"state", to_string(pair.state())}, {"failures", pair.result.failures}};
  });
  std::cout << json_text({{"review", std::move(pairs)}});
}

/// Prints once, at the latest when its thread ends the process: a window does so if it loses the display.
class PrintedAtTheEnd {
 public:
  explicit PrintedAtTheEnd(std::function<void()> print) : print_{std::move(print)} {
    [[maybe_unused]] static const int is_registered = std::at_quick_exit([] {
      // A signal ends the process on another thread, while the window may be changing what is printed.
      if (present != nullptr && present->thread_ == std::this_thread::get_id()) {
        present->print_now();
      }
    });
    present = this;
  }
  ~PrintedAtTheEnd() { present = nullptr; }
  PrintedAtTheEnd(const PrintedAtTheEnd&) = delete;
  PrintedAtTheEnd& operator=(const PrintedAtTheEnd&) = delete;

  void print_now() {
    if (!std::exchange(is_printed_, true)) {
      print_();
      std::cout.flush();
    }
  }

 private:
  static inline PrintedAtTheEnd* present = nullptr;

  std::function<void()> print_;
  std::thread::id thread_ = std::this_thread::get_id();
  bool is_printed_ = false;
};

ExploreOptions window_options(const ReviewOptions& options, const std::shared_ptr<Review>& review) {
  ExploreOptions window;
  window.review = review;
  const ReviewPictures pictures = review->pictures();
  window.listed_files = pictures.files;
  window.reading = pictures.reading;
  if (!pictures.files.empty()) {
    window.image = pictures.files.front();
  }
  if (!options.size.empty()) {
    std::tie(window.width, window.height) = size_option(options.size);
  }
  if (!options.widgets.empty()) {
    window.widgets = options.widgets;
  }
  return window;
}

}  // namespace

void declare_review(CommandOptions& command, ReviewOptions& options) {
  command.flag("--review", options.is_on, "review failing pairs in the window: accept, reject or mask them",
               {.excludes = {"--update"}});
  command.option("--size", "WxH", options.size, "size of the review window", {.needs = "--review"});
  command.option("--widgets", "F.json", options.widgets, "write the widget positions to a JSON file, for tests",
                 {.needs = "--review", .path = PathUse::write});
}

void require_window(const ReviewOptions& options, const CommandContext& context) {
  if (options.is_on && !context.window.explore) {
    throw UsageError("--review needs a window, which this program lacks; use texelscope compare … --review");
  }
}

int review_pairs(const ReviewOptions& options, const std::vector<FilePair>& files, std::vector<PairResult> results,
                 const ComparisonRules& rules, const std::filesystem::path& expected, bool is_json,
                 const CommandContext& context) {
  const auto review = std::make_shared<Review>(files, std::move(results), rules, path_of_rules(rules, expected));
  PrintedAtTheEnd summary{[&] { is_json ? print_review_json(*review) : print_review(*review); }};
  const PutOffEnding ending;
  if (!review->pairs().empty()) {
    ExploreOptions window = window_options(options, review);
    window.wants_to_quit = [&] { return ending.code().has_value(); };
    try {
      static_cast<void>(context.window.explore(window));
    } catch (...) {
      // The images accepted so far have been written.
      summary.print_now();
      throw;
    }
  }
  summary.print_now();
  if (const std::optional<int> code = ending.code()) {
    return *code;
  }
  return review->count(ReviewState::open) + review->count(ReviewState::rejected) > 0 ? exit_code::check_failed
                                                                                     : exit_code::success;
}

}  // namespace texelscope::app
