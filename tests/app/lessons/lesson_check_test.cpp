#include "app/lessons/lesson_check.h"
#include "app/workspace/undo.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>

#include "app/files/file_error.h"
#include "app/gui/lab_registry.h"
#include "app/lessons/course.h"
#include "app/lessons/course_file.h"
#include "app/lessons/lesson_text.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

class LessonCheck : public testing::Test {
 protected:
  void TearDown() override { fs::remove(path); }

  [[nodiscard]] Lesson read(const std::string& steps) const {
    std::ofstream{path} << R"({"texelscope_lesson": 1, "title": "T", "summary": "S", "steps": [)" << steps << "]}";
    return load_lesson(path);
  }
  /// The faults in a lesson with these steps. The panels draw a widget "there", another widget inside it, and texts. In
  /// a large window, they also draw a widget "beside" with texts.
  [[nodiscard]] std::string faults(const std::string& steps) {
    std::string text;
    const auto fresh = [&] {
      State state{scenes, labs()};
      state.device = device;
      state.course.language = language;
      return state;
    };
    const auto draw = [&](State& state, int width, int) {
      if (!tab_texts.empty() && state.labs.current) {
        return tab_panels(state);
      }
      DrawnPanels panels{{{"there", {0, 0, 100, 20}}, {"there.row", {10, 0, 20, 20}}}, drawn, pointed, characters};
      for (const std::string& name : errors) {
        panels.widgets[name] = {200, 0, 100, 20};
      }
      if (width > 1000) {
        panels.widgets["beside"] = {200, 0, 100, 20};
        panels.texts.insert(panels.texts.end(), drawn_beside.begin(), drawn_beside.end());
      }
      return panels;
    };
    checked = {};
    check_lesson(read(steps), fresh, draw, checked);
    for (const LessonFault& fault : checked.faults) {
      text += std::to_string(fault.step) + ": " + fault.what + "\n";
    }
    return text;
  }

  /// The open lab's widgets: its tabs, and a widget "shown" in the open tab with that tab's text.
  [[nodiscard]] DrawnPanels tab_panels(const State& state) const {
    const std::string lab(state.labs.all[*state.labs.current].name);
    DrawnPanels panels{{{"there", {0, 0, 10, 10}}}, {}, {}};
    for (const auto& [tab, text] : tab_texts) {
      panels.widgets[lab + ".tab." + tab] = {300, 0, 10, 10};
      if (state_text(state, "labs." + lab + ".tab") == tab) {
        panels.widgets[lab + "." + tab + ".shown"] = {200, 0, 100, 20};
        panels.texts.push_back({text, {210, 2, 10, 10}});
      }
    }
    for (const std::string& name : results) {
      panels.widgets[name] = {400, 20.0F * static_cast<float>(panels.widgets.size()), 10, 10};
    }
    return panels;
  }

  fs::path path = fs::temp_directory_path() / ("texelscope-lesson-" + std::to_string(::getpid()) + ".json");
  std::vector<DrawnText> drawn;
  std::vector<bool> characters;
  /// Widgets that contain the first texts of `drawn`.
  std::vector<std::string> errors;
  std::vector<DrawnText> drawn_beside;
  std::vector<DrawnText> pointed;
  /// The text in each tab of the open lab. If this is not empty, the panels draw no other widgets except `results`.
  std::map<std::string, std::string> tab_texts;
  std::vector<std::string> results;
  std::string language = "en";
  CheckedLessons checked;
  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  gpu::Device device = gpu::Device::open({});
};

constexpr const char* layout_step =
    R"("title": "A", "text": ["{a.shape} in {labs.layouts.shape}"], "look_at": "there",
       "state": {"lab": "layouts", "labs": {"layouts": {"shape": "3, 4"}}}, "compute": {"a": {"layout": {"shape": "3,4"}}})";

TEST_F(LessonCheck, FindsNothingInACorrectLesson) {
  EXPECT_EQ(
      faults(
          std::string("{") + layout_step +
          R"(, "question": {"text": "?", "choices": ["4,1", "1,4"], "answer": "{a.strides}", "mistakes": {"1,4": "F order"},
                      "hint": "h", "explanation": "e"}, "sources": ["NumPy's strides"]},
                     {"title": "B", "text": [], "question": {"text": "?", "goals": {"labs.layouts.shape": "7"},
                      "solution": {"labs": {"layouts": {"shape": "7"}}}, "hint": "h", "explanation": "e"}})"),
      "");
}

