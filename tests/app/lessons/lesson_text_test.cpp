#include "app/lessons/lesson_text.h"

#include <gtest/gtest.h>

#include "app/gui/lab_registry.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

class LessonText : public testing::Test {
 protected:
  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes, labs()};
};

TEST_F(LessonText, NamesPartsOfTheStateByTheirPath) {
  state.scenes.settings[0].values.set("rotation", 30.5);
  state.labs.states[0]->set("shape", "3, 4");
  choose_lab(state, 1);
  EXPECT_EQ(state_text(state, "scene"), "picture");
  EXPECT_EQ(state_text(state, "lab"), "copies");
  EXPECT_EQ(state_text(state, "parameters.picture.rotation"), "30.5");
  EXPECT_EQ(state_text(state, "labs.layouts.shape"), "3, 4");
  for (const char* const unknown : {"", "labs", "labs.layouts", "labs.nothing.shape", "labs.layouts.nothing",
                                    "parameters.picture", "parameters.nothing.rotation", "nothing"}) {
    EXPECT_EQ(state_text(state, unknown), std::nullopt) << unknown;
  }
}

TEST_F(LessonText, ReplacesReferencesByComputedValuesAndTheState) {
  const LessonFacts facts{{"a.strides", "(4, 1)"}};
  EXPECT_EQ(resolved("{a.strides} of {scene}, {{ stays", facts, state), "(4, 1) of picture, { stays");
  EXPECT_EQ(resolved("{{{a.strides}}}, {{x}} and }", facts, state), "{(4, 1)}, {x} and }");
  EXPECT_THROW(static_cast<void>(resolved("{a.nothing}", facts, state)), ParameterError);
  EXPECT_THROW(static_cast<void>(resolved("{a.strides", facts, state)), ParameterError);
}

TEST_F(LessonText, ShowsTheAnswerInTheFormOfTheOtherNumbers) {
  const LessonFacts facts{{"a.bytes", "8192"}, {"a.strides", "(4, 1)"}};
  LessonQuestion question{.text = "?", .answer = "{a.bytes}"};
  EXPECT_EQ(shown_answer(question, facts, state), "8,192") << "the same form as {a.bytes} in a sentence";
  question.choices = {"4096", "8192"};
  EXPECT_EQ(shown_answer(question, facts, state), "8192") << "the same form as the choice";
  question = {.text = "?", .answer = "{a.strides}"};
  EXPECT_EQ(shown_answer(question, facts, state), "(4, 1)");
}

TEST_F(LessonText, SeparatesThousandsOfComputedNumbersInSentences) {
  const LessonFacts facts{{"a.bytes", "402653184"}, {"a.pixels", "12288"},    {"a.count", "999"},
                          {"a.share", "1234.5"},    {"a.shape", "(1024, 3)"}, {"a.none", ""}};
  EXPECT_EQ(resolved("{a.bytes} bytes, {a.pixels} pixels", facts, state), "402,653,184 bytes, 12,288 pixels");
  EXPECT_EQ(resolved("{a.count}, {a.share}, {a.shape}, {a.none}.", facts, state), "999, 1234.5, (1024, 3), .");
  EXPECT_EQ(resolved("{a.pixels}", facts, state), "12288") << "an answer";
}

TEST_F(LessonText, AdvisesOnAnUnknownReference) {
  const LessonFacts facts{{"a.shape", "3"}, {"a.strides", "1"}, {"bytes.size", "7"}};
  const auto error_of = [&](const std::string& text, const LessonFacts& computed) -> std::string {
    try {
      return resolved(text, computed, state);
    } catch (const ParameterError& error) {
      return error.what();
    }
  };
  const auto ends = [&](const std::string& text, const std::string& end) {
    EXPECT_TRUE(error_of(text, facts).ends_with(end)) << error_of(text, facts);
  };
  ends("{a.stride}", "; did you mean 'a.strides'? 'a' gives: a.shape, a.strides");
  ends("{byte.size}", "; did you mean 'bytes'? computations of this step: a, bytes");
  EXPECT_TRUE(error_of("{a.shape}", {}).ends_with("; this step computes nothing"));
  EXPECT_NE(error_of("{labs.layouts.shap}", facts).find("did you mean 'shape'? settings of 'layouts': "),
            std::string::npos);
  EXPECT_NE(error_of("{labs.layout.shape}", facts).find("did you mean 'layouts'? labs: "), std::string::npos);
}

TEST_F(LessonText, ShowsTheResultOfEachCallAfterItsLine) {
  const std::string listing = "In three calls:\n1  a kernel is held back\n2  is it done?\n10  let it go";
  EXPECT_EQ(listed_calls(listing), (std::vector<std::size_t>{1, 2, 10}));
  EXPECT_TRUE(listed_calls("2 streams\n3.5  ms").empty());
  const LessonFacts facts{{"s.1", "ok"}, {"s.2", "no"}, {"other.1", "yes"}};
  EXPECT_EQ(with_outcomes(listing, "s", facts),
            "In three calls:\n1  a kernel is held back  → ok\n2  is it done?  → no\n10  let it go");
}

TEST_F(LessonText, FindsTheScriptOfAQuestion) {
  const LessonFacts facts{{"s.1", "ok"}, {"s.2", "no"}, {"t.1", "5"}};
  EXPECT_EQ(script_of({.answer = "{s.2}"}, facts), "s");
  EXPECT_EQ(script_of({.answer = "{s.refused}"}, facts), "s");
  EXPECT_EQ(script_of({.answer = "{t.1}"}, facts), "") << "a single numbered fact is not a script";
  EXPECT_EQ(script_of({.answer = "s.2"}, facts), "");
}

TEST_F(LessonText, LeavesATextWithAnInvalidReferenceUnchanged) {
  state.course.facts = {{"a.b", "7"}};
  EXPECT_EQ(text_now(state, "{a.b}"), "7");
  EXPECT_EQ(text_now(state, "{a.c}"), "{a.c}");
}

}  // namespace
}  // namespace texelscope::app
