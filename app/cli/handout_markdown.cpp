#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "app/cli/handout_page.h"

namespace texelscope::app {
namespace {

/// A text whose signs mean themselves.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char sign : text) {
    if (std::string_view("\\`*_[]<>|#").find(sign) != std::string_view::npos) {
      safe += '\\';
    }
    safe += sign;
  }
  return safe;
}

std::string question_text(const HandoutQuestion& question) {
  std::string text = fmt::format("**{}**\n\n", escaped((question.is_task ? "In the window: " : "") + question.text));
  for (const std::string& choice : question.choices) {
    text += fmt::format("- {}\n", escaped(choice));
  }
  return fmt::format("{}{}<details><summary>Answer</summary>\n\n{}\n\n{}\n\n</details>\n\n", text,
                     question.choices.empty() ? "" : "\n", escaped(question.answer), escaped(question.explanation));
}

}  // namespace

const WindowPicture* first_picture(const Handout& handout) {
  const auto found =
      std::ranges::find_if(handout.steps, [](const HandoutStep& step) { return step.picture.has_value(); });
  return found == handout.steps.end() ? nullptr : &*found->picture;
}

std::string lesson_page(const Handout& handout) {
  std::string text = fmt::format("# {}\n\n{}\n\n", escaped(handout.title), escaped(handout.summary));
  const WindowPicture* const shown = first_picture(handout);
  for (std::size_t i = 0; i < handout.steps.size(); ++i) {
    const HandoutStep& step = handout.steps[i];
    text += fmt::format("## {}. {}\n\n", i + 1, escaped(step.title));
    for (const std::string& paragraph : step.paragraphs) {
      text += escaped(paragraph) + "\n\n";
    }
    if (step.picture && &*step.picture == shown) {
      text += fmt::format("![{}]({}.png)\n\n", escaped(step.title), handout.name);
    }
    if (step.question) {
      text += question_text(*step.question);
    }
  }
  return text + "Made by `texelscope lessons handout --format markdown`; [all lessons](README.md).\n";
}

std::string lesson_index(std::span<const Handout> handouts) {
  std::string text =
      "# The lessons\n\n`Ctrl+L` opens them in the window; [lessons.md](../lessons.md) tells how they work.\n\n";
  text += "| | lesson | what it is about |\n|---|---|---|\n";
  for (std::size_t i = 0; i < handouts.size(); ++i) {
    const Handout& handout = handouts[i];
    text += fmt::format("| {} | [{}]({}.md) | {} |\n", i + 1, escaped(handout.title), handout.name,
                        escaped(handout.summary));
  }
  return text;
}

}  // namespace texelscope::app
