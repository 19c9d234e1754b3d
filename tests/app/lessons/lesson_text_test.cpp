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
  state.settings[0].values.set("rotation", 30.5);
  state.lab_states[0]->set("shape", "3, 4");
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

TEST_F(LessonText, ReplacesReferencesByWhatIsComputedAndByTheState) {
  const LessonFacts facts{{"a.strides", "(4, 1)"}};
  EXPECT_EQ(resolved("{a.strides} of {scene}, {{ stays", facts, state), "(4, 1) of picture, { stays");
  EXPECT_THROW(static_cast<void>(resolved("{a.nothing}", facts, state)), ParameterError);
  EXPECT_THROW(static_cast<void>(resolved("{a.strides", facts, state)), ParameterError);
}

}  // namespace
}  // namespace texelscope::app
