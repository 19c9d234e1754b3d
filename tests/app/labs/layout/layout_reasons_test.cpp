#include "app/labs/layout/layout_reasons.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace texelscope::app {
namespace {

using gpu::StridedLayout;

LayoutReason reason(const StridedLayout& layout, const std::string& property) {
  const auto reasons = layout_reasons(layout);
  const auto found = std::ranges::find(reasons, property, &LayoutReason::property);
  EXPECT_NE(found, reasons.end()) << property;
  return found == reasons.end() ? LayoutReason{} : *found;
}

TEST(LayoutReasons, NameEveryPropertyOnceWithAReason) {
  for (const StridedLayout& layout :
       {StridedLayout({}, 4), StridedLayout({0, 3}, 4), StridedLayout({2, 3, 4}, 4).permuted({2, 0, 1}),
        StridedLayout({3, 3}, {-1, 1}, 4), StridedLayout({1'000'000, 1'000'000}, 8)}) {
    std::set<std::string> names;
    for (const LayoutReason& property : layout_reasons(layout)) {
      EXPECT_TRUE(names.insert(property.property).second) << property.property;
      EXPECT_FALSE(property.value.empty()) << property.property;
      EXPECT_TRUE(property.reason.ends_with(".")) << property.property << ": " << property.reason;
    }
    EXPECT_TRUE(names.contains("is_dense"));
  }
}

TEST(LayoutReasons, NameTheAxisItsStrideAndTheRequiredStride) {
  const StridedLayout layout = StridedLayout({6, 4}, 4).permuted({1, 0});
  const LayoutReason c = reason(layout, "is_contiguous_c");
  EXPECT_EQ(c.value, "no");
  EXPECT_EQ(c.reason, "Axis 1 (extent 6) has stride 4; it would need 1.");
  EXPECT_EQ(c.verdict, Verdict::fails);
  EXPECT_EQ(reason(layout, "is_contiguous_f").value, "yes");
  EXPECT_EQ(reason(layout, "is_contiguous_any").verdict, Verdict::holds);
}

TEST(LayoutReasons, ReportOverlapsAndElementsBelow0) {
  const StridedLayout broadcast = StridedLayout({4}, 4).broadcast_to({3, 4});
  EXPECT_EQ(reason(broadcast, "is_unique").reason, "Axis 0 has stride 0: its 3 elements share one address.");
  const StridedLayout below({3}, {-2}, 4);
  EXPECT_EQ(reason(below, "required_size_in_bytes").value, "none");
  EXPECT_NE(reason(below, "required_size_in_bytes").reason.find("-4"), std::string::npos);
  EXPECT_EQ(reason(below, "offset_bounds").reason, "Lowest 0 - 2·2 = -4, highest 0 = 0.");
}

TEST(LayoutReasons, CountGaps) {
  EXPECT_EQ(reason(StridedLayout({3}, {2}, 4), "gaps").value, "2");
  EXPECT_EQ(reason(StridedLayout({3, 2}, 4), "gaps").value, "0");
}

TEST(LayoutReasons, AgreeWithTheLayout) {
  for (const StridedLayout& layout : {StridedLayout({4, 6}, 4), StridedLayout({4, 6}, 4).permuted({1, 0}),
                                      StridedLayout({4, 6}, 4).sliced({gpu::AxisSlice(1, 3)}),
                                      StridedLayout({4, 6}, 4).sliced({gpu::AxisSlice(0, 2)}),
                                      StridedLayout({4, 6}, {7, 1}, 4), StridedLayout({0}, 4)}) {
    const auto yes = [&](const char* name) { return reason(layout, name).value == "yes"; };
    EXPECT_EQ(yes("is_dense"), layout.is_dense()) << to_string(layout);
    EXPECT_EQ(yes("is_unique"), layout.is_unique()) << to_string(layout);
    EXPECT_EQ(yes("is_contiguous_c"), layout.is_contiguous_c()) << to_string(layout);
    EXPECT_EQ(yes("is_contiguous_f"), layout.is_contiguous_f()) << to_string(layout);
    EXPECT_EQ(yes("is_contiguous_any"), layout.is_contiguous_any()) << to_string(layout);
  }
}

}  // namespace
}  // namespace texelscope::app
