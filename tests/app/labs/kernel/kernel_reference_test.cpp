#include "app/labs/kernel/kernel_reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

namespace texelscope::app {
namespace {

using Shown = std::tuple<std::string, std::string, std::string, std::string>;

Shown shown(const KernelReferenceEntry& entry) {
  return {entry.owner, entry.name, entry.declaration, entry.description};
}

const KernelReferenceEntry* find(std::string_view owner, std::string_view name) {
  const auto found = std::ranges::find_if(kernel_reference(), [&](const KernelReferenceEntry& entry) {
    return entry.owner == owner && entry.name == name;
  });
  return found == kernel_reference().end() ? nullptr : &*found;
}

TEST(KernelReference, ReadsDeclarationsAndTheirComments) {
  const std::vector<KernelReferenceEntry> entries = read_kernel_reference(R"(
namespace detail {
/// Nobody calls it.
TEXELSCOPE_KERNEL_FUNCTION float hidden(float x) { return x; }
}  // namespace detail

/// A value between
/// two others.
TEXELSCOPE_KERNEL_FUNCTION float mix(float a, float b,
                                     float t) {
  return a + (b - a) * t;
}
TEXELSCOPE_KERNEL_FUNCTION Float2 operator+(Float2 a, Float2 b) { return {a.x + b.x, a.y + b.y}; }

TEXELSCOPE_KERNEL_FUNCTION int bare();

/// Two numbers.
struct alignas(8) Pair {
  /// Of both.
  float first, second;
};

/// Reads.
class Reader {
 public:
  Reader() = default;
  /// An element.
  template <class T = float>
  TEXELSCOPE_KERNEL_FUNCTION T read(int at) const {
    return secret<T>(at);
  }

 private:
  template <class T>
  TEXELSCOPE_KERNEL_FUNCTION T secret(int at) const;
};
)");
  std::vector<Shown> all;
  for (const KernelReferenceEntry& entry : entries) {
    all.push_back(shown(entry));
  }
  const std::vector<Shown> expected = {
      {"", "mix", "float mix(float a, float b, float t)", "A value between two others."},
      {"", "bare", "int bare()", ""},
      {"", "Pair", "struct Pair: float first, second;", "Two numbers."},
      {"Pair", "first", "float first", "Of both."},
      {"Pair", "second", "float second", "Of both."},
      {"", "Reader", "class Reader", "Reads."},
      {"Reader", "read", "T read(int at)", "An element."}};
  EXPECT_EQ(all, expected);
}

TEST(KernelReference, ListsTheNamesThatTextsUse) {
  ASSERT_NE(find("Frame", "time"), nullptr);
  EXPECT_EQ(find("Frame", "time")->description, "Seconds; does not advance while paused.");
  EXPECT_EQ(find("Frame", "image")->type, "Texture");
  EXPECT_EQ(find("Frame", "height")->declaration, "int height");
  for (const char* const name :
       {"sine", "square_root", "mix", "smooth_step", "value_noise", "to_unorm8", "length", "Float4", "Index"}) {
    EXPECT_NE(find("", name), nullptr) << name;
  }
  EXPECT_NE(find("Texture", "sample_2d"), nullptr);
  EXPECT_NE(find("Surface", "write_2d"), nullptr);
  EXPECT_EQ(find("Texture", "select"), nullptr) << "private";
  EXPECT_EQ(find("", "reduce_small_angle"), nullptr) << "in namespace detail";
}

}  // namespace
}  // namespace texelscope::app
