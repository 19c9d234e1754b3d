#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "app/cli/lessons/handout_page.h"
#include "app/files/build_facts.h"
#include "app/files/font_file.h"
#include "app/images/edge_processor.h"
#include "app/lessons/lesson_text.h"

namespace texelscope::app {
namespace {

/// How many signs of the beginning of a line would make it an item of a list: "16." or "-", with a blank behind it.
std::size_t length_of_list_mark(std::string_view line) {
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  const std::string_view signs = digits > 0 ? ".)" : "-+";
  const bool is_mark = digits < line.size() && signs.find(line[digits]) != std::string_view::npos &&
                       (digits + 1 == line.size() || line[digits + 1] == ' ' || line[digits + 1] == '\n');
  return is_mark ? digits + 1 : 0;
}

/// A text whose signs mean themselves, and whose lines stay lines.
std::string escaped(std::string_view text) {
  std::string safe;
  std::size_t mark_end = length_of_list_mark(text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::string_view("\\`*_[]<>|#&~\n").find(text[i]) != std::string_view::npos || i + 1 == mark_end) {
      safe += '\\';
    }
    safe += text[i];
    if (text[i] == '\n') {
      const std::size_t length = length_of_list_mark(text.substr(i + 1));
      mark_end = length > 0 ? i + 1 + length : 0;
    }
  }
  return safe;
}

std::string mistakes_list(const HandoutQuestion& question) {
  std::string text;
  for (const LessonMistake& mistake : question.mistakes) {
    text += fmt::format("\n- Not {}: {}", escaped(mistake.answer), escaped(mistake.explanation));
  }
  return text.empty() ? "" : "\n" + text;
}

std::string question_block(const HandoutQuestion& question, const std::string& sources) {
  std::string text = fmt::format("**{}**\n\n", escaped((question.is_task ? "In the window: " : "") + question.text));
  for (const std::string& choice : question.choices) {
    text += fmt::format("- {}\n", escaped(choice));
  }
  return fmt::format("{}{}<details><summary>Answer</summary>\n\n{}{}{}{}{}{}\n\n</details>\n\n", text,
                     question.choices.empty() ? "" : "\n", escaped(question.answer),
                     question.answer.empty() ? "" : "\n\n", escaped(question.explanation), mistakes_list(question),
                     sources.empty() ? "" : "\n\n", escaped(sources));
}

}  // namespace

const Screenshot* first_picture(const Handout& handout) {
  const auto found =
      std::ranges::find_if(handout.steps, [](const HandoutStep& step) { return step.picture.has_value(); });
  return found == handout.steps.end() ? nullptr : &*found->picture;
}

std::string lesson_page(const Handout& handout) {
  std::string text = fmt::format("# {}\n\n{}\n\n", escaped(handout.title), escaped(handout.summary));
  const Screenshot* const shown = first_picture(handout);
  for (std::size_t i = 0; i < handout.steps.size(); ++i) {
    const HandoutStep& step = handout.steps[i];
    text += fmt::format("## {}. {}\n\n", i + 1, escaped(step.title));
    for (const std::string& paragraph : step.paragraphs) {
      text += escaped(paragraph) + "\n\n";
    }
    if (step.is_of_one_run) {
      text += fmt::format("*{}*\n\n", one_run_note);
    }
    if (step.picture && &*step.picture == shown) {
      text += fmt::format("![{}]({}.png)\n\n", escaped(step.title), handout.name);
    }
    if (step.question) {
      text += question_block(*step.question, source_line(step.sources));
    } else if (!step.sources.empty()) {
      text += escaped(source_line(step.sources)) + "\n\n";
    }
  }
  return text + "Made by `texelscope lessons handout --format markdown`; [all lessons](README.md).\n";
}

std::string fonts_line() {
  return fmt::format("The pictures are drawn with {}, on a processor of {}, by Dear ImGui {}.",
                     fmt::join(font_names(), ", "), edge_processor(), build_fact("Dear ImGui"));
}

std::string lesson_index(std::span<const Handout> handouts, std::string_view course_title) {
  std::string text =
      course_title.empty()
          ? "# The lessons\n\n`Ctrl+L` opens them in the window; [lessons.md](../lessons.md) tells how they work.\n\n"
          : fmt::format("# {}\n\n", escaped(course_title));
  text += "| | lesson | what it is about |\n|---|---|---|\n";
  for (std::size_t i = 0; i < handouts.size(); ++i) {
    const Handout& handout = handouts[i];
    text += fmt::format("| {} | [{}]({}.md) | {} |\n", i + 1, escaped(handout.title), handout.name,
                        escaped(handout.summary));
  }
  return fmt::format("{}\n{}\n", text, fonts_line());
}

}  // namespace texelscope::app
