#include <algorithm>
#include <array>
#include <bitset>
#include <numeric>

#include "gpu/layout/magnitude.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {
namespace {

/// An axis with more than one element; its direction does not matter.
struct Reach {
  std::uint64_t stride = 0;
  std::uint64_t steps = 0;
  std::size_t axis = 0;
};

/// The axes with more than one element, by ascending |stride|.
class Reaches {
 public:
  explicit Reaches(const StridedLayout& layout) noexcept {
    for (std::size_t axis = 0; axis < layout.ndim() && !layout.is_empty(); ++axis) {
      if (layout.shape()[axis] != 1) {
        reaches_[count_++] = {magnitude(layout.strides()[axis]), static_cast<std::uint64_t>(layout.shape()[axis] - 1),
                              axis};
      }
    }
    std::sort(reaches_.begin(), reaches_.begin() + count_, [](const Reach& a, const Reach& b) {
      return a.stride != b.stride ? a.stride < b.stride : a.axis > b.axis;
    });
  }

  [[nodiscard]] const Reach* begin() const noexcept { return reaches_.data(); }
  [[nodiscard]] const Reach* end() const noexcept { return reaches_.data() + count_; }

  /// The first axis with a stride within the span of the axes with smaller strides; end() if the axes nest.
  [[nodiscard]] const Reach* first_not_nested() const noexcept {
    std::uint64_t span = 0;
    return std::find_if(begin(), end(), [&span](const Reach& reach) {
      const bool is_within = reach.stride <= span;
      span += reach.stride * reach.steps;
      return is_within;
    });
  }

  /// Two axes overlap if a·stride = b·other for the smallest a and b that satisfy this, and both are within the
  /// extents.
  [[nodiscard]] bool do_two_meet() const noexcept {
    for (const Reach* a = begin(); a != end(); ++a) {
      if (a->stride == 0) {
        return true;
      }
      for (const Reach* b = begin(); b != a; ++b) {
        const std::uint64_t common = std::gcd(a->stride, b->stride);
        if (b->stride / common <= a->steps && a->stride / common <= b->steps) {
          return true;
        }
      }
    }
    return false;
  }

 private:
  std::array<Reach, max_dimensions> reaches_;
  std::size_t count_ = 0;
};

// The maximum number of offsets to enumerate if no simpler criterion decides.
constexpr std::size_t max_offsets = 4096;

/// Whether two of the offsets, in units of the strides' common divisor, are equal.
Uniqueness count_offsets(const Reaches& reaches, std::int64_t volume) noexcept {
  std::uint64_t divisor = 0;
  std::uint64_t span = 0;
  for (const Reach& reach : reaches) {
    divisor = std::gcd(divisor, reach.stride);
    span += reach.stride * reach.steps;
  }
  const std::uint64_t offsets = span / divisor + 1;
  if (static_cast<std::uint64_t>(volume) > offsets) {
    return Uniqueness::no;
  }
  if (offsets > max_offsets) {
    return Uniqueness::unknown;
  }
  std::bitset<max_offsets> taken(1);
  for (const Reach& reach : reaches) {
    const std::bitset<max_offsets> start = taken;
    for (std::uint64_t step = 1; step <= reach.steps; ++step) {
      const std::bitset<max_offsets> moved = start << (reach.stride / divisor * step);
      if ((taken & moved).any()) {
        return Uniqueness::no;
      }
      taken |= moved;
    }
  }
  return Uniqueness::yes;
}

}  // namespace

std::string to_string(Uniqueness uniqueness) {
  return uniqueness == Uniqueness::yes ? "yes" : uniqueness == Uniqueness::no ? "no" : "unknown";
}

Uniqueness StridedLayout::uniqueness() const noexcept {
  const Reaches reaches(*this);
  if (reaches.first_not_nested() == reaches.end()) {
    return Uniqueness::yes;
  }
  return reaches.do_two_meet() ? Uniqueness::no : count_offsets(reaches, volume_);
}

std::optional<std::size_t> StridedLayout::overlapping_axis() const noexcept {
  const Reaches reaches(*this);
  const Reach* const found = reaches.first_not_nested();
  if (found == reaches.end() || is_unique()) {
    return std::nullopt;
  }
  return found->axis;
}

}  // namespace texelscope::gpu
