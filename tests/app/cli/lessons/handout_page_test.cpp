#include "app/cli/lessons/handout_page.h"

#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <utility>

#include "app/images/image_file.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

Image pixel(unsigned char value) {
  return {1, 1, 3, gpu::DataType::uint8, {std::byte{value}, std::byte{}, std::byte{}}};
}

Handout handout() {
  Handout made{.name = "blend", .title = "Blend & more", .summary = "a < b", .steps = {}};
  made.steps.push_back({.title = "One",
                        .paragraphs = {"to_dense(C) *now*"},
                        .picture = Screenshot{pixel(1), {}},
                        .question = {},
                        .sources = {"section 1"}});
  made.steps.push_back({.title = "Two",
                        .paragraphs = {},
                        .picture = Screenshot{pixel(2), {}},
                        .question = HandoutQuestion{.text = "How many?",
                                                    .choices = {"256", "257"},
                                                    .answer = "257",
                                                    .hint = "",
                                                    .explanation = "Both ends count.",
                                                    .is_task = false},
                        .sources = {"section <2>", "a call"}});
  return made;
}

/// A handout with a single step that contains this paragraph.
Handout handout_of(const std::string& paragraph) {
  Handout made{.name = "one", .title = "One", .summary = "S", .steps = {}};
  made.steps.push_back({.title = "Only", .paragraphs = {paragraph}, .picture = {}, .question = {}, .sources = {}});
  return made;
}

