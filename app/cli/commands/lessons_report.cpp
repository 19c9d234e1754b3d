#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/cli.h"
#include "app/cli/command.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/lessons/class_report_text.h"
#include "app/cli/output.h"
#include "app/files/file_error.h"
#include "app/lessons/course_file.h"
#include "app/lessons/lesson_results.h"
#include "app/lessons/report/class_report.h"

namespace texelscope::app::lessons_report_command {
namespace {

struct Options {
  std::vector<std::string> files;
  bool is_json = false;
  bool is_csv = false;
  bool has_steps = false;
  bool has_answers = false;
  /// The course file of the results; empty for the built-in course.
  std::string course;
};

void declare(CommandOptions& command, Options& options) {
  command.option("FILE", "", options.files, "results that students saved in the window, one file each",
                 {.is_required = true, .path = PathUse::read});
  command.json(options.is_json);
  command.flag("--csv", options.is_csv, "as CSV: one row per student and lesson", {.excludes = {"--json"}});
  command.flag("--steps", options.has_steps, "one row per step instead, with its most frequent wrong answers",
               {.needs = "--csv"});
  command.flag("--answers", options.has_answers, "one row per student and step instead, with the first answer",
               {.excludes = {"--steps"}, .needs = "--csv"});
  command.option(
      "--course", "FILE", options.course,
      "the course of the results: adds its questions, the right answers, and the misconceptions behind wrong "
      "answers; lessons of the built-in course, even if another course uses them, do not need this option",
      {.path = PathUse::read});
}

/// The course of a report: the named course if it has the report's title, otherwise the built-in course, because a
/// teacher's course may use built-in lessons; titles distinguish them from the teacher's own lessons with the same
/// names. The built-in course is read once, if any report needs it.
LessonCourse course_of(const Json& report, const std::optional<LessonCourse>& named,
                       std::optional<LessonCourse>& built_in) {
  if (named && named->title == text_of(report, "course")) {
    return *named;
  }
  if (!built_in) {
    built_in = load_built_in_course();
  }
  LessonCourse course = *built_in;
  if (report.at("is_built_in") == false) {
    std::erase_if(course.lessons, [&](const Lesson& lesson) {
      return std::ranges::any_of(report.at("lessons"), [&](const Json& reported) {
        return reported.at("lesson") == lesson.name && reported.at("title") != lesson.title;
      });
    });
  }
  return course;
}

void explain(Json& reports, const Options& options, const CommandContext& context) {
  std::optional<LessonCourse> named;
  if (!options.course.empty()) {
    named = load_course(options.course);
    if (std::ranges::none_of(reports, [&](const Json& report) { return report.at("course") == named->title; })) {
      print_warning(fmt::format("none of the results are for the course '{}' in {}", named->title, options.course));
    }
  }
  std::optional<LessonCourse> built_in;
  for (Json& report : reports) {
    explain_report(report, course_of(report, named, built_in), context.window.make_state);
    // A teacher's lesson cannot be explained without its course, so no warning is needed: the report's own line
    // suffices.
    if (report.at("is_built_in") == true || named) {
      for (const Json& fault : report.at("not_explained")) {
        print_warning("not explained: " + fault.get<std::string>());
      }
    }
  }
}

int run(const Options& options, const CommandContext& context) {
  std::vector<ResultsFile> files;
  Json unread = Json::array();
  for (const std::string& file : options.files) {
    try {
      files.push_back({file, load_results(file)});
    } catch (const FileError& error) {
      print_error(error.what());
      unread.push_back({{"file", file}, {"error", error.what()}});
    }
  }
  const MergedResults merged = merge_results(files);
  for (const Json& one : merged.merged) {
    print_warning(fmt::format("{} are from one student, '{}': for each step, the answer that was saved first counts",
                              fmt::join(one.at("files").get<std::vector<std::string>>(), " and "),
                              text_of(one, "student")));
  }
  Json reports = make_class_reports(merged.results);
  if (!options.is_csv || options.has_steps) {
    explain(reports, options, context);
  }
  if (options.is_json) {
    std::cout << json_text({{"courses", class_report_json(reports)}, {"merged", merged.merged}, {"unread", unread}});
  } else if (options.is_csv) {
    std::cout << (options.has_answers ? answers_csv(merged.results)
                  : options.has_steps ? steps_csv(reports)
                                      : students_csv(reports));
  } else {
    std::cout << class_report_text(reports);
  }
  return unread.empty() ? exit_code::success : exit_code::bad_usage;
}

const RegisteredSubcommand registered{
    {.name = "lessons report",
     .text = "summarize the results of a class: who was right the first time, and where wrong answers are frequent",
     .rank = 40,
     .footer = "Pass the files as ./*_results.json, so that none is mistaken for an option. Files that cannot be "
               "read are listed, the\nothers are summarized, and the exit code is 2.",
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::lessons_report_command
