#include "texelscope/gpu/layout_operation.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "tests/gpu/layout/layout_expectations.h"

namespace texelscope::gpu {
namespace {

StridedLayout applied(std::string_view text) { return gpu::apply(dense_layout, layout_operation_from_string(text)); }

TEST(LayoutOperation, IsAppliedAsWritten) {
  EXPECT_EQ(applied("permuted(2,0,1)"), dense_layout.permuted({2, 0, 1}));
  EXPECT_EQ(applied("sliced(::-2, 1:, 3)"),
            dense_layout.sliced({{std::nullopt, std::nullopt, -2}, {1, std::nullopt}, 3}));
  EXPECT_EQ(applied("reshaped(4,-1)"), dense_layout.reshaped({4, -1}));
  EXPECT_EQ(applied("flattened()"), dense_layout.flattened());
  EXPECT_EQ(applied("flattened(0,1)"), dense_layout.flattened(0, 1));
  EXPECT_EQ(applied("flattened(end_axis=1)"), dense_layout.flattened(0, 1));
  EXPECT_EQ(applied("flattened(mask=0x4)"), dense_layout.flattened_by_mask(4));
  EXPECT_EQ(applied("squeezed()"), dense_layout);
  EXPECT_EQ(applied("unsqueezed(0)"), dense_layout.unsqueezed({0}));
  EXPECT_EQ(applied("broadcast_to(2,5,3,4)"), dense_layout.broadcast_to({2, 5, 3, 4}));
  EXPECT_EQ(applied("repacked(8)"), dense_layout.repacked(8));
  EXPECT_EQ(applied("repacked(16, 64, -1, False)"), dense_layout.repacked(16, 64, -1, false));
  EXPECT_EQ(applied("repacked(16, keep_dim=false, axis=2)"), dense_layout.repacked(16, 0, 2, false));
  EXPECT_EQ(applied("to_dense(K)"), dense_layout);
  EXPECT_EQ(applied("to_dense(F)"), dense_layout.to_dense(StrideOrder::f()));
  EXPECT_EQ(applied("to_dense(2,0,1)"), dense_layout.to_dense({2, 0, 1}));
}

TEST(LayoutOperation, IsReadWithSpacesBracketsAndTrailingCommas) {
  EXPECT_EQ(applied("  permuted ( ( 2 , 0 , 1 ) ) "), dense_layout.permuted({2, 0, 1}));
  EXPECT_EQ(applied("reshaped([4, -1,])"), dense_layout.reshaped({4, -1}));
  EXPECT_EQ(applied("to_dense(order=(2,0,1))"), dense_layout.to_dense({2, 0, 1}));
  EXPECT_EQ(applied("sliced( : , -1 , )"), dense_layout.sliced({AxisSlice::all(), -1}));
}

TEST(LayoutOperation, IsWrittenAsItIsRead) {
  for (const char* text : {"permuted(2, 0, 1)",
                           "sliced(::-2, 1:, 3)",
                           "sliced(:)",
                           "sliced(-1)",
                           "sliced()",
                           "sliced(1:7:2, :-1)",
                           "reshaped(4, -1)",
                           "reshaped()",
                           "flattened()",
                           "flattened(0, 1)",
                           "flattened(mask=0xffffffffffffffff)",
                           "squeezed()",
                           "unsqueezed(0)",
                           "unsqueezed(0, -1)",
                           "broadcast_to(2, 3, 4)",
                           "repacked(8)",
                           "repacked(8, data_ptr=0x40, axis=0, keep_dim=false)",
                           "to_dense()",
                           "to_dense(C)",
                           "to_dense((2, 0, 1))",
                           "to_dense((0,))",
                           "sliced(-9223372036854775808:9223372036854775807)"}) {
    const LayoutOperation operation = layout_operation_from_string(text);
    EXPECT_EQ(to_string(operation), text);
    EXPECT_EQ(layout_operation_from_string(to_string(operation)), operation);
  }
}

TEST(LayoutOperation, ReportsThePositionOfAnErrorAndTheExpectation) {
  const auto refuse = [](std::string_view text, auto... parts) {
    expect_refusal([=] { return layout_operation_from_string(text); }, parts...);
  };
  refuse("", "position 0", "the text ends", "one of permuted, sliced");
  refuse("permute(0)", "'permute(0)'", "position 0", "one of permuted");
  refuse("permuted", "position 8", "'('");
  refuse("permuted(2,0,1", "position 14", "the text ends", "')'");
  refuse("permuted(2 0)", "position 11", "',' or ')'");
  refuse("permuted(2,,0)", "position 11", "a whole number");
  refuse("permuted(a)", "position 9", "'a'", "a whole number");
  refuse("permuted(1.5)", "position 10", "'.'");
  refuse("permuted(9223372036854775808)", "position 9", "fits in 64 bits");
  refuse("permuted(99999999999999999999999)", "fits in 64 bits");
  refuse("permuted([0, 1)", "position 14", "',' or ']'");
  refuse("permuted(0) x", "position 12", "the end");
  refuse("sliced(1:2:3:4)", "position 12", "',' or ')'");
  refuse("sliced(,)", "position 7", "an index or a slice");
  refuse("squeezed(1)", "position 9", "')'");
  refuse("flattened(0, 1, 2)", "position 16", "either a range or a mask");
  refuse("flattened(0, mask=1)", "either a range or a mask");
  refuse("flattened(axis=1)", "position 10", "start_axis, end_axis, mask or ')'");
  refuse("flattened(mask=-1)", "a mask of axes from 0");
  refuse("repacked()", "position 9", "an itemsize");
  refuse("repacked(8, axis=1, axis=1)", "position 20");
  refuse("repacked(8, keep_dim=2)", "position 21", "true or false");
  refuse("to_dense(A)", "position 9", "C, F, K or a permutation");
  refuse("to_dense(CF)", "position 10", "')'");
  refuse(std::string_view("permuted(0)\0", 12), "position 11");
  refuse("permuted(\xff\n)", "position 9", "'?'");
  refuse("reshaped(" + std::string(200, '1') + ")", "…");
}

TEST(LayoutOperation, RejectsListsLongerThanALayout) {
  std::string ones = "1";
  for (int i = 0; i < 64; ++i) {
    ones += ",1";
  }
  expect_refusal([&] { return layout_operation_from_string("reshaped(" + ones + ")"); }, "65 dimensions");
  expect_refusal([&] { return layout_operation_from_string("sliced(" + ones + ")"); }, "at most 64 slices");
}

TEST(Dimensions, AreReadFromTextInEveryUsualForm) {
  for (const char* text : {"5,3,4", "(5, 3, 4)", "[5,3,4]", " 5 , 3 , 4 ", "5,3,4,", "0x5,3,+4"}) {
    EXPECT_EQ(dimensions_from_string(text), (Dimensions{5, 3, 4})) << text;
  }
  EXPECT_EQ(dimensions_from_string("()"), Dimensions{});
  EXPECT_EQ(dimensions_from_string(""), Dimensions{});
  EXPECT_EQ(dimensions_from_string("(3,)"), Dimensions{3});
  EXPECT_EQ(dimensions_from_string("-9223372036854775808")[0], std::numeric_limits<std::int64_t>::min());
  expect_refusal([] { return dimensions_from_string("5x3"); }, "position 1", "'x'", "',' or the end");
  expect_refusal([] { return dimensions_from_string("(5"); }, "position 2", "')'");
}

TEST(StrideOrder, IsReadFromItsTextAndWrittenBack) {
  for (const char* text : {"C", "F", "K", "(2, 0, 1)"}) {
    EXPECT_EQ(to_string(stride_order_from_string(text)), text);
  }
  EXPECT_EQ(stride_order_from_string("2,0,1"), StrideOrder({2, 0, 1}));
  expect_refusal([] { return stride_order_from_string("c"); }, "position 0", "C, F, K");
}

}  // namespace
}  // namespace texelscope::gpu
