#include "app/lessons/text_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>

#include "app/files/font_file.h"
#include "app/lessons/lesson_answer.h"
#include "app/lessons/lesson_text.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

constexpr std::size_t max_shown_bytes = 60;

/// A text that the window shows, and its key in the lesson's file.
struct ShownText {
  std::string_view key;
  std::string_view text;
};

/// All texts of a step; for the first step, also those of the lesson.
std::vector<ShownText> shown_texts(const Lesson& lesson, std::size_t number) {
  const LessonStep& step = lesson.steps[number];
  const LessonQuestion& question = step.question;
  std::vector<ShownText> texts;
  if (number == 0) {
    texts = {{"the lesson's title", lesson.title}, {"the lesson's summary", lesson.summary}};
  }
  texts.push_back({"title", step.title});
  const auto add_all = [&](std::string_view key, const std::vector<std::string>& list) {
    for (const std::string& text : list) {
      texts.push_back({key, text});
    }
  };
  add_all("text", step.paragraphs);
  texts.push_back({"question.text", question.text});
  add_all("question.choices", question.choices);
  texts.push_back({"question.hint", question.hint});
  texts.push_back({"question.explanation", question.explanation});
  for (const LessonMistake& mistake : question.mistakes) {
    texts.push_back({"question.mistakes", mistake.answer});
    texts.push_back({"question.mistakes", mistake.explanation});
  }
  add_all("sources", step.sources);
  return texts;
}

}  // namespace

Letters letters_of(const LessonCourse& course) {
  const auto needs_all = [](std::string_view text) { return letters_of(text) == Letters::all; };
  bool is_all = needs_all(course.title);
  for (const Lesson& lesson : course.lessons) {
    is_all = is_all || needs_all(lesson.topic);
    for (std::size_t step = 0; step < lesson.steps.size() && !is_all; ++step) {
      is_all =
          std::ranges::any_of(shown_texts(lesson, step), [&](const ShownText& shown) { return needs_all(shown.text); });
    }
  }
  return is_all ? Letters::all : Letters::own;
}

std::vector<std::string> character_faults(const Lesson& lesson, std::size_t step, const std::vector<bool>& characters) {
  std::vector<std::string> faults;
  // One fault for each character, at its first place.
  std::map<char32_t, ShownText> missing;
  for (const ShownText& shown : shown_texts(lesson, step)) {
    for (std::size_t at = 0; at < shown.text.size() && !characters.empty();) {
      const char32_t code = take_code_point(shown.text, at);
      if (code >= characters.size() || !characters[code]) {
        missing.try_emplace(code, shown);
      }
    }
  }
  for (const auto& [code, shown] : missing) {
    std::size_t end = 0;
    std::string character;
    for (std::size_t at = 0; at < shown.text.size(); at = end) {
      end = at;
      if (take_code_point(shown.text, end) == code) {
        character = shown.text.substr(at, end - at);
        break;
      }
    }
    faults.push_back(fmt::format("the window's font, {}, has no character '{}' (U+{:04X}), in {}: \"{}\"",
                                 font_names().front(), character, static_cast<std::uint32_t>(code), shown.key,
                                 shown_line(shown.text, max_shown_bytes)));
  }
  return faults;
}

std::vector<std::string> empty_text_faults(const Lesson& lesson, std::size_t step) {
  const LessonQuestion& question = lesson.steps[step].question;
  const bool is_asked = !question.answer.empty() || !question.goals.empty();
  std::vector<std::string> faults;
  for (const ShownText& shown : shown_texts(lesson, step)) {
    const bool is_needed = is_asked || !shown.key.starts_with("question.");
    // A separate check reports empty sources, and an empty paragraph is only a gap.
    if (is_needed && shown.key != "sources" && shown.key != "text" &&
        shown.text.find_first_not_of(" \t\n") == std::string_view::npos) {
      faults.push_back(fmt::format("{} is empty", shown.key));
    }
  }
  return faults;
}

std::vector<std::string> told_faults(const LessonStep& step, const std::string& right, const LessonFacts& facts) {
  std::vector<std::string> faults;
  const LessonQuestion& question = step.question;
  if (question.also_drawn.contains(told_key)) {
    return faults;
  }
  std::string given = step.state;
  for (const LessonComputation& computation : step.computations) {
    given += ' ' + computation.arguments;
  }
  std::vector<std::string> texts{question.text};
  for (const std::string& paragraph : step.paragraphs) {
    texts.push_back(without_call_numbers(paragraph));
  }
  for (std::string& text : texts) {
    text = without_settings(text, facts);
  }
  const bool tells_others = std::ranges::any_of(question.choices, [&](const std::string& choice) {
    return !is_same_answer(choice, right) &&
           std::ranges::any_of(texts, [&](const std::string& text) { return says_answer(text, choice); });
  });
  if (tells_others || says_answer(given, right)) {
    return faults;
  }
  for (const std::string& text : texts) {
    if (says_answer(text, right)) {
      faults.push_back(
          fmt::format("the answer '{}' is revealed before it is committed: \"{}\"; remove it, or add the reason: "
                      "\"also_drawn\": {{\"{}\": \"…\"}}",
                      right, shown_line(text, max_answer_bytes), told_key));
    }
  }
  return faults;
}

std::vector<std::string> listing_faults(const LessonStep& step, const LessonFacts& facts) {
  std::vector<std::string> faults;
  std::vector<std::size_t> listed;
  for (const std::string& paragraph : step.paragraphs) {
    const std::vector<std::size_t> calls = listed_calls(paragraph);
    listed.insert(listed.end(), calls.begin(), calls.end());
  }
  const std::string script = script_of(step.question, facts);
  if (listed.empty() || script.empty()) {
    return faults;
  }
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (listed[i] != i + 1) {
      faults.push_back(fmt::format("line {} of the listing is numbered {}", i + 1, listed[i]));
    }
  }
  std::size_t run = 0;
  while (facts.contains(fmt::format("{}.{}", script, run + 1))) {
    ++run;
  }
  if (run != listed.size()) {
    faults.push_back(fmt::format("the listing has {} calls, but '{}' runs {}", listed.size(), script, run));
  }
  return faults;
}

}  // namespace texelscope::app