TEST_F(LessonCheck, ReportsTheErrorThatALabShows) {
  const std::string task = R"({"title": "A", "text": ["T"], "look_at": "there", "question": {"text": "?",
    "goals": {"labs.layouts.shape": "7"}, "solution": {"labs": {"layouts": {"shape": "7"}}}, "hint": "h",
    "explanation": "e"}})";
  drawn = {{"there is no operation", {202, 2, 60, 10}}, {"'permute'", {202, 12, 60, 5}}};
  EXPECT_EQ(faults(task), "");
  errors = {"layouts.entry0.error"};
  EXPECT_EQ(faults(task),
            "1: the settings cause an error in the lab, in 'layouts.entry0.error': there is no operation 'permute'\n");
  const std::string about_it = std::string(task).replace(task.find("\"there\""), 7, "\"layouts.entry0.error\"");
  EXPECT_EQ(faults(about_it), "") << "the step is about the error";
}

TEST_F(LessonCheck, ComputesChoices) {
  const std::string step = std::string("{") + layout_step +
                           R"(, "question": {"text": "?", "choices": ["{a.strides}", "{a.shape}"],
      "answer": "{a.strides}", "mistakes": {"{a.shape}": "the shape"}, "hint": "h", "explanation": "e"}, "sources": ["S"]})";
  EXPECT_EQ(faults(step), "");
  ASSERT_EQ(checked.answers.size(), 1U);
  EXPECT_EQ(checked.answers[0].answer, "(4, 1)");
  EXPECT_EQ(checked.answers[0].mistakes, std::vector<std::string>{"(3, 4)"});
  const std::string misspelled = std::string(step).replace(step.find("{a.shape}\"]"), 9, "{a.shpe}");
  EXPECT_NE(faults(misspelled).find("its choices: '{a.shpe}' is neither computed here"), std::string::npos);
}

TEST_F(LessonCheck, NamesMisspelledArgumentsAndGoalsWithoutTheirConsequences) {
  const auto step_with = [](const std::string& compute) {
    return R"({"title": "A", "text": ["{a.shape}"], "compute": {"a": )" + compute +
           R"(}, "question": {"text": "?", "choices": ["4,1", "1,4"], "answer": "{a.strides}",
               "mistakes": {"1,4": "F order"}, "hint": "h", "explanation": "e"}, "sources": ["S"]})";
  };
  for (const auto& [compute, fault] :
       {std::pair{R"({"layout": {"shpe": "3,4"}})", "there is no 'shpe'; did you mean 'shape'?"},
        std::pair{R"({"layout": {"shape": "3,4", "item_size": 4}})",
                  "there is no 'item_size'; did you mean 'itemsize'?"},
        std::pair{R"({"warp": {"shape": "3,4", "strt": 4}})", "there is no 'strt'; did you mean 'start'?"},
        std::pair{R"({"copy": {"source": {"shape": "3"}, "destination": {"shap": "3"}}})", "did you mean 'shape'?"},
        std::pair{R"({"banks": {"collumns": 32}})", "there is no 'collumns'; did you mean 'columns'?"},
        std::pair{R"({"pitch": {"width": 5, "heigth": 2}})", "there is no 'heigth'; did you mean 'height'?"},
        std::pair{R"({"dlpack": {"shape": "3", "change": {"bit": 8}}})", "there is no 'bit'; did you mean 'bits'?"},
        std::pair{R"({"experiment": {"nam": "x"}})", "there is no 'nam'; did you mean 'name'?"},
        std::pair{R"({"streams": {"doo": []}})", "there is no 'doo'; did you mean 'do'?"},
        std::pair{R"({"fetch": {"texels": [1], "at": [0.5], "filtr": "linear"}})", "did you mean 'filter"}}) {
    const std::string found = faults(step_with(compute));
    EXPECT_TRUE(found.starts_with("1: its computations: compute 'a': ")) << found;
    EXPECT_NE(found.find(fault), std::string::npos) << found;
    EXPECT_EQ(checked.faults.size(), 1U) << found;
  }
  const std::string found = faults(R"({"title": "A", "text": [], "question": {"text": "?", "goals":
    {"labs.layouts.shap": "7"}, "solution": {"labs": {"layouts": {"shape": "7"}}}, "hint": "h", "explanation": "e"}})");
  EXPECT_TRUE(found.starts_with("1: there is no 'labs.layouts.shap' in the state; did you mean 'shape'?")) << found;
}

