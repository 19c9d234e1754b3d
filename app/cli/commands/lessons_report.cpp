#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/cli.h"
#include "app/cli/command.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/lessons/class_report_csv.h"
#include "app/cli/lessons/class_report_text.h"
#include "app/cli/output.h"
#include "app/files/file_error.h"
#include "app/lessons/class_report.h"
#include "app/lessons/course_file.h"
#include "app/lessons/lesson_results.h"
#include "app/lessons/report_explanation.h"

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
  command.option("--course", "FILE", options.course,
                 "the course of the results: adds its questions, the right answers and the misconceptions behind "
                 "wrong ones (default: the built-in lessons)",
                 {.path = PathUse::read});
}

/// The course of a report, found by the title in the specified file; none if unavailable.
std::optional<LessonCourse> course_of(const ClassReport& report, const std::optional<LessonCourse>& named) {
  if (named && named->title == report.course) {
    return named;
  }
  return report.is_built_in ? std::optional{load_built_in_course()} : std::nullopt;
}

void explain(std::vector<ClassReport>& reports, const Options& options, const CommandContext& context) {
  std::optional<LessonCourse> named;
  if (!options.course.empty()) {
    named = load_course(options.course);
    if (std::ranges::find(reports, named->title, &ClassReport::course) == reports.end()) {
      print_warning(fmt::format("none of the results are for the course '{}' in {}", named->title, options.course));
    }
  }
  for (ClassReport& report : reports) {
    if (const std::optional<LessonCourse> course = course_of(report, named)) {
      for (const std::string& fault : explain_report(report, *course, context.window.make_state)) {
        print_warning("not explained: " + fault);
      }
    }
  }
}

/// A duplicate file, or two students of the same name: both count, and only the teacher can tell.
void warn_of_same_students(const std::vector<LessonResults>& results, const std::vector<std::string>& names) {
  std::map<std::pair<std::string, std::string>, std::string> files;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto [first, is_added] = files.try_emplace({results[i].course, results[i].student}, names[i]);
    if (!is_added) {
      print_warning(
          fmt::format("{} and {} are both from the student '{}', and both count; omit one if it is the same student",
                      first->second, names[i], results[i].student));
    }
  }
}

int run(const Options& options, const CommandContext& context) {
  std::vector<LessonResults> results;
  std::vector<std::string> names;
  Json unread = Json::array();
  for (const std::string& file : options.files) {
    try {
      results.push_back(load_results(file));
      names.push_back(file);
    } catch (const FileError& error) {
      print_error(error.what());
      unread.push_back({{"file", file}, {"error", error.what()}});
    }
  }
  warn_of_same_students(results, names);
  std::vector<ClassReport> reports = make_class_reports(results);
  if (!options.is_csv) {
    explain(reports, options, context);
  }
  if (options.is_json) {
    std::cout << json_text({{"courses", class_report_json(reports)}, {"unread", unread}});
  } else if (options.is_csv) {
    std::cout << (options.has_answers ? answers_csv(results)
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
