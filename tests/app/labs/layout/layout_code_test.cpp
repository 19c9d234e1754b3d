#include "app/labs/layout/layout_code.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

struct LayoutCase {
  LayoutText text;
  std::vector<const char*> operations;
};

/// Chains of operations that NumPy also supports.
std::vector<LayoutCase> layout_cases() {
  return {
      {{.shape = "5, 3, 4"}, {}},
      {{.shape = "5, 3, 4"}, {"permuted(2, 0, 1)"}},
      {{.shape = "5, 3, 4"}, {"permuted(2, 0, 1)", "sliced(::-2, 1:, 1)"}},
      {{.shape = "5, 3, 4", .itemsize = 8}, {"sliced(1, 2, 3)"}},
      {{.shape = "5, 3, 4"}, {"sliced(4:1)", "squeezed()"}},
      {{.shape = "5, 3, 4", .itemsize = 2}, {"reshaped(15, -1)", "flattened()", "unsqueezed(0, 2)"}},
      {{.shape = "1, 3, 1, 4"}, {"squeezed()", "broadcast_to(7, 3, 4)"}},
      {{.shape = "2, 3, 4, 5"}, {"flattened(1, 2)", "permuted(-1, 0, 1)"}},
      {{.shape = "2, 3, 4, 5"}, {"flattened(mask=0x4)"}},
      {{.shape = "4, 8", .itemsize = 4}, {"repacked(16)", "repacked(1)"}},
      {{.shape = "4, 8", .itemsize = 4, .order = "F"}, {"repacked(8, axis=0)"}},
      {{.shape = "8, 2", .itemsize = 2}, {"repacked(4, keep_dim=false)"}},
      {{.shape = "4, 6", .itemsize = 3}, {"sliced(:, ::3)", "to_dense(F)"}},
      {{.shape = "4, 6"}, {"permuted(1, 0)", "sliced(::2)", "to_dense(K)", "sliced(1:)"}},
      {{.shape = "4, 6, 2"}, {"to_dense(1, 2, 0)", "permuted(2, 1, 0)"}},
      {{.shape = "3, 4", .strides = "-8, 2"}, {"sliced(::-1)"}},
      {{.shape = "3, 4", .strides = "0, 1"}, {"permuted(1, 0)"}},
      {{.shape = "3, 3", .strides = "8, 8", .unit = gpu::StrideUnit::bytes}, {"sliced(1:, ::-1)"}},
      {{.shape = "5,3,7", .order = "2,0,1"}, {"flattened()"}},
      {{.shape = "()"}, {"unsqueezed(0)", "broadcast_to(4)"}},
      {{.shape = "2, 0, 3"}, {"reshaped(0, 5)", "squeezed()"}},
      {{.shape = "2,1,2,1,2,1,2,1,2"}, {"permuted(8,7,6,5,4,3,2,1,0)", "squeezed()", "sliced(1)"}},
  };
}

ChainResult evaluate_case(const LayoutCase& one) {
  std::vector<ChainEntry> entries;
  for (const char* text : one.operations) {
    entries.push_back({text});
  }
  return evaluate(one.text, entries);
}

TEST(LayoutCode, RunsInNumPyAndGivesTheSameLayout) {
  if (std::system("/usr/bin/python3 -c 'import numpy' 2> /dev/null") != 0) {
    GTEST_SKIP() << "python3 has no NumPy (Debian: apt install python3-numpy)";
  }
  const tests::TemporaryFolder folder;
  std::ofstream script{folder.path() / "cases.py"};
  script << "def check(case, a, memory, start, shape, strides, offset, itemsize):\n"
            "    at = a.__array_interface__['data'][0] - memory.__array_interface__['data'][0] - start\n"
            "    found = (a.shape, a.strides, at, a.itemsize)\n"
            "    wanted = (shape, strides, offset, itemsize)\n"
            "    # NumPy keeps neither strides nor offset of an empty array.\n"
            "    if a.size == 0:\n"
            "        found, wanted = (a.shape, a.itemsize), (shape, itemsize)\n"
            "    if found != wanted:\n"
            "        print(case, 'gave', found, 'instead of', wanted)\n"
            "        raise SystemExit(1)\n";
  int number = 0;
  for (const LayoutCase& one : layout_cases()) {
    const ChainResult result = evaluate_case(one);
    ASSERT_FALSE(result.failed()) << number << ": " << result.steps[*result.failed()].error;
    ASSERT_NE(result.shown(), nullptr) << number << ": " << result.input_error;
    const gpu::StridedLayout& layout = *result.shown();
    script << layout_code(LayoutCode::numpy, one.text, result)
           << fmt::format("check({}, a, memory, start, {}, {}, {}, {})\n", number++, to_string(layout.shape()),
                          to_string(layout.strides_in_bytes()), layout.slice_offset_in_bytes(), layout.itemsize());
  }
  script << "print('all')\n";
  script.close();
  const std::string command = fmt::format("/usr/bin/python3 {0}/cases.py > {0}/said 2>&1", folder.path().string());
  const int code = std::system(command.c_str());
  std::ifstream said{folder.path() / "said"};
  const std::string text{std::istreambuf_iterator<char>{said}, {}};
  EXPECT_EQ(code, 0) << text;
  EXPECT_EQ(text, "all\n");
}

TEST(LayoutCode, IsEquivalentInCudaCore) {
  const LayoutCase one{{.shape = "5, 3, 4", .order = "F"}, {"permuted(2, 0, 1)", "sliced(::-2, 1:, 1)", "to_dense()"}};
  const std::string code = layout_code(LayoutCode::cuda_core, one.text, evaluate_case(one));
  EXPECT_NE(code.find("layout = StridedLayout.dense((5, 3, 4), 4, \"F\")\n"
                      "layout = layout.permuted((2, 0, 1))\n"
                      "layout = layout[::-2, 1:, 1]\n"
                      "layout = layout.to_dense(\"K\")\n"),
            std::string::npos)
      << code;
}

TEST(LayoutCode, IsEquivalentInCpp) {
  const LayoutCase one{{.shape = "5, 3, 4"}, {"permuted(2, 0, 1)", "sliced(::-2, :, 1)"}};
  const ChainResult result = evaluate_case(one);
  const std::string code = layout_code(LayoutCode::cpp, one.text, result);
  EXPECT_NE(code.find("StridedLayout({5, 3, 4}, 4)\n        .permuted({2, 0, 1})\n"
                      "        .sliced({AxisSlice(nullopt, nullopt, -2), AxisSlice::all(), AxisSlice(1)})"),
            std::string::npos)
      << code;
}

TEST(LayoutCode, EndsBeforeAnErrorAndIsEmptyForWrongInput) {
  const LayoutCase one{{.shape = "5, 3, 4"}, {"permuted(2, 0, 1)", "reshaped(7)", "flattened()"}};
  const std::string code = layout_code(LayoutCode::numpy, one.text, evaluate_case(one));
  EXPECT_NE(code.find("transpose"), std::string::npos);
  EXPECT_EQ(code.find("reshape"), std::string::npos);
  EXPECT_EQ(layout_code(LayoutCode::numpy, {.shape = "x"}, evaluate({.shape = "x"}, {})), "");
}

}  // namespace
}  // namespace texelscope::app
