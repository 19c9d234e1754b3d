#include "texelscope/gpu/packed_arguments.h"

#include <gtest/gtest.h>

#include <typeinfo>

#include "gpu/driver/driver_decorator.h"
#include "tests/support/fake_driver.h"

namespace texelscope::gpu {
namespace {

/// Keeps both texts of the last call.
struct Texts : CallObserver {
  std::string packed;
  std::string described;

  Status before(const CallView& call) noexcept override {
    PackedArguments arguments;
    call.pack_arguments(arguments);
    packed = arguments.text();
    described = call.arguments();
    return Status::success;
  }
};

struct NamedKernel {};

TEST(PackedArguments, ReadAsTheCallsOwnText) {
  const auto texts = std::make_shared<Texts>();
  const auto driver =
      driver::observe(std::make_unique<tests::FakeDriver>(std::make_shared<tests::FakeScript>()), {texts});
  const kernels::KernelEntry entry{typeid(NamedKernel).name(), nullptr, nullptr, 1};
  const auto expect_same = [&](auto call, const std::string& part) {
    static_cast<void>(driver->perform(call));
    EXPECT_EQ(texts->packed, texts->described);
    EXPECT_NE(texts->packed.find(part), std::string::npos) << texts->packed;
  };
  expect_same(driver::MemoryCopy{{0x100}, {0x200}, 64, {0x300}}, "destination=0x100, source=0x200, size_bytes=64");
  expect_same(driver::MemoryFill{{0x100}, 7, 64, {}}, "value=7");
  expect_same(driver::EventCreate{true}, "has_timing=true");
  expect_same(driver::ContextRetain{-1}, "device=-1");
  expect_same(driver::ContextSynchronize{}, "");
  expect_same(driver::ArrayCreate{{Extent(4, 3), DataType::uint8, 4, true}}, "4x3 uint8x4");
  expect_same(driver::Launch{.entry = &entry,
                             .extent = {4, 3, 2},
                             .stream = {0x10},
                             .grid = {4, 3, 2},
                             .block = {128, 1, 1},
                             .shared_bytes = 512},
              "NamedKernel, extent=4x3x2, grid=4x3x2, block=128x1x1, shared_bytes=512, stream=0x10");
  expect_same(driver::Launch{.entry = &entry, .extent = {INT32_MAX, INT32_MAX, INT32_MIN}, .stream = {0x10}},
              "2147483647x2147483647x-2147483648");
}

TEST(PackedArguments, AreTruncatedWhenTheyAreFull) {
  PackedArguments text;
  text.add_number("first", 1);
  text.add_text("long", std::string(500, 'x'));
  text.add_number("lost", 2);
  const std::string whole = text.text();
  EXPECT_TRUE(whole.starts_with("first=1, long=xxx")) << whole;
  EXPECT_TRUE(whole.ends_with("x…")) << whole;
  EXPECT_EQ(whole.find("lost"), std::string::npos) << whole;

  PackedArguments numbers;
  for (std::uint64_t i = 0; i < 20; ++i) {
    numbers.add_handle("h", i);
  }
  EXPECT_TRUE(numbers.text().starts_with("h=0x0, h=0x1")) << numbers.text();
  EXPECT_TRUE(numbers.text().ends_with("…")) << numbers.text();
}

TEST(PackedArguments, OfTypesWhoseNamesAreCutShowTheCompilersName) {
  PackedArguments arguments;
  arguments.add_type("kernel", "N3abc" + std::string(300, 'x'));
  EXPECT_TRUE(arguments.text().starts_with("kernel=N3abcxxx")) << arguments.text();
}

}  // namespace
}  // namespace texelscope::gpu