TEST_F(LessonCheck, FindsEmptyTexts) {
  EXPECT_EQ(faults(R"({"title": " ", "text": ["T"], "question": {"text": "?", "goals": {"labs.layouts.shape": "7"},
    "solution": {"labs": {"layouts": {"shape": "7"}}}, "hint": "", "explanation": "\n"}})"),
            "1: title is empty\n1: question.hint is empty\n1: question.explanation is empty\n");
}

TEST_F(LessonCheck, NamesCharactersThatTheWindowsFontLacks) {
  const std::string steps = R"({"title": "Ж", "text": ["x ≤ 😀, ≤ again"]}, {"title": "B", "text": ["plain"]})";
  EXPECT_EQ(faults(steps), "") << "the font is unknown";
  characters = std::vector<bool>(0x500, true);
  const std::string found = faults(steps);
  EXPECT_NE(found.find("has no character '≤' (U+2264), in text: \"x ≤ 😀, ≤ again\"\n"), std::string::npos) << found;
  EXPECT_NE(found.find("has no character '😀' (U+1F600)"), std::string::npos) << found;
  EXPECT_EQ(checked.faults.size(), 2U) << found;
}

TEST_F(LessonCheck, FindsEachKindOfError) {
  const auto has = [&](const std::string& steps, const std::string& what) {
    const std::string found = faults(steps);
    EXPECT_NE(found.find(what), std::string::npos) << steps << "\n" << found;
  };
  const std::string question = R"("hint": "h", "explanation": "e"}})";
  has(R"({"title": "A", "text": [], "state": {"lab": "nothing"}})", "lab: there is no 'nothing'");
  has(R"({"title": "A", "text": ["{a.b}"]})", "'{a.b}' is neither");
  has(R"({"title": "A", "text": [], "look_at": "elsewhere"})", "no widget 'elsewhere'");
  has(R"({"title": "A", "text": [], "look_at": "ther"})", "no widget 'ther' is drawn; did you mean 'there'?");
  has(R"({"title": "A", "text": [], "compute": {"a": {"nothing": {}}}})", "there is no computation 'nothing'");
  has(std::string("{") + layout_step +
          R"(, "question": {"text": "?", "choices": ["1", "2"], "answer": "{a.strides}", )" + question,
      "the answer '(4, 1)' is not among the choices");
  has(std::string("{") + layout_step + R"x(, "question": {"text": "?", "answer": "(4, 1)", )x" + question,
      "is not computed; use a computation, such as {name.fact}");
  has(std::string("{") + layout_step +
          R"x(, "question": {"text": "?", "choices": ["4, 1", "(4,1)"], "answer": "{a.strides}", )x" + question,
      "is twice among the choices");
  has(std::string("{") + layout_step + R"(, "question": {"text": "?", "choices": ["4 1"], "answer": "{a.strdes}", )" +
          question,
      "did you mean 'a.strides'? 'a' gives: ");
  has(R"({"title": "A", "text": [], "question": {"text": "?", "goals": {"lab": ""}, "solution": {}, )" + question,
      "is already done");
  has(R"({"title": "A", "text": [], "question": {"text": "?", "goals": {"lab": "copies"}, "solution": {"lab": "layouts"}, )" +
          question,
      "leaves 'lab' at 'layouts'");
  has(R"({"title": "A", "text": [], "question": {"text": "?", "goals": {"labs.x.y": "1"}, "solution": {}, )" + question,
      "there is no 'labs.x.y'");
  has(std::string("{") + layout_step + R"(, "question": {"text": "?", "answer": "{a.strides}", )" + question,
      "no source");
  has(R"({"title": "A", "text": [], "sources": ["a section", " "]})", "sources[1] is empty");
}

/// A step whose answer is (4, 1); `more` is added to its question.
std::string asked_step(const std::string& more, const std::string& text = "") {
  return R"({"title": "A", "text": [")" + text +
         R"("], "compute": {"a": {"layout": {"shape": "3,4"}}, "b": {"layout": {"shape": "2,4"}}},
            "question": {"text": "?", "answer": "{a.strides}", "hint": "h", "explanation": "e")" +
         more + R"(}, "sources": ["NumPy's strides"]})";
}

