#include "app/window/command_palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/gui/lab_registry.h"
#include "app/workspace/state.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

class Palette : public testing::Test {
 protected:
  /// The names of the commands that match a text.
  std::vector<std::string> names(const std::string& text) {
    state.dialogs.palette.text = text;
    std::vector<std::string> found;
    for (const Command& command : found_commands(state, actions)) {
      found.push_back(command.name);
    }
    return found;
  }
  std::string first(const std::string& text) {
    const std::vector<std::string> found = names(text);
    return found.empty() ? "" : found.front();
  }

  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes};
  std::vector<Action> actions = make_actions(scenes);
};

TEST_F(Palette, FindsTitlesByTheirInitialLetters) {
  const std::pair<const char*, const char*> cases[] = {
      {"open", "action.open"},       {"OPEN", "action.open"},
      {"sfp", "action.save_frame"},  {"save s", "action.save_session"},
      {"grid", "action.grid"},       {"zi", "action.zoom_in"},
      {"navi", "action.navigation"}, {"a drawing", "action.scene_drawing"},
      {"light", "action.theme"},     {"gall", "action.gallery"},
      {"help keys", "action.help"},
  };
  for (const auto& [text, name] : cases) {
    EXPECT_EQ(first(text), name) << text;
  }
}

TEST_F(Palette, KnowsSynonymsOfCommands) {
  const auto finds = [&](const std::string& text, const std::string& name) {
    const std::vector<std::string> found = names(text);
    return std::ranges::find(found, name) != found.end();
  };
  EXPECT_TRUE(finds("screenshot", "action.save_frame"));
  EXPECT_TRUE(finds("SHORT", "action.help")) << "text matches the beginning of a word, regardless of case";
  EXPECT_FALSE(finds("ortcut", "action.help"));
  EXPECT_EQ(first("1:1"), "action.actual_size");
  EXPECT_EQ(first("open"), "action.open") << "titles rank first";
}

TEST_F(Palette, FindsLabsByTheirTopics) {
  State with_labs{scenes, labs()};
  const std::vector<Action> all = make_actions(scenes, labs());
  for (const auto& [text, name] :
       {std::pair{"transpose", "action.lab_layouts"}, std::pair{"colormap", "action.lab_tensors"},
        std::pair{"timeline", "action.lab_streams"}}) {
    with_labs.dialogs.palette.text = text;
    ASSERT_FALSE(found_commands(with_labs, all).empty()) << text;
    EXPECT_EQ(found_commands(with_labs, all).front().name, name) << text;
  }
}

TEST_F(Palette, ReportsThatALabHasNoTexelsToGoTo) {
  State with_labs{scenes, labs()};
  const std::vector<Action> all = make_actions(scenes, labs());
  perform(*find_action(all, "lab_layouts"), with_labs);
  perform(*find_action(all, "go_to_texel"), with_labs);
  ASSERT_TRUE(with_labs.dialogs.palette.is_shown) << "if the palette closed, the next letters would trigger shortcuts";
  with_labs.dialogs.palette.text = "3, 4";
  const Command found = found_commands(with_labs, all).front();
  EXPECT_FALSE(found.is_enabled);
  EXPECT_EQ(found.text, "This lab does not show the texels of a picture.");
}

TEST_F(Palette, ReportsATexelOutsideAndKeepsTheKeyboard) {
  state.frame.width = 512;
  state.frame.height = 256;
  perform(*find_action(actions, "go_to_texel"), state);
  state.dialogs.palette.takes_focus = false;
  state.dialogs.palette.text = "512, 0";
  const Command found = found_commands(state, actions).front();
  EXPECT_FALSE(found.is_enabled);
  perform(found, state);
  const std::string reason = "Texel 512, 0 is outside the frame, which has 512 × 256 texels, counted from 0.";
  EXPECT_EQ(found.text, reason);
  ASSERT_EQ(state.notices.entries().size(), 1U);
  EXPECT_EQ(state.notices.entries()[0].text, reason);
  EXPECT_TRUE(state.dialogs.palette.is_shown);
  EXPECT_TRUE(state.dialogs.palette.takes_focus) << "Enter ended the field's typing";
}

