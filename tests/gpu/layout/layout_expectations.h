#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

/// Initial layouts of tests.
inline const StridedLayout dense_layout = StridedLayout::dense({5, 3, 4}, 4);

/// Expects that `act` throws InvalidArgument with one line that contains each part.
template <class Act, class... Part>
void expect_refusal(Act&& act, const Part&... parts) {
  try {
    act();
    ADD_FAILURE() << "nothing was rejected";
  } catch (const InvalidArgument& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    for (const std::string_view part : {std::string_view(parts)...}) {
      EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks: " << part;
    }
  }
}

/// Shape, strides and slice offset of a layout in one comparison.
inline void expect_layout(const StridedLayout& seen, const Dimensions& shape, const Dimensions& strides,
                          std::int64_t slice_offset = 0) {
  EXPECT_EQ(seen.shape(), shape) << to_string(seen);
  EXPECT_EQ(seen.strides(), strides) << to_string(seen);
  EXPECT_EQ(seen.slice_offset(), slice_offset) << to_string(seen);
}

}  // namespace texelscope::gpu
