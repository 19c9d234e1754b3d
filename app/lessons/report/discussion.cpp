#include "app/lessons/report/discussion.h"

#include <algorithm>
#include <tuple>

namespace texelscope::app {
namespace {

/// The number of students who share the misconception behind a wrong answer.
std::size_t sharing(const StepScore& step, const WrongAnswer& shared) {
  std::size_t count = 0;
  for (const WrongAnswer& wrong : step.wrong_answers) {
    const bool is_same_idea = !shared.mistake.empty() && wrong.mistake == shared.mistake;
    count += is_same_idea || &wrong == &shared ? wrong.answer.count : 0;
  }
  return count;
}

}  // namespace

std::vector<DiscussedStep> steps_to_discuss(const ClassReport& report) {
  std::vector<DiscussedStep> discussed;
  for (std::size_t i = 0; i < report.lessons.size(); ++i) {
    for (const StepScore& step : report.lessons[i].steps) {
      const bool is_skipped = step.kind == StepKind::question && step.counts.skipped > 0;
      if (step.wrong_answers.empty() && !is_skipped) {
        continue;
      }
      DiscussedStep& added = discussed.emplace_back(DiscussedStep{.lesson_number = i + 1,
                                                                  .lesson = report.lessons[i].name,
                                                                  .step = step.step,
                                                                  .answered = step.counts.answered(),
                                                                  .wrong = step.counts.wrong,
                                                                  .skipped = step.counts.skipped,
                                                                  .answer = {},
                                                                  .mistake = {}});
      if (!step.wrong_answers.empty()) {
        const auto shared = std::ranges::max_element(step.wrong_answers, {},
                                                     [&](const WrongAnswer& wrong) { return sharing(step, wrong); });
        added.sharing = sharing(step, *shared);
        added.answer = shared->answer.answer;
        added.mistake = shared->mistake;
      }
    }
  }
  std::ranges::stable_sort(discussed, std::ranges::greater{}, [](const DiscussedStep& step) {
    return std::tuple{step.sharing, step.wrong, step.skipped};
  });
  return discussed;
}

}  // namespace texelscope::app