TEST_F(Palette, HasSynonymsOnlyOfExistingCommands) {
  State with_labs{scenes, labs()};
  const std::vector<Action> all = make_actions(scenes, labs());
  const std::vector<Command> commands = all_commands(with_labs, all);
  for (const std::string_view name : commands_with_synonyms()) {
    EXPECT_NE(std::ranges::find(commands, name, &Command::name), commands.end()) << name;
  }
}

TEST_F(Palette, FindsNothingForLettersInAnotherOrder) {
  EXPECT_TRUE(names("nepoxq").empty());
  EXPECT_FALSE(match_score("dirg", "Texel grid").has_value());
  EXPECT_FALSE(match_score("a", "").has_value());
}

TEST_F(Palette, ListsEverythingForNoText) {
  EXPECT_EQ(names("").size(), all_commands(state, actions).size());
  EXPECT_EQ(all_commands(state, actions).size(), actions.size());
}

TEST_F(Palette, RanksAdjacentAndInitialLettersHigher) {
  EXPECT_GT(match_score("pl", "Plasma"), match_score("pl", "Pause loud"));
  EXPECT_GT(match_score("pl", "Pause loud"), match_score("pl", "Open all"));
  EXPECT_GT(match_score("grid", "Texel grid"), match_score("grid", "Going right inside"));
  EXPECT_GT(match_score("step", "Step"), match_score("step", "Step back"));
  // The best match counts, not the first.
  EXPECT_EQ(match_score("te", "A t on a test"), match_score("te", "A bog on test"));
}

TEST_F(Palette, ListsScenesWithoutASeparateAction) {
  actions = make_actions({});
  EXPECT_EQ(first("drawing"), "scene.drawing");
  state.dialogs.palette.is_shown = true;
  perform(found_commands(state, actions).front(), state);
  EXPECT_EQ(current_scene(state).name, "drawing");
  EXPECT_FALSE(state.dialogs.palette.is_shown);
}

TEST_F(Palette, PutsUnavailableCommandsLastAndDoesNotPerformThem) {
  const std::vector<std::string> found = names("exposure");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front(), "action.exposure_reset") << "titles rank above synonyms";
  EXPECT_FALSE(found_commands(state, actions).back().is_enabled);
  state.viewport.exposure = 2;
  state.dialogs.palette.is_shown = true;
  perform(found_commands(state, actions).back(), state);
  EXPECT_EQ(state.viewport.exposure, 2);
  EXPECT_TRUE(state.dialogs.palette.is_shown);
}

TEST_F(Palette, OpensWithAnEmptyTextAndClosesByEscape) {
  state.dialogs.palette.text = "before";
  perform(*find_action(actions, KeyChord{.key = 'P', .has_control = true, .has_shift = true}), state);
  EXPECT_TRUE(state.dialogs.palette.is_shown);
  EXPECT_EQ(state.dialogs.palette.text, "");
  perform(*find_action(actions, KeyChord{.key = key::escape}), state);
  EXPECT_FALSE(state.dialogs.palette.is_shown);
}

TEST_F(Palette, MovesItsSelectionByKeys) {
  EXPECT_TRUE(press_in_command_palette(state, key::down));
  EXPECT_TRUE(press_in_command_palette(state, key::down));
  EXPECT_TRUE(press_in_command_palette(state, key::up));
  EXPECT_EQ(state.dialogs.palette.selected, 1U);
  EXPECT_TRUE(press_in_command_palette(state, key::up));
  EXPECT_TRUE(press_in_command_palette(state, key::up));
  EXPECT_EQ(state.dialogs.palette.selected, 0U);
  EXPECT_FALSE(press_in_command_palette(state, 'A'));
}

}  // namespace
}  // namespace texelscope::app