TEST_F(LessonCheck, RequiresAnExplanationOfEachWrongChoice) {
  EXPECT_NE(faults(asked_step("")).find("it explains no wrong answer"), std::string::npos);
  EXPECT_EQ(faults(asked_step(R"(, "mistakes": {"1, 4": "F order", "{b.strides}": "the same here"})")), "");
  ASSERT_EQ(checked.answers.size(), 1U);
  EXPECT_EQ(checked.answers[0].answer, "(4, 1)");
  EXPECT_EQ(checked.answers[0].mistakes, std::vector<std::string>{"1, 4"});
  const std::string choices = R"(, "choices": ["4,1", "1,4", "1,3"])";
  EXPECT_NE(
      faults(asked_step(choices + R"(, "mistakes": {"1,4": "F order"})")).find("does not explain why '1,3' is wrong"),
      std::string::npos);
  EXPECT_NE(faults(asked_step(choices + R"(, "mistakes": {"1,4": "F", "1,3": "G", "7": "H"})"))
                .find("the mistake '7' is not among the choices"),
            std::string::npos);
}

TEST_F(LessonCheck, FindsTheAnswerInDrawnTextsOutsideTheLesson) {
  const std::string mistakes = R"(, "mistakes": {"1, 4": "F order"})";
  drawn = {{"strides (4, 1)", {12, 2, 10, 10}}};
  const std::string found = faults(asked_step(mistakes));
  EXPECT_NE(found.find(
                "the answer '(4, 1)' is visible before it is committed, in 'strides (4, 1)' of the widget 'there.row'"),
            std::string::npos)
      << found;
  EXPECT_EQ(faults(asked_step(mistakes + R"(, "also_drawn": {"there.row": "another tensor's"})")), "");
  drawn = {{"strides (1, 4)", {12, 2, 10, 10}}};
  EXPECT_EQ(faults(asked_step(mistakes)), "");
  EXPECT_NE(faults(asked_step(mistakes + R"(, "also_drawn": {"there.row": "another tensor's"})"))
                .find("\"also_drawn\" has 'there.row'"),
            std::string::npos);
}

TEST_F(LessonCheck, FindsTheAnswerWhereTheMousePoints) {
  const std::string mistakes = R"(, "mistakes": {"1, 4": "F order"})";
  pointed = {{"lane 1: strides (4, 1)", {12, 2, 0, 0}}};
  const std::string found = faults(asked_step(mistakes));
  EXPECT_NE(found.find("in 'lane 1: strides (4, 1)' while the mouse points at the widget 'there.row'"),
            std::string::npos)
      << found;
  EXPECT_EQ(faults(asked_step(mistakes + R"(, "also_drawn": {"there.row": "another tensor's"})")), "");
  pointed = {{"lane 1: strides (1, 4)", {12, 2, 0, 0}}};
  EXPECT_EQ(faults(asked_step(mistakes)), "");
}

TEST_F(LessonCheck, FindsTheAnswerInTheTextsOfTheStep) {
  const std::string mistakes = R"(, "mistakes": {"1, 4": "F order"})";
  for (const char* const text : {"They are (4, 1).", "So: {a.strides}", "1  call\\n2  gives 4, 1"}) {
    const std::string found = faults(asked_step(mistakes, text));
    EXPECT_NE(found.find("the answer '(4, 1)' is revealed before it is committed"), std::string::npos) << text << found;
    EXPECT_EQ(faults(asked_step(mistakes + R"(, "also_drawn": {"text": "of another tensor"})", text)), "") << text;
  }
  for (const char* const text : {"{labs.layouts.strides}", "(3, 4) and 14, 1", "4  a call\\n1  another"}) {
    EXPECT_EQ(faults(asked_step(mistakes, text)), "") << text;
  }
}

TEST_F(LessonCheck, AllowsTextsToNameGivenValuesAndSeveralChoices) {
  const std::string shape =
      R"({"title": "A", "text": ["A tensor of 12 items"], "compute": {"a": {"layout": {"shape": "12"}}},
            "question": {"text": "?", "answer": "{a.volume}", "mistakes": {"1": "one"}, "hint": "h", "explanation": "e"},
            "sources": ["s"]})";
  EXPECT_EQ(faults(shape), "");
  const std::string choices = R"(, "choices": ["4,1", "1,4"], "mistakes": {"1,4": "F order"})";
  EXPECT_EQ(faults(asked_step(choices, "Either (4, 1) or (1, 4).")), "");
  EXPECT_NE(faults(asked_step(choices, "It is (4, 1).")), "");
}

TEST_F(LessonCheck, FindsTheAnswerItselfAmongTheMistakes) {
  EXPECT_NE(faults(asked_step(R"(, "mistakes": {"{a.strides}": "wrong", "1, 4": "F order"})"))
                .find("\"mistakes\" contains the answer, '{a.strides}'"),
            std::string::npos);
}

TEST_F(LessonCheck, FindsTypedMistakesThatAreRightOrOfOneValue) {
  EXPECT_NE(faults(asked_step(R"(, "mistakes": {"1, 4": "F order", "4,1": "wrong"})"))
                .find("\"mistakes\" contains the answer: '4,1' is right"),
            std::string::npos);
  EXPECT_NE(faults(asked_step(R"(, "mistakes": {"1, 4": "F order", "[1, 4.0]": "again"})"))
                .find("the mistakes '1, 4' and '[1, 4.0]' have the same value"),
            std::string::npos);
  EXPECT_EQ(faults(asked_step(R"(, "mistakes": {"1, 4": "F order", "4, 2": "another"})")), "");
}

TEST_F(LessonCheck, ReadsMistakesInTheLanguageOfTheCourse) {
  const std::string step =
      R"({"title": "A", "text": [], "compute": {"a": {"layout": {"shape": "8192"}}},
          "question": {"text": "?", "answer": "{a.volume}", "mistakes": {"8.192": "bytes", "4096": "half"},
                       "hint": "h", "explanation": "e"}, "sources": ["s"]})";
  EXPECT_EQ(faults(step), "");
  ASSERT_EQ(checked.answers.size(), 1U);
  EXPECT_EQ(checked.answers[0].mistakes, (std::vector<std::string>{"8.192", "4096"}));
  language = "de";
  EXPECT_EQ(faults(step), "1: \"mistakes\" contains the answer: '8.192' is right\n");
  ASSERT_EQ(checked.answers.size(), 1U);
  EXPECT_EQ(checked.answers[0].mistakes, std::vector<std::string>{"4096"});
}

/// A step in a lab's tab whose answer is (4, 1).
std::string tab_step(const std::string& lab, const std::string& tab, const std::string& more) {
  return R"({"title": "A", "text": [], "state": {"lab": ")" + lab + R"(", "labs": {")" + lab + R"(": {"tab": ")" + tab +
         R"("}}}, "compute": {"a": {"layout": {"shape": "3,4"}}},
            "question": {"text": "?", "answer": "{a.strides}", "mistakes": {"1, 4": "F"}, "hint": "h", "explanation": "e")" +
         more + R"(}, "sources": ["s"]})";
}

