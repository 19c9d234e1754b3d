#include "app/scenes/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace texelscope::app {
namespace {

bool is_lower_case_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9') || character == '_';
  });
}

TEST(Scenes, HaveNamesTextsAndParametersThatCanBeSet) {
  std::set<std::string_view> names;
  for (const SceneDeclaration& scene : scenes()) {
    EXPECT_TRUE(is_lower_case_name(scene.name)) << scene.name;
    EXPECT_TRUE(names.insert(scene.name).second) << scene.name << " occurs twice";
    EXPECT_FALSE(scene.title.empty()) << scene.name;
    EXPECT_TRUE(scene.teaches.ends_with('.')) << scene.name;
    EXPECT_NE(scene.make, nullptr) << scene.name;
    ParameterValues values(scene.parameters());
    std::set<std::string> parameter_names;
    for (const Parameter& parameter : values.parameters()) {
      EXPECT_TRUE(is_lower_case_name(parameter.name)) << parameter.name;
      EXPECT_TRUE(parameter_names.insert(parameter.name).second) << parameter.name << " occurs twice";
      EXPECT_TRUE(parameter.text.ends_with('.')) << parameter.name;
      EXPECT_NO_THROW(values.set_from_text(parameter.name, values.text(parameter.name)));
      if (const auto* const range = std::get_if<RealRange>(&parameter.kind)) {
        EXPECT_LT(range->minimum, range->maximum) << parameter.name;
        EXPECT_TRUE(!range->is_logarithmic || range->minimum > 0 || range->minimum == -range->maximum)
            << parameter.name;
      }
    }
  }
}

TEST(Scenes, AreFoundByTheirNames) {
  for (const SceneDeclaration& scene : scenes()) {
    EXPECT_EQ(find_scene(scene.name), &scene);
    EXPECT_EQ(&require_scene(scene.name), &scene);
  }
  EXPECT_EQ(find_scene("Image"), nullptr);
  EXPECT_EQ(find_scene(""), nullptr);
}

TEST(Scenes, SuggestTheNearestNameForAnUnknownOne) {
  try {
    (void)require_scene("plasm");
    FAIL() << "nothing was thrown";
  } catch (const ParameterError& error) {
    const std::string text = error.what();
    EXPECT_TRUE(text.starts_with("there is no scene 'plasm'; did you mean 'plasma'? scenes: image, ")) << text;
  }
}

}  // namespace
}  // namespace texelscope::app
