#include "app/labs/layout/layout_lab.h"

#include <gtest/gtest.h>

#include "app/text/parameter.h"

namespace texelscope::app {
namespace {

using gpu::Dimensions;

std::vector<ChainEntry> chain(std::initializer_list<const char*> texts) {
  std::vector<ChainEntry> entries;
  for (const char* text : texts) {
    entries.push_back({text, true, static_cast<int>(entries.size())});
  }
  return entries;
}

TEST(Chain, GivesTheLayoutAfterEachOperation) {
  const ChainResult result = evaluate({.shape = "5, 3, 4"}, chain({"permuted(2, 0, 1)", "sliced(::-2, 1:)"}));
  ASSERT_TRUE(result.steps[0].layout && result.steps[1].layout);
  EXPECT_EQ(result.steps[0].layout->shape(), (Dimensions{4, 5, 3}));
  EXPECT_EQ(result.steps[0].layout->strides(), (Dimensions{1, 12, 4}));
  EXPECT_EQ(result.steps[1].layout->strides(), (Dimensions{-2, 12, 4}));
  EXPECT_EQ(result.steps[1].layout->slice_offset(), 15);
  EXPECT_EQ(result.shown(), &*result.steps[1].layout);
  EXPECT_EQ(result.before(1), &*result.steps[0].layout);
  EXPECT_FALSE(result.failed());
}

TEST(Chain, ReportsAnErrorAtItsOperationAndStopsThere) {
  const ChainResult result =
      evaluate({.shape = "5, 3, 4"}, chain({"permuted(2, 0, 1)", "reshaped(7, 7)", "flattened()"}));
  EXPECT_EQ(result.failed(), 1U);
  EXPECT_NE(result.steps[1].error.find('7'), std::string::npos);
  EXPECT_TRUE(result.steps[2].error.empty());
  EXPECT_FALSE(result.steps[2].layout);
  EXPECT_EQ(result.before(2), nullptr);
  EXPECT_EQ(result.shown(), &*result.steps[0].layout);
}

TEST(Chain, ReportsUnreadableOperations) {
  for (const char* text : {"", "no", "permuted", "permuted(", "permuted(1,1,1)", "sliced(::0)", "sliced(a)",
                           "repacked(3)", "reshaped(99999999999999999999)", "flattened(9)", "broadcast_to(2)"}) {
    const ChainResult result = evaluate({.shape = "5, 3, 4"}, chain({text}));
    EXPECT_EQ(result.failed(), 0U) << text;
    EXPECT_EQ(result.shown(), &*result.input) << text;
  }
}

TEST(Chain, SkipsDisabledOperations) {
  std::vector<ChainEntry> entries = chain({"reshaped(7, 7)", "flattened()"});
  entries[0].is_enabled = false;
  const ChainResult result = evaluate({.shape = "5, 3, 4"}, entries);
  EXPECT_FALSE(result.failed());
  EXPECT_EQ(result.shown()->shape(), Dimensions{60});
}

TEST(Chain, ReportsTheWrongFieldOfTheInput) {
  EXPECT_EQ(evaluate({.shape = "4, x"}, {}).wrong_field, LayoutField::shape);
  EXPECT_EQ(evaluate({.shape = "-4"}, {}).wrong_field, LayoutField::shape);
  EXPECT_EQ(evaluate({.shape = "99999999999, 99999999999"}, {}).wrong_field, LayoutField::shape);
  EXPECT_EQ(evaluate({.itemsize = 0}, {}).wrong_field, LayoutField::itemsize);
  EXPECT_EQ(evaluate({.strides = "1"}, {}).wrong_field, LayoutField::strides);
  EXPECT_EQ(evaluate({.strides = "6, 1", .unit = gpu::StrideUnit::bytes}, {}).wrong_field, LayoutField::strides);
  EXPECT_EQ(evaluate({.order = "X"}, {}).wrong_field, LayoutField::order);
  EXPECT_EQ(evaluate({.order = "0, 0"}, {}).wrong_field, LayoutField::order);
  const ChainResult wrong = evaluate({.shape = "4, x"}, chain({"flattened()"}));
  EXPECT_EQ(wrong.shown(), nullptr);
  EXPECT_EQ(wrong.steps.size(), 1U);
  EXPECT_FALSE(wrong.input_error.empty());
}

TEST(Chain, TakesStridesInBytesAndOrders) {
  EXPECT_EQ(evaluate({.strides = "24, 4", .unit = gpu::StrideUnit::bytes}, {}).input->strides(), (Dimensions{6, 1}));
  EXPECT_EQ(evaluate({.order = "F"}, {}).input->strides(), (Dimensions{1, 4}));
  EXPECT_EQ(evaluate({.shape = "5,3,7", .order = "2,0,1"}, {}).input->strides(), (Dimensions{3, 1, 15}));
  EXPECT_FALSE(evaluate({}, {}).input->has_strides());
}

TEST(OperationOffers, StartWithValidArguments) {
  for (const char* shape : {"4, 6", "8", "2, 3, 4, 5", "1, 1"}) {
    for (const OperationOffer& offer : operation_offers()) {
      const ChainResult input = evaluate({.shape = shape}, {});
      const ChainResult result = evaluate({.shape = shape}, chain({offer.initial(*input.input).c_str()}));
      EXPECT_FALSE(result.failed()) << offer.initial(*input.input) << " on " << shape << ": " << result.steps[0].error;
    }
  }
}

TEST(LayoutLab, MovesAndErasesOperations) {
  LayoutLab lab;
  lab.entries.clear();
  for (const char* name : {"a", "b", "c", "d"}) {
    lab.add(name);
  }
  const auto order = [&] {
    std::string text;
    for (const ChainEntry& entry : lab.entries) {
      text += entry.text;
    }
    return text;
  };
  lab.move(0, 2);
  EXPECT_EQ(order(), "bcad");
  lab.move(3, 0);
  EXPECT_EQ(order(), "dbca");
  lab.move(1, 9);
  lab.erase(9);
  EXPECT_EQ(order(), "dbca");
  lab.erase(1);
  EXPECT_EQ(order(), "dca");
}

TEST(LayoutLab, RestoresItsSettings) {
  LayoutLab lab;
  lab.text = {"3, 4, 5", "1, 2, 3", gpu::StrideUnit::bytes, 16, "F"};
  lab.entries.clear();
  lab.add("sliced(::-2, 1:)");
  lab.add("flattened()");
  lab.entries[0].is_enabled = false;
  lab.tab = LayoutTab::warp;
  lab.code = LayoutCode::cpp;
  lab.warp_start = 7;
  lab.tile = {16, 33, 8, 2};
  lab.access = {TileDirection::diagonal, 3};
  LayoutLab other;
  for (const auto& [name, text] : lab.settings()) {
    other.set(name, text);
  }
  EXPECT_EQ(other.settings(), lab.settings());
  EXPECT_FALSE(other.entries[0].is_enabled);
  EXPECT_EQ(other.entries[1].text, "flattened()");
  EXPECT_THROW(other.set("colour", "red"), ParameterError);
  EXPECT_THROW(other.set("tab", "nowhere"), ParameterError);
  EXPECT_THROW(other.set("itemsize", "4x"), ParameterError);
}

}  // namespace
}  // namespace texelscope::app
