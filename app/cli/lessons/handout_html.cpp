#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "app/cli/lessons/handout_page.h"
#include "app/images/image_file.h"
#include "app/lessons/course_file.h"
#include "app/lessons/lesson_text.h"
#include "app/text/count_text.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

// The colors match the window's light theme. In print, each step is kept on a single sheet if it fits; only the first
// step may break across sheets, so that it begins below the title. The page header is a table header, which browsers
// repeat on every sheet. Browsers that support it, such as Chromium 131 and later, number the sheets in the margin.
constexpr const char* style = R"(
  * { box-sizing: border-box; }
  body { font: 16px/1.5 system-ui, sans-serif; color: #1c1e23; background: #fff; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  .sheets { width: 100%; border-collapse: collapse; }
  .sheets > * > tr > * { padding: 0; text-align: left; font-weight: inherit; }
  .sheets .running { color: #484d57; font-size: .85em; padding-bottom: .6rem; }
  h1 { font-size: 1.7rem; margin: 0; }
  h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; break-after: avoid; }
  .summary { color: #484d57; margin: .3rem 0 1.5rem; }
  p { margin: .5rem 0; white-space: pre-line; orphans: 3; widows: 3; }
  .listing { white-space: pre-wrap; break-inside: avoid; }
  figure { margin: .8rem 0; break-inside: avoid; }
  img { width: 100%; height: auto; border: 1px solid #b9bdc6; border-radius: 4px; display: block; }
  .question { border-left: 4px solid #e0a860; background: #f3f4f6; padding: .6rem 1rem; margin: .8rem 0; break-inside: avoid; break-before: avoid; }
  .question p:first-child { margin-top: 0; font-weight: 600; }
  .question ol { list-style: upper-alpha; margin: .3rem 0; padding-left: 1.6rem; }
  .box { display: inline-block; width: .8em; height: .8em; border: 1px solid #60656f; margin: 0 .5em 0 .2em; }
  .field { display: flex; gap: .6rem; margin-top: .8rem; }
  .student { display: flex; gap: .6rem; color: #484d57; margin: 0 0 1rem; }
  .blank { border-bottom: 1px solid #60656f; flex: 1; }
  .student .blank:first-of-type { flex: 2; }
  .answers { margin-top: 3rem; border-top: 1px solid #b9bdc6; }
  .answers dt { font-weight: 600; margin-top: 1rem; break-after: avoid; }
  .answers dd { margin: .2rem 0 0; }
  .sources, .run { color: #484d57; font-size: .85em; }
  .answer { color: #000; font-weight: 700; border: 1px solid #000; border-radius: 3px; padding: 0 .35em; display: inline-block; margin-bottom: .2em; }
  .mistake { font-style: italic; }
  .hint { font-weight: 600; }
  .size { color: #484d57; }
  a { color: #7a4200; }
  @page { margin: 13mm 15mm; @bottom-right { content: counter(page) "/" counter(pages); font: 9pt system-ui, sans-serif; color: #484d57; } }
  @media print {
    body { font-size: 10pt; line-height: 1.35; margin: 0; max-width: none; padding: 0; }
    .sheets .running { padding-bottom: 3mm; }
    .student { margin-bottom: 3mm; }
    h1 { font-size: 16pt; }
    h2 { font-size: 12pt; margin: 4mm 0 1mm; }
    .summary { margin: 1mm 0 0; }
    p { margin: 1.2mm 0; }
    figure { margin: 2mm 0; }
    img { width: auto; max-width: 100%; max-height: 66mm; }
    .step { break-inside: avoid; }
    .step:first-of-type { break-inside: auto; }
    .question { print-color-adjust: exact; padding: 2mm 4mm; margin: 2mm 0; }
    .question ol { columns: 2; }
    .question li { break-inside: avoid; }
    .answers { break-before: page; border: 0; margin: 0; font-size: 8.5pt; line-height: 1.3; }
    .answers h2 { margin-top: 0; }
    .answers dl { columns: 2; column-gap: 8mm; margin: 0; }
    .answers dt { margin-top: 2mm; }
  }
)";

std::string page(std::string_view language, std::string_view title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n"
      "{}</body>\n</html>\n",
      escaped_markup(language), escaped_markup(title), style, body);
}

std::string figure(const Image& picture, const std::string& text) {
  return fmt::format("<figure><img alt=\"{}\" width=\"{}\" height=\"{}\" src=\"data:image/png;base64,{}\"></figure>\n",
                     escaped_markup(text), picture.width, picture.height, base64(encode_png(picture)));
}

std::string question_text(const HandoutQuestion& question) {
  std::string text = fmt::format("<div class=\"question\"><p>{}{}</p>\n", question.is_task ? "In the window: " : "",
                                 escaped_markup(question.text));
  if (!question.choices.empty()) {
    text += "<ol>\n";
    for (const std::string& choice : question.choices) {
      text += fmt::format("<li><span class=\"box\"></span>{}</li>\n", escaped_markup(choice));
    }
    text += "</ol>\n";
  } else {
    text += fmt::format("<p class=\"field\">{}<span class=\"blank\"></span></p>\n", question.is_task ? "I saw:" : "");
  }
  return text + "</div>\n";
}

/// "B. 257" for one of the choices.
std::string answer_text(const HandoutQuestion& question) {
  const auto choice = std::ranges::find(question.choices, question.answer);
  if (choice == question.choices.end()) {
    return question.answer;
  }
  return fmt::format("{}. {}", static_cast<char>('A' + (choice - question.choices.begin())), question.answer);
}

std::string sources_text(const HandoutStep& step) {
  const std::string line = source_line(step.sources);
  return line.empty() ? "" : fmt::format("<br><span class=\"sources\">{}</span>", escaped_markup(line));
}

std::string mistakes_text(const HandoutQuestion& question) {
  std::string text;
  for (const LessonMistake& mistake : question.mistakes) {
    text += fmt::format("<br><span class=\"mistake\">Not {}:</span> {}", escaped_markup(mistake.answer),
                        escaped_markup(mistake.explanation));
  }
  return text;
}

/// The hint of a task, which is printed because a sheet has no button to show it.
std::string hint_text(const HandoutQuestion& question) {
  return question.is_task && !question.hint.empty()
             ? fmt::format("<span class=\"hint\">Hint:</span> {}<br>", escaped_markup(question.hint))
             : "";
}

/// "Week 3 · Lesson 4 · Blend", or only the lesson's title if the course has none.
std::string running_text(const Handout& handout, const HandoutPageOptions& options) {
  const std::string title = escaped_markup(handout.title);
  return options.course_title.empty()
             ? title
             : fmt::format("{} · Lesson {} · {}", escaped_markup(options.course_title), options.number, title);
}

/// A paragraph of more than one line is program code.
std::string paragraph_text(const std::string& paragraph) {
  return fmt::format("<p{}>{}</p>\n", paragraph.find('\n') == std::string::npos ? "" : " class=\"listing\"",
                     escaped_markup(paragraph));
}

std::string answers(const Handout& handout) {
  std::string text =
      fmt::format("<section class=\"answers\">\n<h2>Answers: {}</h2>\n<dl>\n", escaped_markup(handout.title));
  for (std::size_t i = 0; i < handout.steps.size(); ++i) {
    if (const auto& question = handout.steps[i].question) {
      const std::string answer = question->answer.empty() ? ""
                                                          : fmt::format("<span class=\"answer\">{}</span><br>",
                                                                        escaped_markup(answer_text(*question)));
      text += fmt::format(
          "<dt>{}. {}</dt>\n<dd>{}{}{}{}{}{}</dd>\n", i + 1, escaped_markup(question->text), answer,
          hint_text(*question), escaped_markup(question->explanation), mistakes_text(*question),
          handout.steps[i].is_of_one_run ? fmt::format("<br><span class=\"run\">{}</span>", one_run_note) : "",
          sources_text(handout.steps[i]));
    }
  }
  return text + "</dl>\n</section>\n";
}

}  // namespace

std::string handout_page(const Handout& handout, const HandoutPageOptions& options) {
  std::string body = fmt::format(
      "<table class=\"sheets\">\n<thead><tr><th class=\"running\">{}</th></tr></thead>\n<tbody><tr><td>\n"
      "<p class=\"student\">Name <span class=\"blank\"></span> Date <span class=\"blank\"></span></p>\n"
      "<h1>{}</h1>\n<p class=\"summary\">{}</p>\n",
      running_text(handout, options), escaped_markup(handout.title), escaped_markup(handout.summary));
  bool has_questions = false;
  for (std::size_t i = 0; i < handout.steps.size(); ++i) {
    const HandoutStep& step = handout.steps[i];
    body += fmt::format("<section class=\"step\">\n<h2>{}. {}</h2>\n", i + 1, escaped_markup(step.title));
    for (const std::string& paragraph : step.paragraphs) {
      body += paragraph_text(paragraph);
    }
    if (step.is_of_one_run) {
      body += fmt::format("<p class=\"run\">{}</p>\n", one_run_note);
    }
    if (step.picture) {
      body += figure(step.picture->image, step.title);
    }
    if (step.question) {
      body += question_text(*step.question);
      has_questions = true;
    } else if (!step.sources.empty()) {
      body += fmt::format("<p class=\"sources\">{}</p>\n", escaped_markup(source_line(step.sources)));
    }
    body += "</section>\n";
  }
  if (options.has_answers && has_questions) {
    body += answers(handout);
  }
  return page(options.language, handout.title, body + "</td></tr></tbody>\n</table>\n");
}

std::string handout_index(std::span<const Handout> handouts, std::string_view title, std::string_view language) {
  std::string body = fmt::format("<h1>{}</h1>\n<dl>\n", escaped_markup(title));
  std::string_view topic;
  for (std::size_t i = 0; i < handouts.size(); ++i) {
    const Handout& handout = handouts[i];
    if (handout.topic != topic) {
      topic = handout.topic;
      body += fmt::format("</dl>\n<h2>{}</h2>\n<dl>\n", escaped_markup(topic));
    }
    body += fmt::format(
        "<dt>{}. <a href=\"{}.html\">{}</a> <span class=\"size\">{}, about {} min</span></dt>\n"
        "<dd>{}</dd>\n",
        i + 1, handout.name, escaped_markup(handout.title), count_text(handout.steps.size(), "step"),
        minutes_per_step * handout.steps.size(), escaped_markup(handout.summary));
  }
  return page(language, title, body + "</dl>\n");
}

}  // namespace texelscope::app