Handout handout_of_task() {
  Handout made = handout_of("P");
  made.steps[0].question = HandoutQuestion{
      .text = "Set it.", .choices = {}, .answer = "", .hint = "Try.", .explanation = "It is set.", .is_task = true};
  return made;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(HandoutPage, IsSelfContainedAndEscapesItsTexts) {
  const std::string page = handout_page(handout(), {});
  EXPECT_TRUE(has(page, "<h1>Blend &amp; more</h1>"));
  EXPECT_TRUE(has(page, "a &lt; b"));
  for (const unsigned char value : std::array<unsigned char, 2>{1, 2}) {
    EXPECT_TRUE(has(page, "src=\"data:image/png;base64," + base64(encode_png(pixel(value))))) << int{value};
  }
  for (const char* const outside : {"http://", "https://", "<script", "<link"}) {
    EXPECT_FALSE(has(page, outside)) << outside;
  }
}

TEST(HandoutPage, HasTheAnswersAfterAllStepsOrNotAtAll) {
  const std::string page = handout_page(handout(), {});
  EXPECT_TRUE(has(page, "<span class=\"answer\">B. 257</span><br>Both ends count."));
  EXPECT_LT(page.find("256</li>"), page.find("<h2>Answers: Blend &amp; more</h2>"));
  const std::string questions = handout_page(handout(), {.has_answers = false});
  EXPECT_TRUE(has(questions, "<li><span class=\"box\"></span>257</li>"));
  EXPECT_FALSE(has(questions, "Both ends count."));
  EXPECT_FALSE(has(questions, "B. 257"));
}

TEST(HandoutPage, PrintsTheRightAnswerMoreProminentlyThanWrongOnes) {
  const std::string page = handout_page(handout(), {.has_answers = true});
  const auto rule_of = [&](std::string_view name) {
    const std::size_t begin = page.find(name);
    return page.substr(begin, page.find('}', begin) - begin);
  };
  EXPECT_TRUE(has(rule_of("\n  .answer {"), "color: #000; font-weight: 700; border: 1px solid #000;"));
  EXPECT_FALSE(has(rule_of("\n  .mistake {"), "font-weight"));
}

TEST(HandoutPage, NamesTheSourcesOnlyWithTheAnswer) {
  const std::string page = handout_page(handout(), {});
  EXPECT_TRUE(has(page, "Both ends count.<br><span class=\"sources\">Sources: section &lt;2&gt;; a call.</span>"));
  const std::string questions = handout_page(handout(), {.has_answers = false});
  EXPECT_FALSE(has(questions, "section &lt;2&gt;"));
  EXPECT_TRUE(has(questions, "<p class=\"sources\">Source: section 1.</p>")) << "this step has no question";
}

TEST(HandoutPage, HasAHeaderWithItsNumberInTheCourseAndSpaceForAName) {
  const std::string page = handout_page(handout(), {.course_title = "Week <3>", .number = 4});
  EXPECT_TRUE(has(page, "<thead><tr><th class=\"running\">Week &lt;3&gt; · Lesson 4 · Blend &amp; more</th>"))
      << "the header is repeated on each sheet";
  EXPECT_TRUE(has(handout_page(handout(), {}), "<th class=\"running\">Blend &amp; more</th>"));
  EXPECT_TRUE(has(page, "Name <span class=\"blank\"></span> Date <span class=\"blank\"></span>"));
  EXPECT_FALSE(has(handout_page(handout(), {}), "Lesson 1"));
}

TEST(HandoutPage, KeepsTheLinesOfAListingTogether) {
  EXPECT_TRUE(has(handout_page(handout_of("1  register\n2  map"), {}), "<p class=\"listing\">1  register\n2  map</p>"));
  EXPECT_TRUE(has(handout_page(handout_of("2 streams"), {}), "<p>2 streams</p>"));
}

TEST(HandoutPage, MarksNumbersThatVaryFromRunToRun) {
  Handout made = handout();
  EXPECT_FALSE(has(handout_page(made, {}) + lesson_page(made), "one run"));
  made.steps[1].is_of_one_run = true;
  const std::string page = handout_page(made, {});
  EXPECT_NE(page.find("Numbers from one run"), page.rfind("Numbers from one run"))
      << "the note is in the step and with its answer";
  EXPECT_TRUE(has(lesson_page(made), "Numbers from one run"));
}

TEST(HandoutPage, LinksFromItsIndexToEachLesson) {
  const std::array handouts{handout()};
  const std::string index = handout_index(handouts, "Week <3>", "pt-BR");
  EXPECT_TRUE(has(index, "1. <a href=\"blend.html\">Blend &amp; more</a> <span class=\"size\">2 steps, about 4 min<"));
  EXPECT_TRUE(has(index, "<h1>Week &lt;3&gt;</h1>"));
  EXPECT_TRUE(has(index, "<html lang=\"pt-BR\">"));
  EXPECT_TRUE(has(handout_page(handout(), {.language = "de"}), "<html lang=\"de\">"));
  EXPECT_TRUE(has(lesson_index(handouts, "Week 3"), "# Week 3\n"));
  EXPECT_TRUE(has(lesson_index(handouts), "| 1 | [Blend \\& more](blend.md) | a \\< b |"));
}

TEST(HandoutPage, GroupsItsIndexByTopic) {
  std::array handouts{handout(), handout_of("P"), handout_of("P")};
  EXPECT_FALSE(has(handout_index(handouts, "C", "en"), "<h2>"));
  handouts[0].topic = handouts[1].topic = "A & B";
  handouts[2].topic = "C";
  const std::string index = handout_index(handouts, "C", "en");
  const std::size_t heading = index.find("<h2>A &amp; B</h2>");
  EXPECT_LT(heading, index.find("<dt>1. "));
  EXPECT_EQ(index.find("<h2>A &amp; B</h2>", heading + 1), std::string::npos);
  EXPECT_GT(index.find("<h2>C</h2>"), index.find("<dt>2. "));
  EXPECT_LT(index.find("<h2>C</h2>"), index.find("<dt>3. "));
}

TEST(HandoutPage, HasALineForAnAnswerAndForTheResultOfATask) {
  Handout made = handout();
  made.steps[1].question->choices.clear();
  EXPECT_TRUE(has(handout_page(made, {}), "<p class=\"field\"><span class=\"blank\"></span></p>"));
  EXPECT_TRUE(has(handout_page(handout_of_task(), {}), "<p class=\"field\">I saw:<span class=\"blank\"></span></p>"));
}

TEST(LessonPage, ShowsTheFirstPictureAndEscapesItsCharacters) {
  const std::string page = lesson_page(handout());
  EXPECT_TRUE(has(page, "# Blend \\& more\n"));
  EXPECT_TRUE(has(page, "to\\_dense(C) \\*now\\*"));
  EXPECT_EQ(page.find("![One](blend.png)"), page.rfind("!["));
  EXPECT_TRUE(has(page,
                  "<details><summary>Answer</summary>\n\n257\n\nBoth ends count.\n\nSources: section \\<2\\>; a "
                  "call.\n\n</details>"));
  EXPECT_TRUE(has(page, "\n\nSource: section 1.\n\n"));
}

TEST(LessonPage, DoesNotTurnATextThatStartsLikeAnItemIntoAList) {
  for (const auto& [text, safe] : {std::pair{"16. Shape (2, 2)", "16\\. Shape (2, 2)"},
                                   {"4) is refused", "4\\) is refused"},
                                   {"- 1 below", "\\- 1 below"},
                                   {"+ 1 above", "\\+ 1 above"},
                                   {"First\n2. second", "First\\\n2\\. second"}}) {
    EXPECT_TRUE(has(lesson_page(handout_of(text)), std::string("\n\n") + safe + "\n\n")) << text;
  }
  for (const char* const text : {"0.5 is half, at 16.", "-1 is below", "2.5) and 1.", "no. 3"}) {
    EXPECT_TRUE(has(lesson_page(handout_of(text)), std::string("\n\n") + text + "\n\n")) << text;
  }
}

TEST(LessonPage, EscapesMarkdownCharacters) {
  EXPECT_TRUE(has(lesson_page(handout_of("&lt; and ~~gone~~")), "\\&lt; and \\~\\~gone\\~\\~"));
}

TEST(LessonPage, KeepsTheLinesOfAProgram) {
  EXPECT_TRUE(has(lesson_page(handout_of("1  register\n2  map")), "1  register\\\n2  map\n\n"));
}

TEST(LessonPage, AnswersATaskOnlyWithItsExplanation) {
  EXPECT_TRUE(has(lesson_page(handout_of_task()), "<details><summary>Answer</summary>\n\nIt is set.\n\n</details>"));
  EXPECT_TRUE(has(handout_page(handout_of_task(), {}),
                  "<dt>1. Set it.</dt>\n<dd><span class=\"hint\">Hint:</span> Try.<br>It is set.</dd>"));
}

}  // namespace
}  // namespace texelscope::app