TEST_F(LessonCheck, FindsTheAnswerInOtherTabsOfTheLab) {
  tab_texts = {{"map", "a map"}, {"code", "a code"}, {"properties", "strides (4, 1)"}};
  const std::string found = faults(tab_step("layouts", "map", ""));
  EXPECT_NE(found.find("in 'strides (4, 1)' of the widget 'layouts.properties.shown'"), std::string::npos) << found;
  EXPECT_EQ(faults(tab_step("layouts", "map", R"(, "also_drawn": {"layouts.properties.shown": "r"})")), "");
  tab_texts["properties"] = "strides (1, 4)";
  EXPECT_EQ(faults(tab_step("layouts", "map", "")), "");
  EXPECT_EQ(faults(tab_step("layouts", "map", R"(, "hidden": ["layouts.properties.*"])")), "")
      << "drawn in a tab that is not open";
}

TEST_F(LessonCheck, RequiresAllResultsOfALabToBeHiddenIfOneIs) {
  tab_texts = {{"picture", "a picture"}, {"probe", "a probe"}};
  results = {"textures.picture", "textures.probe.result.0", "textures.probe.x"};
  const std::string found = faults(tab_step("textures", "picture", R"(, "hidden": ["textures.picture"])"));
  EXPECT_NE(found.find("'textures.probe.result.0' shows results of the lab, like the hidden 'textures.picture'; "
                       "add 'textures.probe.result.*' to \"hidden\""),
            std::string::npos)
      << found;
  EXPECT_EQ(found.find("textures.probe.x"), std::string::npos) << found;
  results.erase(results.begin());
  results.insert(results.begin(), "textures.signal");
  // The lab's other results, which are not drawn in this test.
  const std::string others =
      R"("textures.picture", "textures.signal.curve", "textures.probe.ideal", "textures.probe.taps",
         "textures.probe.step.*", "textures.readout")";
  const auto faults_of = [&](const std::string& hidden, const std::string& more) {
    return faults(tab_step("textures", "picture", R"(, "hidden": [)" + hidden + others + "]" + more));
  };
  EXPECT_NE(faults_of(R"("textures.signal", )", "").find("textures.probe.result.0"), std::string::npos);
  EXPECT_EQ(faults_of(R"("textures.signal", "textures.probe.*", )", ""), "");
  EXPECT_EQ(faults_of(R"("textures.signal", )", R"(, "also_drawn": {"textures.probe.result.0": "r"})"), "");
  EXPECT_EQ(faults(tab_step("textures", "picture", "")), "") << "no result is hidden";
}

