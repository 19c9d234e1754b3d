#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "app/cli/lessons/handout_page.h"
#include "app/images/image_file.h"
#include "app/lessons/lesson_text.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

// Uses the colors of the window's light theme. On paper, a step with its screenshot and question stays on one sheet,
// the first one below the title with a smaller screenshot; if it is too long, it breaks between its parts, and a
// heading stays with its text.
constexpr const char* style = R"(
  * { box-sizing: border-box; }
  body { font: 16px/1.5 system-ui, sans-serif; color: #1c1e23; background: #fff; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  header { color: #484d57; margin-bottom: 1rem; }
  h1 { font-size: 1.7rem; margin: 0; }
  h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; break-after: avoid; }
  .summary { color: #484d57; margin: .3rem 0 1.5rem; }
  p { margin: .5rem 0; white-space: pre-line; orphans: 3; widows: 3; }
  .listing { white-space: pre-wrap; break-inside: avoid; }
  figure { margin: .8rem 0; break-inside: avoid; break-before: avoid; }
  img { width: 100%; height: auto; border: 1px solid #b9bdc6; border-radius: 4px; display: block; }
  .question { border-left: 4px solid #e0a860; background: #f3f4f6; padding: .6rem 1rem; margin: .8rem 0; break-inside: avoid; break-before: avoid; }
  .question p:first-child { margin-top: 0; font-weight: 600; }
  .question ol { list-style: upper-alpha; margin: .3rem 0; padding-left: 1.6rem; }
  .box { display: inline-block; width: .8em; height: .8em; border: 1px solid #60656f; margin: 0 .5em 0 .2em; }
  .field { display: block; border-bottom: 1px solid #60656f; height: 1.8rem; margin-top: .4rem; }
  .student { display: flex; gap: .6rem; }
  .blank { border-bottom: 1px solid #60656f; flex: 1; }
  .blank:first-of-type { flex: 2; }
  .answers { margin-top: 3rem; border-top: 1px solid #b9bdc6; }
  .answers dt { font-weight: 600; margin-top: 1rem; break-after: avoid; }
  .answers dd { margin: .2rem 0 0; break-inside: avoid; }
  .sources, .run { color: #484d57; font-size: .85em; }
  .answer { color: #7a4200; font-weight: 600; }
  .mistake, .hint { font-weight: 600; }
  a { color: #7a4200; }
  @page { margin: 15mm; }
  @media print {
    body { font-size: 10.5pt; line-height: 1.4; margin: 0; max-width: none; padding: 0; }
    h2 { margin-top: 1.2rem; }
    .step { break-inside: avoid; }
    .step:first-of-type img { width: auto; max-width: 100%; max-height: 82mm; }
    .question { print-color-adjust: exact; }
    .answers { break-before: page; border: 0; }
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
  } else if (!question.is_task) {
    text += "<span class=\"field\"></span>\n";
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

/// The hint of a task, because paper has no button to show it.
std::string hint_text(const HandoutQuestion& question) {
  return question.is_task && !question.hint.empty()
             ? fmt::format("<span class=\"hint\">Hint:</span> {}<br>", escaped_markup(question.hint))
             : "";
}

std::string header_text(const HandoutPageOptions& options) {
  const std::string course =
      options.course_title.empty()
          ? ""
          : fmt::format("<p>{} · Lesson {}</p>\n", escaped_markup(options.course_title), options.number);
  return fmt::format(
      "<header>\n{}<p class=\"student\">Name <span class=\"blank\"></span> Date <span "
      "class=\"blank\"></span></p>\n</header>\n",
      course);
}

/// The lines of such a paragraph are program code.
std::string paragraph_text(const std::string& paragraph) {
  return fmt::format("<p{}>{}</p>\n", paragraph.find('\n') == std::string::npos ? "" : " class=\"listing\"",
                     escaped_markup(paragraph));
}

std::string answers(const Handout& handout) {
  std::string text = "<section class=\"answers\">\n<h2>Answers</h2>\n<dl>\n";
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
  std::string body = fmt::format("{}<h1>{}</h1>\n<p class=\"summary\">{}</p>\n", header_text(options),
                                 escaped_markup(handout.title), escaped_markup(handout.summary));
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
  return page(options.language, handout.title, options.has_answers && has_questions ? body + answers(handout) : body);
}

std::string handout_index(std::span<const Handout> handouts, std::string_view title, std::string_view language) {
  std::string body = fmt::format("<h1>{}</h1>\n<dl>\n", escaped_markup(title));
  for (std::size_t i = 0; i < handouts.size(); ++i) {
    const Handout& handout = handouts[i];
    body += fmt::format("<dt>{}. <a href=\"{}.html\">{}</a></dt>\n<dd>{}</dd>\n", i + 1, handout.name,
                        escaped_markup(handout.title), escaped_markup(handout.summary));
  }
  return page(language, title, body + "</dl>\n");
}

}  // namespace texelscope::app
