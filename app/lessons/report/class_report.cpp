#include "app/lessons/report/class_report.h"

#include <algorithm>
#include <map>
#include <utility>

#include "app/text/name_order.h"

namespace texelscope::app {
namespace {

bool is_of(const LessonResults& file, const ClassReport& report) {
  return file.course == report.course && file.is_built_in == report.is_built_in;
}

std::size_t position_of(std::vector<ReportedLesson>& lessons, const LessonResult& wanted) {
  const auto found = std::ranges::find(lessons, wanted.lesson, &ReportedLesson::name);
  if (found != lessons.end()) {
    return static_cast<std::size_t>(found - lessons.begin());
  }
  lessons.push_back({.name = wanted.lesson, .title = wanted.title});
  return lessons.size() - 1;
}

/// A lesson's steps while files are combined.
struct StepSum {
  StepScore score;
  std::vector<std::string> wrong_answers{};
};
using StepSums = std::map<std::size_t, StepSum>;

std::vector<StepScore> scores_of(StepSums& sums) {
  std::vector<StepScore> scores;
  for (auto& [step, sum] : sums) {
    for (AnswerCount& answer : count_answers(sum.wrong_answers)) {
      sum.score.wrong_answers.push_back({.answer = std::move(answer)});
    }
    std::size_t known = 0;
    std::size_t most = 0;
    for (const auto& [version, count] : sum.score.versions) {
      known += count;
      most = std::max(most, count);
    }
    sum.score.changed = known - most;
    scores.push_back(std::move(sum.score));
  }
  return scores;
}

void add_file(ClassReport& report, std::vector<StepSums>& sums, const LessonResults& file) {
  StudentScore& student = report.students.emplace_back();
  student.student = file.student;
  for (const LessonResult& result : file.lessons) {
    const std::size_t position = position_of(report.lessons, result);
    sums.resize(report.lessons.size());
    student.lessons.resize(std::max(student.lessons.size(), report.lessons.size()));
    LessonScore& score = student.lessons[position];
    score.is_begun = result.is_begun;
    score.is_finished = result.is_finished;
    for (const StepResult& step : result.steps) {
      StepSum& sum = sums[position][step.step];
      sum.score.step = step.step;
      sum.score.kind = step.kind;
      for (OutcomeCounts* const counted :
           {&score.counts, &student.all, &sum.score.counts, &report.lessons[position].all, &report.all}) {
        counted->add(step);
      }
      if (!step.question.empty() && step.outcome != StepOutcome::open && step.outcome != StepOutcome::skipped) {
        ++sum.score.versions[step.question];
      }
      if (step.outcome == StepOutcome::wrong) {
        sum.wrong_answers.push_back(step.answer);
      }
    }
  }
}

}  // namespace

void OutcomeCounts::add(const StepResult& step) {
  ++(step.kind == StepKind::question ? questions : tasks);
  switch (step.outcome) {
    case StepOutcome::open:
      return;
    case StepOutcome::skipped:
      ++skipped;
      return;
    case StepOutcome::wrong:
      ++wrong;
      return;
    case StepOutcome::right:
      ++right;
      return;
    case StepOutcome::shown:
      ++shown;
      return;
    case StepOutcome::done:
      ++done;
      return;
  }
}

std::vector<ClassReport> make_class_reports(std::span<const LessonResults> files) {
  std::vector<ClassReport> reports;
  for (const LessonResults& named : files) {
    if (std::ranges::any_of(reports, [&](const ClassReport& report) { return is_of(named, report); })) {
      continue;
    }
    ClassReport& report = reports.emplace_back();
    report.course = named.course;
    report.is_built_in = named.is_built_in;
    std::vector<StepSums> sums;
    for (const LessonResults& file : files) {
      if (is_of(file, report)) {
        add_file(report, sums, file);
      }
    }
    for (StudentScore& student : report.students) {
      student.lessons.resize(report.lessons.size());
    }
    std::ranges::stable_sort(report.students, is_name_before, &StudentScore::student);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      report.lessons[i].steps = scores_of(sums[i]);
    }
  }
  return reports;
}

}  // namespace texelscope::app
