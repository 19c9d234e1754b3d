#include "tests/gpu/copy/random_layouts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

namespace texelscope::tests {
namespace {

using gpu::AxisSlice;
using gpu::Dimensions;
using gpu::StridedLayout;

bool is_one_in(std::mt19937_64& random, std::uint64_t count) { return random() % count == 0; }

Dimensions random_shape(std::mt19937_64& random, std::int64_t max_elements) {
  const auto ndim = static_cast<std::size_t>(random() % 9);
  Dimensions shape = Dimensions::filled(ndim, 1);
  // A few long axes among short ones, with extents near those of registers and cache lines.
  std::int64_t left = max_elements;
  for (std::size_t axis = 0; axis < ndim; ++axis) {
    const std::int64_t most = std::min<std::int64_t>(left, is_one_in(random, 3) ? 200 : 9);
    shape[axis] = 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most));
    left /= shape[axis];
  }
  std::shuffle(shape.begin(), shape.end(), random);
  if (ndim > 0 && is_one_in(random, 60)) {
    shape[random() % ndim] = 0;
  }
  return shape;
}

/// A layout of this shape: dense in a random order, or a slice of a dense layout.
StridedLayout random_layout(std::mt19937_64& random, const Dimensions& shape, std::int64_t itemsize, bool may_repeat) {
  std::vector<std::int64_t> permutation(shape.size());
  std::iota(permutation.begin(), permutation.end(), std::int64_t{0});
  if (!is_one_in(random, 4)) {
    std::ranges::shuffle(permutation, random);
  }
  Dimensions stored = shape;
  std::vector<AxisSlice> slices;
  std::vector<bool> is_repeated(shape.size(), false);
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    slices.push_back(AxisSlice::all());
    if (may_repeat && is_one_in(random, 8)) {
      is_repeated[axis] = true;
      stored[axis] = 1;
    } else if (is_one_in(random, 4) && shape[axis] > 0) {
      // A random start, step and remainder.
      const std::int64_t step = 1 + static_cast<std::int64_t>(random() % 3);
      const std::int64_t start = static_cast<std::int64_t>(random() % 3);
      stored[axis] = start + step * (shape[axis] - 1) + 1 + static_cast<std::int64_t>(random() % 3);
      slices.back() = AxisSlice{start, start + step * (shape[axis] - 1) + 1, step};
    }
    if (is_one_in(random, 6) && shape[axis] > 0 && !slices.back().has_start()) {
      slices.back() = AxisSlice{std::nullopt, std::nullopt, -1};
    }
  }
  Dimensions permuted;
  for (const std::int64_t axis : permutation) {
    permuted.push_back(stored[static_cast<std::size_t>(axis)]);
  }
  Dimensions inverse = Dimensions::filled(shape.size(), 0);
  for (std::size_t place = 0; place < permutation.size(); ++place) {
    inverse[static_cast<std::size_t>(permutation[place])] = static_cast<std::int64_t>(place);
  }
  return StridedLayout::dense(permuted, itemsize).permuted(inverse).sliced(slices).broadcast_to(shape);
}

}  // namespace

std::pair<StridedLayout, StridedLayout> random_layouts(std::mt19937_64& random, std::int64_t itemsize,
                                                       std::int64_t max_elements) {
  const Dimensions shape = random_shape(random, max_elements);
  StridedLayout source = random_layout(random, shape, itemsize, true);
  StridedLayout destination = random_layout(random, shape, itemsize, false);
  return {std::move(source), std::move(destination)};
}

}  // namespace texelscope::tests
