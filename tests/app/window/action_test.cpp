#include "app/window/action.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/gui/lab_registry.h"
#include "app/workspace/state.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

class Actions : public testing::Test {
 protected:
  void press(const KeyChord& event) {
    const Action* action = find_action(actions, event);
    ASSERT_NE(action, nullptr);
    perform(*action, state);
  }

  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes};
  std::vector<Action> actions = make_actions(scenes);
};

TEST_F(Actions, HaveAKeyATitleAndASentenceEach) {
  std::set<std::string> names;
  for (const Action& action : actions) {
    EXPECT_FALSE(action.keys.empty()) << action.name;
    EXPECT_FALSE(action.title.empty()) << action.name;
    EXPECT_TRUE(action.text.ends_with(".")) << action.name;
    EXPECT_TRUE(names.insert(action.name).second) << action.name << " occurs twice";
  }
}

TEST_F(Actions, ShareNoKey) {
  std::map<std::string, std::string> owner;
  for (const Action& action : make_actions(scenes, labs())) {
    for (const KeyChord& chord : action.keys) {
      const auto [other, is_free] = owner.emplace(to_string(chord), action.name);
      EXPECT_TRUE(is_free) << to_string(chord) << ": " << action.name << " and " << other->second;
    }
  }
}

TEST_F(Actions, ForDigitsDoNotReplaceTheLabOfALesson) {
  const Action* const second = find_action(actions, KeyChord{.key = '2'});
  ASSERT_NE(second, nullptr);
  EXPECT_TRUE(takes_keys(*second, state));
  LessonStep asked;
  LessonStep task;
  task.question.goals = {{"scene", "plasma"}};
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {asked, task}}};
  state.course.lesson = 0;
  state.course.step = 0;
  EXPECT_FALSE(takes_keys(*second, state));
  EXPECT_TRUE(takes_keys(*find_action(actions, "about"), state));
  state.course.step = 1;
  EXPECT_TRUE(takes_keys(*second, state)) << "the task asks the learner to choose a scene";
}

TEST_F(Actions, AreFoundByTheirKeys) {
  for (const Action& action : actions) {
    for (const KeyChord& chord : action.keys) {
      EXPECT_EQ(find_action(actions, chord), &action) << action.name;
    }
  }
}

TEST_F(Actions, FollowTheUsersKeyboardLayout) {
  // On a French keyboard, the key that GLFW calls A types 'q'.
  const Action* action = find_action(actions, KeyChord{.key = 'A', .has_control = true, .character = 'q'});
  ASSERT_NE(action, nullptr);
  EXPECT_EQ(action->name, "quit");
}

TEST_F(Actions, ListTheirKeysOnQuestionMarkOnAnyKeyboard) {
  press({.key = 'M', .has_shift = true, .character = '?'});
  EXPECT_TRUE(state.dialogs.has_help);
  press({.key = key::slash, .has_shift = true});
  EXPECT_FALSE(state.dialogs.has_help);
  press({.key = key::f1});
  EXPECT_TRUE(state.dialogs.has_help);
  press({.key = key::escape});
  EXPECT_FALSE(state.dialogs.has_help);
}

TEST_F(Actions, ChooseScenesByDigitAndInOrder) {
  press({.key = '2'});
  EXPECT_EQ(current_scene(state).name, "drawing");
  press({.key = key::page_down});
  EXPECT_EQ(current_scene(state).name, "plain");
  press({.key = key::page_down});
  EXPECT_EQ(current_scene(state).name, "picture");
  press({.key = key::page_up});
  EXPECT_EQ(current_scene(state).name, "plain");
}

TEST_F(Actions, StepPausesAndAdvancesOneFrame) {
  state.scenes.playback.number = 41;
  press({.key = 'N'});
  EXPECT_TRUE(state.scenes.playback.is_paused);
  EXPECT_EQ(state.scenes.playback.number, 42U);
}