TEST_F(LessonCheck, RequiresResultsToBeHiddenThatOnlyARunWillShow) {
  tab_texts = {{"plan", "a plan"}};
  results = {"copies.plan.method", "copies.motion.move"};
  const std::string found = faults(tab_step("copies", "plan", R"(, "hidden": ["copies.plan.*", "copies.motion.*"])"));
  EXPECT_NE(
      found.find("'copies.race' is not drawn yet, but like the hidden 'copies.plan.*', it can show results of the lab; "
                 "add 'copies.race' to \"hidden\""),
      std::string::npos)
      << found;
  EXPECT_EQ(faults(tab_step("copies", "plan",
                            R"(, "hidden": ["copies.plan.*", "copies.motion.*", "copies.race", "copies.history",
                                            "copies.readout"])")),
            "");
}

TEST_F(LessonCheck, RequiresAllFiguresOfAWarpToBeHiddenIfOneIs) {
  tab_texts = {{"map", "a map"}, {"warp", "a warp"}};
  results = {"layouts.warp.sectors", "layouts.warp.lines"};
  EXPECT_NE(faults(tab_step("layouts", "warp", R"(, "hidden": ["layouts.warp.sectors"])"))
                .find("'layouts.warp.lines' shows results"),
            std::string::npos);
  EXPECT_EQ(faults(tab_step("layouts", "warp", R"(, "hidden": ["layouts.warp.*"])")), "");
}

TEST_F(LessonCheck, SuggestsOnlyWidgetsWithASimilarName) {
  tab_texts = {{"map", "a map"}};
  const auto look_at = [&](const std::string& name) {
    return faults(R"({"title": "A", "text": [], "state": {"lab": "layouts"}, "look_at": ")" + name + R"("})");
  };
  EXPECT_EQ(look_at("layouts.nothing").find("did you mean"), std::string::npos) << look_at("layouts.nothing");
  EXPECT_NE(look_at("layouts.tab.mpa").find("did you mean 'layouts.tab.map'?"), std::string::npos);
}

TEST_F(LessonCheck, RequiresHiddenWidgetsToBeDrawn) {
  const std::string mistakes = R"(, "mistakes": {"1, 4": "F order"})";
  EXPECT_EQ(faults(asked_step(mistakes + R"(, "hidden": ["there", "there.*"])")), "");
  EXPECT_NE(faults(asked_step(mistakes + R"(, "hidden": ["there.ro"])")).find("'there.ro' is not drawn"),
            std::string::npos);
  EXPECT_NE(faults(asked_step(mistakes + R"(, "hidden": ["elsewhere.*"])")).find("'elsewhere.*' is not drawn"),
            std::string::npos);
}

