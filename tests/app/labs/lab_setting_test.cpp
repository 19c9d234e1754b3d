#include "app/labs/lab_setting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/gui/lab_registry.h"

namespace texelscope::app {
namespace {

using SettingTexts = std::vector<std::pair<std::string, std::string>>;

/// Settings that are free text. Any text is valid, and errors are reported where the text is used.
const std::set<std::string> any_text = {"layouts.shape",
                                        "layouts.strides",
                                        "layouts.order",
                                        "layouts.operations",
                                        "copies.file",
                                        "copies.source_shape",
                                        "copies.source_strides",
                                        "copies.source_order",
                                        "copies.source_operations",
                                        "copies.destination_shape",
                                        "copies.destination_strides",
                                        "copies.destination_order",
                                        "copies.destination_operations",
                                        "textures.pattern",
                                        "textures.typed",
                                        "textures.file",
                                        "textures.part",
                                        "surfaces.picture",
                                        "surfaces.value",
                                        "kernels.text",
                                        "kernels.file",
                                        "kernels.origin",
                                        "kernels.input_1",
                                        "kernels.input_2",
                                        "kernels.input_3",
                                        "streams.filter",
                                        "lifetimes.filter",
                                        "tensors.file",
                                        "tensors.tensor"};

/// Each setting that is not free text accepts at least one of these texts, in addition to its initial text.
constexpr std::array others = {"yes",   "no",    "on",         "off",     "1",      "2",       "3",
                               "0.25",  "4 5",   "3 4 5",      "1 2 3 4", "linear", "float32", "npy",
                               "image", "bytes", "normalized", "picture", "plan",   "code"};

/// Calls `each` for every setting of every lab.
template <class Try>
void for_each_setting(const Try& each) {
  for (const LabDeclaration& declaration : labs()) {
    for (const auto& [name, text] : declaration.make()->settings()) {
      SCOPED_TRACE(std::string{declaration.name} + "." + name);
      each(declaration, name, text);
    }
  }
}

/// Sets all settings, because each may change others.
void set_all(LabState& lab, const SettingTexts& settings) {
  for (const auto& [name, text] : settings) {
    lab.set(name, text);
  }
}

TEST(LabSetting, ReadsWhatItWrote) {
  for (const LabDeclaration& declaration : labs()) {
    const auto lab = declaration.make();
    const SettingTexts before = lab->settings();
    set_all(*lab, before);
    EXPECT_EQ(lab->settings(), before) << declaration.name;
  }
}

TEST(LabSetting, ReadsEveryOtherAcceptedValue) {
  for_each_setting([](const LabDeclaration& declaration, const std::string& name, const std::string&) {
    for (const char* const other : others) {
      const auto lab = declaration.make();
      try {
        lab->set(name, other);
      } catch (const ParameterError&) {
        continue;
      }
      const SettingTexts changed = lab->settings();
      const auto again = declaration.make();
      set_all(*again, changed);
      EXPECT_EQ(again->settings(), changed) << other;
    }
  });
}

TEST(LabSetting, RejectsInvalidValues) {
  for_each_setting([](const LabDeclaration& declaration, const std::string& name, const std::string& text) {
    if (any_text.contains(std::string{declaration.name} + "." + name)) {
      return;
    }
    const auto lab = declaration.make();
    EXPECT_THROW(lab->set(name, "no such value"), ParameterError);
    const SettingTexts after = lab->settings();
    EXPECT_TRUE(std::ranges::find(after, std::pair{name, text}) != after.end());
  });
}

TEST(LabSetting, RejectsUnknownNames) {
  for (const LabDeclaration& declaration : labs()) {
    const auto lab = declaration.make();
    EXPECT_THROW(lab->set("", "1"), ParameterError) << declaration.name;
    EXPECT_THROW(lab->set("no_such_setting", "1"), ParameterError) << declaration.name;
  }
}

TEST(LabSetting, ReadsTheNamesOfOlderSessions) {
  struct Renamed {
    std::string_view lab;
    std::string setting;
    std::string old_text;
    std::string text;
  };
  for (const auto& [name, setting, old_text, text] :
       {Renamed{"interop", "step", "lent", "acquired"}, Renamed{"interop", "step", "given_back", "released"},
        Renamed{"tensors", "map", "grey", "gray"}, Renamed{"textures", "resource", "pitch_2d", "pitch2d"}}) {
    const auto declaration = std::ranges::find(labs(), name, &LabDeclaration::name);
    ASSERT_NE(declaration, labs().end()) << name;
    const auto lab = declaration->make();
    lab->set(setting, old_text);
    const SettingTexts settings = lab->settings();
    EXPECT_TRUE(std::ranges::find(settings, std::pair{setting, text}) != settings.end()) << name << ": " << old_text;
  }
}

TEST(LabSetting, NamesEachSettingOnce) {
  for (const LabDeclaration& declaration : labs()) {
    std::set<std::string> names;
    for (const auto& [name, text] : declaration.make()->settings()) {
      EXPECT_TRUE(names.insert(name).second) << declaration.name << "." << name;
    }
  }
}

TEST(LabSetting, ClampsOrRejectsNumbersOutOfBounds) {
  int whole = 3;
  integer_of(whole, 1, 8).read("whole", "90");
  EXPECT_EQ(whole, 8);
  float real = 0;
  real_of(real, 0.0F, 1.0F).read("real", "7");
  EXPECT_EQ(real, 1);
  EXPECT_THROW(within(real, 0.0F, 1.0F).read("real", "7"), ParameterError);
  EXPECT_THROW(real_of(real).read("real", "nan"), ParameterError);
  EXPECT_EQ(real, 1);
}

TEST(LabSetting, RejectsTextTooLongToDraw) {
  std::string text = "kept";
  EXPECT_THROW(text_of(text).read("pattern", std::string(4097, 'x')), ParameterError);
  EXPECT_EQ(text, "kept");
  text_of(text).read("pattern", std::string(4096, 'x'));
  EXPECT_EQ(text.size(), 4096U);
}

TEST(LabSetting, WritesOneLinePerEntry) {
  std::vector<int> numbers = {4, 5};
  const auto line_of = [](int number) { return std::to_string(number); };
  const auto number_of = [](const std::string& line) { return std::stoi(line); };
  const SettingText lines = lines_of(numbers, 3, line_of, number_of);
  EXPECT_EQ(lines.write(), "4\n5");
  lines.read("numbers", "1\n2\n3\n4");
  EXPECT_EQ(numbers, (std::vector{1, 2, 3}));
  EXPECT_THROW(lines.read("numbers", "1\nx"), std::invalid_argument);
  EXPECT_EQ(numbers, (std::vector{1, 2, 3}));
}

}  // namespace
}  // namespace texelscope::app
