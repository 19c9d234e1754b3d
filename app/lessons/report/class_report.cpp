#include "app/lessons/report/class_report.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "app/text/name_order.h"

namespace texelscope::app {
namespace {

/// The results that a row summarizes.
using StepResults = std::vector<const StepResult*>;

StepResults steps_of(std::span<const LessonResult> lessons) {
  StepResults steps;
  for (const LessonResult& lesson : lessons) {
    for (const StepResult& step : lesson.steps) {
      steps.push_back(&step);
    }
  }
  return steps;
}

ReportTable counts_json(const StepResults& results) {
  const auto with = [&](StepOutcome outcome) { return std::ranges::count(results, outcome, &StepResult::outcome); };
  const auto of_kind = [&](StepKind kind) { return std::ranges::count(results, kind, &StepResult::kind); };
  return {{"questions", of_kind(StepKind::question)}, {"answered", with(StepOutcome::right) + with(StepOutcome::wrong)},
          {"right", with(StepOutcome::right)},        {"tasks", of_kind(StepKind::task)},
          {"done", with(StepOutcome::done)},          {"shown", with(StepOutcome::shown)},
          {"skipped", with(StepOutcome::skipped)}};
}

ReportTable student_row(const LessonResults& file, const ReportTable& lessons) {
  ReportTable row{{"student", file.student}, {"lessons", ReportTable::array()}};
  for (const ReportTable& lesson : lessons) {
    const auto found = std::ranges::find(file.lessons, text_of(lesson, "lesson"), &LessonResult::lesson);
    const bool is_there = found != file.lessons.end();
    row["lessons"].push_back({{"lesson", lesson.at("lesson")},
                              {"is_begun", is_there && found->is_begun},
                              {"is_finished", is_there && found->is_finished}});
    row["lessons"].back().update(counts_json(steps_of({found, is_there ? 1U : 0U})));
  }
  row.update(counts_json(steps_of(file.lessons)));
  return row;
}

ReportTable step_row(const ReportTable& lesson, const StepResults& results) {
  std::vector<std::string> wrong;
  std::map<std::string, std::size_t> versions;
  for (const StepResult* const result : results) {
    if (result->outcome == StepOutcome::wrong) {
      wrong.push_back(result->answer);
    }
    if (!result->question.empty() && is_attempted(result->outcome)) {
      ++versions[result->question];
    }
  }
  ReportTable row{{"lesson", lesson.at("lesson")},
                  {"step", results.front()->step},
                  {"title", nullptr},
                  {"question", nullptr},
                  {"right_answer", nullptr}};
  row.update(counts_json(results));
  row.update({{"changed", nullptr},
              {"wrong_answers", ReportTable::array()},
              {"kind", name_of(results.back()->kind)},
              {"versions", versions}});
  for (const AnswerCount& answer : count_answers(wrong)) {
    row["wrong_answers"].push_back({{"answer", answer.answer}, {"count", answer.count}, {"mistake", nullptr}});
  }
  const auto most = std::ranges::max_element(versions, {}, [](const auto& version) { return version.second; });
  set_changed(row, most != versions.end() ? most->first : "");
  return row;
}

ReportTable report_of(std::vector<const LessonResults*> files) {
  ReportTable report{{"course", files.front()->course},      {"is_built_in", files.front()->is_built_in},
                     {"discuss", ReportTable::array()},      {"lessons", ReportTable::array()},
                     {"students", ReportTable::array()},     {"steps", ReportTable::array()},
                     {"not_explained", ReportTable::array()}};
  ReportTable& lessons = report["lessons"];
  std::map<std::pair<std::size_t, std::size_t>, StepResults> steps;
  StepResults all;
  for (const LessonResults* const file : files) {
    for (const LessonResult& result : file->lessons) {
      const auto found = std::ranges::find_if(
          lessons, [&](const ReportTable& lesson) { return lesson.at("lesson") == result.lesson; });
      const auto position = static_cast<std::size_t>(found - lessons.begin());
      if (found == lessons.end()) {
        lessons.push_back({{"lesson", result.lesson}, {"title", result.title}});
      }
      for (const StepResult& step : result.steps) {
        steps[{position, step.step}].push_back(&step);
        all.push_back(&step);
      }
    }
  }
  for (const auto& [place, results] : steps) {
    report["steps"].push_back(step_row(lessons[place.first], results));
  }
  std::ranges::stable_sort(files, is_name_before, &LessonResults::student);
  for (const LessonResults* const file : files) {
    report["students"].push_back(student_row(*file, lessons));
  }
  report["discuss"] = steps_to_discuss(report);
  report.update(counts_json(all));
  return report;
}

/// The number of students who share the misconception behind a wrong answer.
std::size_t sharing(const ReportTable& wrong_answers, const ReportTable& shared) {
  std::size_t count = 0;
  for (const ReportTable& wrong : wrong_answers) {
    const bool is_same_idea = !shared.at("mistake").is_null() && wrong.at("mistake") == shared.at("mistake");
    count += is_same_idea || &wrong == &shared ? count_of(wrong, "count") : 0;
  }
  return count;
}

}  // namespace

ReportTable make_class_reports(std::span<const LessonResults> files) {
  ReportTable reports = ReportTable::array();
  std::vector<const LessonResults*> left;
  for (const LessonResults& file : files) {
    left.push_back(&file);
  }
  while (!left.empty()) {
    const auto others = std::ranges::stable_partition(left, [&, &first = *left.front()](const LessonResults* file) {
      return file->course == first.course && file->is_built_in == first.is_built_in;
    });
    reports.push_back(report_of({left.begin(), others.begin()}));
    left.erase(left.begin(), others.begin());
  }
  return reports;
}

ReportTable steps_to_discuss(const ReportTable& report) {
  ReportTable discussed = ReportTable::array();
  for (const ReportTable& step : report.at("steps")) {
    const ReportTable& wrong_answers = step.at("wrong_answers");
    if (wrong_answers.empty() && (step.at("kind") == "task" || count_of(step, "skipped") == 0)) {
      continue;
    }
    ReportTable& added = discussed.emplace_back();
    added = {{"lesson", step.at("lesson")},
             {"step", step.at("step")},
             {"answered", step.at("answered")},
             {"wrong", count_of(step, "answered") - count_of(step, "right")},
             {"skipped", step.at("skipped")},
             {"sharing", 0U},
             {"answer", nullptr},
             {"mistake", nullptr}};
    if (!wrong_answers.empty()) {
      const auto shared = std::ranges::max_element(
          wrong_answers, {}, [&](const ReportTable& wrong) { return sharing(wrong_answers, wrong); });
      added["sharing"] = sharing(wrong_answers, *shared);
      added["answer"] = shared->at("answer");
      added["mistake"] = shared->at("mistake");
    }
  }
  std::stable_sort(discussed.begin(), discussed.end(), [](const ReportTable& a, const ReportTable& b) {
    const auto weight = [](const ReportTable& step) {
      return std::array{count_of(step, "sharing"), count_of(step, "wrong"), count_of(step, "skipped")};
    };
    return weight(a) > weight(b);
  });
  return discussed;
}

void set_changed(ReportTable& step, const std::string& version) {
  std::size_t changed = 0;
  for (const auto& [other, count] : step.at("versions").items()) {
    changed += other != version ? count.get<std::size_t>() : 0;
  }
  step["changed"] = changed > 0 ? ReportTable(changed) : ReportTable();
}

bool is_begun(const ReportTable& report, std::size_t lesson) {
  return std::ranges::any_of(report.at("students"), [&](const ReportTable& student) {
    return student.at("lessons")[lesson].at("is_begun") == true;
  });
}

std::size_t count_of(const ReportTable& row, const char* name) { return row.at(name).get<std::size_t>(); }

std::string text_of(const ReportTable& row, const char* name) {
  const ReportTable& text = row.at(name);
  return text.is_null() ? "" : text.get<std::string>();
}

}  // namespace texelscope::app