TEST_F(Actions, DoNothingWhenTheyAreDisabled) {
  press({.character = ']'});
  EXPECT_EQ(state.viewport.exposure, 0);
  state.frame.format = FrameFormat::rgba32f;
  press({.character = ']'});
  EXPECT_EQ(state.viewport.exposure, 0.5F);
  press({.character = '['});
  press({.character = '['});
  EXPECT_EQ(state.viewport.exposure, -0.5F);
}

TEST_F(Actions, CopyTheTexelUnderTheMouse) {
  press({.key = 'C'});
  EXPECT_FALSE(state.requests.copied_text);
  state.frame.width = state.frame.height = 4;
  state.viewport.hovered = Point{2.5, 1.5};
  state.frame.texels = {
      .x = 2, .y = 1, .width = 1, .height = 1, .bytes = {std::byte{1}, std::byte{20}, std::byte{200}, std::byte{255}}};
  press({.key = 'C', .has_control = true});
  EXPECT_EQ(state.requests.copied_text, "1 20 200 255");
}

TEST_F(Actions, ResetAllParametersOfTheScene) {
  current_settings(state).values.set("levels", std::int64_t{9});
  press({.key = 'R', .has_shift = true});
  EXPECT_EQ(current_settings(state).values.integer("levels"), 4);
}

TEST_F(Actions, WorkWhileATextFieldHasTheKeyboardIfItDoesNotUseTheirKeys) {
  const std::vector<Action> all = make_actions(scenes, labs());
  const auto works = [&](const char* name) {
    return leaves_text_alone(find_action(all, std::string(name))->keys.front());
  };
  for (const char* const name : {"lessons", "save_results", "begin_course_again", "run_lab", "open"}) {
    EXPECT_TRUE(works(name)) << name;
  }
  for (const char* const name : {"undo", "fit", "copy_value"}) {
    EXPECT_FALSE(works(name)) << name;
  }
}

TEST_F(Actions, OpenEachLabWhileATextFieldHasTheKeyboard) {
  const std::vector<Action> all = make_actions(scenes, labs());
  for (const LabDeclaration& lab : labs()) {
    const Action* const action = find_action(all, fmt::format("lab_{}", lab.name));
    ASSERT_NE(action, nullptr) << lab.name;
    EXPECT_TRUE(std::ranges::any_of(action->keys, leaves_text_alone)) << lab.name;
  }
  EXPECT_EQ(find_action(all, KeyChord{.key = 'A', .has_control = true, .has_alt = true})->name, "lab_accesses");
}

TEST_F(Actions, DoNotExportAnAnswerThatIsStillCovered) {
  const std::vector<Action> all = make_actions(scenes, labs());
  State lab_state{scenes, labs()};
  choose_lab(lab_state, 0);
  LessonStep step;
  step.question = {.text = "?", .answer = "{a.b}", .hidden = {"layouts.property.strides"}};
  lab_state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {step}}};
  EXPECT_FALSE(has_covered_results(lab_state));
  lab_state.course.lesson = 0;
  EXPECT_TRUE(has_covered_results(lab_state));
  for (std::size_t lab = 0; lab < lab_state.labs.all.size(); ++lab) {
    choose_lab(lab_state, lab);
    lab_state.course.lessons[0].steps[0].question.hidden = {std::string(lab_state.labs.all[lab].name) + ".any.*"};
    for (const char* const name :
         {"copy_value", "copy_picture", "save_picture_as", "export_from_lab", "show_layout", "picture_values"}) {
      const Action* const action = find_action(all, std::string(name));
      ASSERT_NE(action, nullptr) << name;
      EXPECT_FALSE(is_enabled(*action, lab_state)) << name << " in " << lab_state.labs.all[lab].name;
    }
  }
  const auto enabled = [&] { return is_enabled(*find_action(actions, std::string("copy_picture")), lab_state); };
  lab_state.labs.current.reset();
  EXPECT_TRUE(enabled()) << "the question covers no scene";
  lab_state.course.lessons[0].steps[0].question.hidden = {"viewport"};
  EXPECT_FALSE(enabled());
  lab_state.course.outcome = LessonOutcome::wrong;
  EXPECT_TRUE(enabled());
}

}  // namespace
}  // namespace texelscope::app
