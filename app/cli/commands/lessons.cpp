#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/lessons/handout_page.h"
#include "app/cli/output.h"
#include "app/cli/window_command.h"
#include "app/device/device_choice.h"
#include "app/device/observation.h"
#include "app/files/file_error.h"
#include "app/lessons/course_file.h"
#include "app/text/count_text.h"
#include "app/text/current_name.h"
#include "app/text/escape.h"
#include "app/text/option_text.h"
#include "texelscope/gpu/stream_profiler.h"

namespace texelscope::app::lessons_command {
namespace {

struct Options {
  CommonOptions common;
  /// The course file; empty for the built-in lessons.
  std::string course;
  /// Names of lessons; empty for all.
  std::vector<std::string> names;
  bool is_json = false;
  /// The folder of the handouts, their format ("html" or "markdown"), and the size of their screenshots.
  std::string out;
  std::string format = "html";
  std::string size = "780x380";
  bool has_no_answers = false;
  /// Compares with existing files instead of writing.
  bool is_check = false;
};

LessonCourse load_course_option(const std::string& course) {
  return course.empty() ? load_built_in_course() : load_course(course);
}

/// Empty if the lessons cannot be read; the command reports why.
std::vector<Word> lesson_words(const TypedLine& line) {
  constexpr std::string_view option = "--course";
  std::string course;
  for (std::size_t i = 0; i < line.before.size(); ++i) {
    const std::string& word = line.before[i];
    if (word == option && i + 1 < line.before.size()) {
      course = line.before[i + 1];
    } else if (word.starts_with(std::string(option) + "=")) {
      course = word.substr(option.size() + 1);
    }
  }
  try {
    return declared_words(load_course_option(course).lessons);
  } catch (const FileError&) {
    return {};
  }
}

void add_names(CommandOptions& command, Options& options) {
  command.option("--course", "FILE", options.course, "use the lessons of a course file instead of the built-in lessons",
                 {.path = PathUse::read});
  command.option("LESSON", "", options.names, "only these lessons (default: all)", {.word_source = lesson_words});
}

void declare_list(CommandOptions& command, Options& options) {
  command.json(options.is_json);
  add_names(command, options);
}

void declare_check(CommandOptions& command, Options& options) {
  add_common_options(command, options.common);
  command.json(options.is_json);
  add_names(command, options);
}

void declare_handout(CommandOptions& command, Options& options) {
  command.option("--out", "FOLDER", options.out, "the folder to write to; created if it does not exist",
                 {.is_required = true, .path = PathUse::write_folder});
  command.option("--format", "FORMAT", options.format, "html (complete pages to print) or markdown (default: html)",
                 {.one_of = {"html", "markdown"}});
  command.option("--size", "WxH", options.size,
                 "size of the window from which the pictures are cropped (default: 780x380)");
  command.flag("--without-answers", options.has_no_answers, "omit the answer sheets from the HTML pages");
  command.flag("--check", options.is_check,
               "compare with the existing files instead of writing them; for --format markdown");
  add_common_options(command, options.common);
  add_names(command, options);
}

/// Lessons are specified by name, not by file.
void refuse_files(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (!name.ends_with(".json")) {
      continue;
    }
    if (is_course_file(name)) {
      throw UsageError(fmt::format("{0} is a course; use --course {0}", name));
    }
    throw UsageError(
        fmt::format("{} is a lesson file; use --course FILE for the course that contains it, and the name {}", name,
                    std::filesystem::path(name).stem().string()));
  }
}

/// Keeps only the named lessons of a course, in course order.
void keep_wanted(LessonCourse& course, const Options& options) {
  refuse_files(options.names);
  std::vector<std::string> names(options.names);
  if (options.course.empty()) {
    std::ranges::transform(names, names.begin(),
                           [](const std::string& name) { return std::string{current_name(name)}; });
  }
  keep_named(course.lessons, names, "lesson");
}

LessonCourse wanted_course(const Options& options) {
  LessonCourse course = load_course_option(options.course);
  keep_wanted(course, options);
  return course;
}

/// Counted from 1, over the whole course.
std::map<std::string, std::size_t> lesson_numbers(const LessonCourse& course) {
  std::map<std::string, std::size_t> numbers;
  for (const Lesson& lesson : course.lessons) {
    numbers.emplace(lesson.name, numbers.size() + 1);
  }
  return numbers;
}

/// Opens the painter on a device without warnings: lessons deliberately do things that devices warn about.
WindowFunctions window_without_warnings(WindowFunctions window) {
  window.open_painter = [open = std::move(window.open_painter)](WindowPainterOptions options) {
    options.device_options = without_warnings(std::move(options.device_options));
    return open(options);
  };
  return window;
}

std::size_t steps_of(std::span<const Lesson> lessons) {
  return std::accumulate(lessons.begin(), lessons.end(), std::size_t{0},
                         [](std::size_t sum, const Lesson& lesson) { return sum + lesson.steps.size(); });
}

/// "4 steps, about 8 min".
std::string length_text(std::span<const Lesson> lessons) {
  const std::size_t steps = steps_of(lessons);
  return fmt::format("{}, about {} min", count_text(steps, "step"), minutes_per_step * steps);
}

int list(const Options& options) {
  const std::vector<Lesson> lessons = wanted_course(options).lessons;
  if (options.is_json) {
    std::cout << json_text(json_list(lessons, [](const Lesson& lesson) {
      return Json{{"name", lesson.name},          {"title", lesson.title},
                  {"topic", lesson.topic},        {"summary", lesson.summary},
                  {"steps", lesson.steps.size()}, {"minutes", minutes_per_step * lesson.steps.size()}};
    }));
    return exit_code::success;
  }
  for (std::span<const Lesson> rest(lessons); !rest.empty();) {
    const std::span<const Lesson> group = rest.first(lessons_of_first_topic(rest));
    rest = rest.subspan(group.size());
    const std::string topic = message_line(group[0].topic);
    const char* const indent = topic.empty() ? "" : "  ";
    if (!topic.empty()) {
      std::cout << fmt::format("{}{}: {}, {}\n", group.data() == lessons.data() ? "" : "\n", topic,
                               count_text(group.size(), "lesson"), length_text(group));
    }
    for (const Lesson& lesson : group) {
      std::cout << fmt::format("{0}{1}: {2} ({3})\n{0}  {4}\n", indent, lesson.name, message_line(lesson.title),
                               length_text({&lesson, 1}), message_line(lesson.summary));
    }
  }
  return exit_code::success;
}

/// Runs each step as a learner would; returns 1 if there are faults.
int check(const Options& options, const CommandContext& context) {
  const WindowFunctions& window = context.window;
  const LessonCourse course = wanted_course(options);
  const std::vector<Lesson>& lessons = course.lessons;
  CheckedLessons checked;
  std::size_t steps = 0;
  run_observed(options.common, [&](const gpu::DeviceOptions& device_options) {
    // The Streams lab needs a stream profiler for its experiments.
    const auto stream_profiler = std::make_shared<gpu::StreamProfiler>();
    gpu::DeviceOptions profiled_options = without_warnings(device_options);
    profiled_options.stream_profiler = stream_profiler;
    const ChosenDevice chosen = open_device(options.common.device_id(), profiled_options);
    const auto fresh_state = [&] {
      State state = window.make_state();
      state.device = chosen.device;
      state.stream_profiler = stream_profiler;
      state.course.language = course.language;
      return state;
    };
    for (const Lesson& lesson : lessons) {
      check_lesson(lesson, fresh_state, window.draw_panels, checked);
      steps += lesson.steps.size();
    }
  });
  const std::vector<LessonFault>& faults = checked.faults;
  Json json = {{"lessons", lessons.size()}, {"steps", steps}, {"faults", Json::array()}, {"answers", Json::array()}};
  for (const CheckedAnswer& answer : checked.answers) {
    json["answers"].push_back(
        {{"lesson", answer.lesson}, {"step", answer.step}, {"answer", answer.answer}, {"mistakes", answer.mistakes}});
  }
  for (const LessonFault& fault : faults) {
    json["faults"].push_back({{"lesson", fault.lesson}, {"step", fault.step}, {"what", fault.what}});
    if (!options.is_json) {
      std::cout << fmt::format("{}, step {}: {}\n", fault.lesson, fault.step, message_line(fault.what));
    }
  }
  std::cout << (options.is_json ? json.dump(2)
                                : fmt::format("{}, {}: {}", count_text(lessons.size(), "lesson"),
                                              count_text(steps, "step"), count_text(faults.size(), "fault")))
            << '\n';
  return faults.empty() ? exit_code::success : exit_code::check_failed;
}

/// Screenshots depend on the fonts and the processor. @throws RunError if the pages in a folder were made with
/// different fonts or on a different processor.
void require_fonts_of(const std::filesystem::path& folder) {
  std::ifstream index(folder / "README.md");
  const std::string here = fonts_line();
  const std::string_view beginning = std::string_view(here).substr(0, here.find("with "));
  for (std::string line; std::getline(index, line);) {
    if (line.starts_with(beginning) && line != here) {
      throw RunError(fmt::format("{}: {} On this machine: {} They cannot be compared", (folder / "README.md").string(),
                                 line, here));
    }
  }
}

/// Writes a page per lesson, and an index if no lesson is named; in Markdown, also the first screenshot of each lesson.
int hand_out(const Options& options, const CommandContext& context) {
  LessonCourse course = load_course_option(options.course);
  const std::map<std::string, std::size_t> numbers = lesson_numbers(course);
  keep_wanted(course, options);
  const bool is_markdown = options.format == "markdown";
  if (options.is_check && !is_markdown) {
    // Screenshots of some labs vary from run to run, and an HTML page embeds them.
    throw UsageError(
        "lessons handout: --check cannot compare HTML pages, which embed their screenshots; add --format markdown");
  }
  ScreenshotOptions picture;
  std::tie(picture.width, picture.height) = size_option(options.size);
  if (options.is_check) {
    require_fonts_of(options.out);
  }
  GeneratedFiles files(options.out, options.is_check ? GeneratedFiles::Use::check : GeneratedFiles::Use::write);
  with_window_painter(options.common, window_without_warnings(context.window), [&](const WindowPainter& painter) {
    std::vector<Handout> handouts;
    Progress progress;
    for (const Lesson& lesson : course.lessons) {
      progress.show(lesson.name);
      handouts.push_back(make_handout(lesson, painter, picture));
      const Handout& handout = handouts.back();
      if (!is_markdown) {
        files.add_text(handout.name + ".html", handout_page(handout, {.has_answers = !options.has_no_answers,
                                                                      .language = course.language,
                                                                      .course_title = course.title,
                                                                      .number = numbers.at(handout.name)}));
        continue;
      }
      files.add_text(handout.name + ".md", lesson_page(handout));
      if (const Screenshot* const first = first_picture(handout)) {
        files.add_picture(handout.name + ".png", first->image, first->varying);
      }
    }
    if (options.names.empty()) {
      files.add_text(is_markdown ? "README.md" : "index.html",
                     is_markdown ? lesson_index(handouts, options.course.empty() ? "" : course.title)
                                 : handout_index(handouts, course.title, course.language));
    }
  });
  return report_generated_files(
      files, options.is_check,
      fmt::format("texelscope lessons handout{}{}{}{} --format {} --size {} --out {}",
                  options.course.empty() ? "" : " --course ", options.course, options.names.empty() ? "" : " ",
                  fmt::join(options.names, " "), options.format, options.size, options.out));
}

const RegisteredSubcommand registered{{.name = "lessons",
                                       .text = "list, check or print the lessons of the window",
                                       .group = CommandGroup::people,
                                       .rank = 120}};
const RegisteredSubcommand registered_list{{.name = "lessons list",
                                            .text = "list the lessons and what they teach, by topic",
                                            .rank = 10,
                                            .footer = "The times are estimates: 2 minutes per step.",
                                            .declare = with_options(declare_list, list)}};
const RegisteredSubcommand registered_check{
    {.name = "lessons check",
     .text = "run each step: apply its settings, compute its values, and check its answer",
     .rank = 20,
     .declare = with_options(declare_check, check)}};
const RegisteredSubcommand registered_handout{
    {.name = "lessons handout",
     .text = "write printable lessons: one page each, with screenshots, questions and answers",
     .rank = 30,
     .declare = with_options(declare_handout, hand_out)}};

}  // namespace
}  // namespace texelscope::app::lessons_command