TEST_F(LessonCheck, ChecksALargeWindowAsWell) {
  const std::string mistakes = R"(, "mistakes": {"1, 4": "F order"})";
  drawn_beside = {{"strides (4, 1)", {210, 2, 10, 10}}};
  const std::string found = faults(asked_step(mistakes));
  EXPECT_NE(found.find("in 'strides (4, 1)' of the widget 'beside'"), std::string::npos) << found;
  EXPECT_EQ(faults(asked_step(mistakes + R"(, "also_drawn": {"beside": "another tensor's"})")), "");
  drawn_beside.clear();
  EXPECT_EQ(faults(asked_step(mistakes + R"(, "hidden": ["beside"])")), "");
}

TEST_F(LessonCheck, RequiresAListingToHaveTheExecutedCalls) {
  const auto step = [](const std::string& listing, const std::string& calls) {
    return R"({"title": "A", "text": [")" + listing + R"("], "compute": {"s": {"streams": {"do": [)" + calls +
           R"(]}}},
              "question": {"text": "?", "choices": ["yes", "no"], "answer": "{s.2}", "mistakes": {"yes": "m", "no": "m"},
                           "hint": "h", "explanation": "e"}, "sources": ["cuStreamQuery"]})";
  };
  const std::string two = R"("synchronize a", "is_done a")";
  EXPECT_EQ(faults(step("1  wait\\n2  is it done?", two)), "");
  EXPECT_NE(faults(step("1  wait\\n2  is it done?", two + R"(, "synchronize a")")).find("has 2 calls, but 's' runs 3"),
            std::string::npos);
  EXPECT_NE(faults(step("1  wait\\n3  is it done?", two)).find("line 2 of the listing is numbered 3"),
            std::string::npos);
}

TEST_F(LessonCheck, RefusesFilesThatAreNotLessons) {
  for (
      const char* const steps :
      {"", "3", R"({"title": "A"})", R"({"title": "A", "text": [], "nothing": 1})",
       R"({"title": "A", "text": [], "compute": {"a": {}}})", R"({"title": "A", "text": [], "sources": [1]})",
       R"({"title": "A", "text": [], "question": {"text": "?", "hint": "h", "explanation": "e"}})",
       R"({"title": "A", "text": [], "question": {"text": "?", "goals": {"lab": "x"}, "hint": "h", "explanation": "e"}})"}) {
    EXPECT_THROW(static_cast<void>(read(steps)), FileError) << steps;
  }
  for (const char* const version : {"1.5", "1e300", "2", "\"1\"", "null"}) {
    std::ofstream{path} << R"({"texelscope_lesson": )" << version
                        << R"(, "title": "t", "summary": "s", "steps": [{"title": "A", "text": []}]})";
    EXPECT_THROW(static_cast<void>(load_lesson(path)), FileError) << version;
  }
  // The nesting is so deep that writing the state would exhaust the stack.
  // A part of a session has 16 levels at most, and a lesson 64: an error of the window in each frame ended it.
  for (const std::size_t levels : {17U, 60U, 200'000U}) {
    const std::string nested = std::string(levels, '[') + std::string(levels, ']');
    EXPECT_THROW(static_cast<void>(read(R"({"title": "A", "text": [], "state": )" + nested + "}")), FileError)
        << levels;
  }
}

TEST_F(LessonCheck, NamesTheWrongKeyInALesson) {
  const auto error_of_steps = [&](const std::string& steps) -> std::string {
    try {
      static_cast<void>(read(steps));
      return "";
    } catch (const FileError& error) {
      return error.what();
    }
  };
  EXPECT_TRUE(error_of_steps(R"({"title": 5, "text": []})").ends_with(": steps[0].title is 5; use a string, \"…\""))
      << error_of_steps(R"({"title": 5, "text": []})");
  const std::string twice = error_of_steps(R"({"title": "A", "text": [], "title": "B"})");
  EXPECT_NE(twice.find("duplicate key steps[0].title"), std::string::npos) << twice;
}

TEST_F(LessonCheck, CoursesResumeWhereTheLearnerLeftAndRestoreTheSetup) {
  State state{scenes, labs()};
  state.course.lessons = {read(std::string("{") + layout_step + R"(}, {"title": "B", "text": []})")};
  state.scenes.settings[0].values.set("rotation", 5.0);
  const Edit before = edit_of(state);
  open_lesson(state, 0);
  EXPECT_EQ(current_lab(state.labs)->name, "layouts");
  go_to_step(state, 1);
  state.scenes.settings[0].values.set("rotation", 90.0);
  leave_lesson(state);
  EXPECT_EQ(edit_of(state), before);
  open_lesson(state, 0);
  EXPECT_EQ(state.course.step, 1U);
  go_to_step(state, 2);
  EXPECT_FALSE(state.course.lesson);
  EXPECT_TRUE(state.course.progress.at(state.course.lessons[0].name).is_finished);
  EXPECT_EQ(edit_of(state), before);
}

}  // namespace
}  // namespace texelscope::app
