#include "app/text/parameter.h"

#include <gtest/gtest.h>

#include <limits>

namespace texelscope::app {
namespace {

ParameterValues example() {
  return ParameterValues(
      {real_parameter("zoom", 1, {0.5, 8, true, "×"}, "Magnifies."), integer_parameter("steps", 4, {1, 16}, "Steps."),
       choice_parameter("filter", "linear", {"point", "linear"}, "Filter."), toggle_parameter("grid", false, "Grid.")});
}

std::string error_of(auto&& action) {
  try {
    action();
  } catch (const ParameterError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(ParameterValues, BeginAtTheirInitialValues) {
  const ParameterValues values = example();
  EXPECT_EQ(values.real("zoom"), 1);
  EXPECT_EQ(values.integer("steps"), 4);
  EXPECT_EQ(values.choice("filter"), 1U);
  EXPECT_FALSE(values.toggle("grid"));
}

TEST(ParameterValues, AreReadFromTextOfTheirKind) {
  ParameterValues values = example();
  values.set_from_text("zoom", "2.5");
  values.set_from_text("steps", "+16");
  values.set_from_text("filter", "point");
  values.set_from_text("grid", "on");
  EXPECT_EQ(values.real("zoom"), 2.5);
  EXPECT_EQ(values.integer("steps"), 16);
  EXPECT_EQ(values.choice("filter"), 0U);
  EXPECT_TRUE(values.toggle("grid"));
}

TEST(ParameterValues, AreReadWithASingleSign) {
  ParameterValues values({real_parameter("shift", 0, {-4, 4, false, ""}, "A distance.")});
  values.set_from_text("shift", "-1.5");
  EXPECT_EQ(values.real("shift"), -1.5);
  values.set_from_text("shift", "+1.5");
  EXPECT_EQ(values.real("shift"), 1.5);
  for (const char* text : {"+-1", "-+1", "++1", "+", "-"}) {
    EXPECT_THROW(values.set_from_text("shift", text), ParameterError) << text;
  }
}

TEST(ParameterValues, RoundTripThroughText) {
  ParameterValues values = example();
  values.set("zoom", 0.1 + 0.7);
  ParameterValues copy = example();
  for (const Parameter& parameter : values.parameters()) {
    copy.set_from_text(parameter.name, values.text(parameter.name));
    EXPECT_EQ(copy.value(parameter.name), values.value(parameter.name)) << parameter.name;
  }
}

TEST(ParameterValues, RefuseInvalidValuesAndKeepTheOldOnes) {
  ParameterValues values = example();
  for (const char* text : {"", " 1", "1 ", "two", "1e999", "nan", "inf", "0.49", "8.01", "1,5", "0x1", "--1", "+-1"}) {
    EXPECT_THROW(values.set_from_text("zoom", text), ParameterError) << '"' << text << '"';
  }
  for (const char* text : {"", "1.5", "0", "17", "99999999999999999999"}) {
    EXPECT_THROW(values.set_from_text("steps", text), ParameterError) << '"' << text << '"';
  }
  EXPECT_THROW(values.set_from_text("filter", "Linear"), ParameterError);
  EXPECT_THROW(values.set_from_text("grid", "maybe"), ParameterError);
  EXPECT_THROW(values.set("zoom", std::numeric_limits<double>::quiet_NaN()), ParameterError);
  EXPECT_THROW(values.set("zoom", std::int64_t{1}), ParameterError);
  EXPECT_THROW(values.set("filter", 1.0), ParameterError);
  EXPECT_EQ(values.real("zoom"), 1);
  EXPECT_EQ(values.integer("steps"), 4);
  EXPECT_EQ(values.text("filter"), "linear");
}

TEST(ParameterValues, ListLegalValuesInErrors) {
  ParameterValues values = example();
  EXPECT_EQ(error_of([&] { values.set_from_text("steps", "99"); }),
            "parameter 'steps' cannot be '99': use an integer from 1 to 16");
  EXPECT_EQ(error_of([&] { values.set_from_text("zoom", "x"); }),
            "parameter 'zoom' cannot be 'x': use a number from 0.5 to 8 ×");
  EXPECT_EQ(error_of([&] { values.set_from_text("filter", "cubic"); }),
            "parameter 'filter' cannot be 'cubic': use one of point, linear");
}

TEST(ParameterValues, SuggestTheNearestName) {
  ParameterValues values = example();
  EXPECT_EQ(error_of([&] { values.set_from_text("zom", "1"); }),
            "there is no parameter 'zom'; did you mean 'zoom'? parameters: zoom, steps, filter, grid");
  EXPECT_EQ(error_of([&] { (void)values.real("whatever"); }),
            "there is no parameter 'whatever'; parameters: zoom, steps, filter, grid");
}

TEST(ParameterValues, AreAccessedByTheirKind) {
  const ParameterValues values = example();
  EXPECT_THROW((void)values.integer("zoom"), ParameterError);
  EXPECT_THROW((void)values.real("steps"), ParameterError);
  EXPECT_THROW((void)values.choice("grid"), ParameterError);
  EXPECT_THROW((void)values.toggle("filter"), ParameterError);
}

TEST(ParameterValues, ResetToTheirInitialValues) {
  ParameterValues values = example();
  values.set("zoom", 3.0);
  values.reset();
  EXPECT_EQ(values.real("zoom"), 1);
}

TEST(ParameterValues, RefuseADeclarationWhoseInitialValueIsOutOfRange) {
  EXPECT_THROW(ParameterValues({real_parameter("zoom", 9, {0, 1, false, ""}, "")}), ParameterError);
  EXPECT_THROW(ParameterValues({choice_parameter("filter", "cubic", {"point"}, "")}), ParameterError);
}

}  // namespace
}  // namespace texelscope::app
