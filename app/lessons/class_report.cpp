#include "app/lessons/class_report.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace texelscope::app {
namespace {

/// The element of this name; one is added where there is none.
template <class Element>
std::size_t position_of(std::vector<Element>& elements, std::string Element::*name, const std::string& wanted) {
  const auto found = std::ranges::find(elements, wanted, name);
  if (found != elements.end()) {
    return static_cast<std::size_t>(found - elements.begin());
  }
  elements.emplace_back().*name = wanted;
  return elements.size() - 1;
}

void count(AnswerCount& sum, bool is_right) {
  ++sum.asked;
  sum.right += is_right ? 1 : 0;
}

/// A lesson's steps while files are summed up.
struct StepSum {
  AnswerCount answers;
  std::map<std::string, std::size_t> wrong_answers;
};
using StepSums = std::map<std::size_t, StepSum>;

std::vector<StepScore> scores_of(const StepSums& sums) {
  std::vector<StepScore> scores;
  for (const auto& [step, sum] : sums) {
    StepScore score{.step = step, .answers = sum.answers, .wrong_answers = {}};
    for (const auto& [answer, times] : sum.wrong_answers) {
      score.wrong_answers.push_back({.answer = answer, .count = times});
    }
    // The map is in the order of the alphabet.
    std::ranges::stable_sort(score.wrong_answers, std::ranges::greater{}, &WrongAnswer::count);
    scores.push_back(std::move(score));
  }
  return scores;
}

ClassReport report_of(const std::string& course, std::span<const LessonResults> files) {
  ClassReport report{.course = course, .lessons = {}, .students = {}, .all = {}};
  std::vector<StepSums> sums;
  for (const LessonResults& file : files) {
    if (file.course != course) {
      continue;
    }
    StudentScore student{.student = file.student, .lessons = {}, .all = {}};
    for (const LessonResult& result : file.lessons) {
      const std::size_t position = position_of(report.lessons, &ReportedLesson::name, result.lesson);
      sums.resize(report.lessons.size());
      student.lessons.resize(std::max(student.lessons.size(), report.lessons.size()));
      LessonScore& score = student.lessons[position];
      score.is_begun = true;
      score.is_finished = result.is_finished;
      for (const StepResult& step : result.steps) {
        StepSum& sum = sums[position][step.step];
        for (AnswerCount* const counted :
             {&score.answers, &student.all, &sum.answers, &report.lessons[position].all, &report.all}) {
          count(*counted, step.is_right);
        }
        if (!step.is_right) {
          ++sum.wrong_answers[step.answer];
        }
      }
    }
    report.students.push_back(std::move(student));
  }
  for (StudentScore& student : report.students) {
    student.lessons.resize(report.lessons.size());
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    report.lessons[i].steps = scores_of(sums[i]);
  }
  return report;
}

}  // namespace

std::vector<ClassReport> make_class_reports(std::span<const LessonResults> files) {
  std::vector<ClassReport> reports;
  for (const LessonResults& file : files) {
    if (std::ranges::find(reports, file.course, &ClassReport::course) == reports.end()) {
      reports.push_back(report_of(file.course, files));
    }
  }
  return reports;
}

}  // namespace texelscope::app
