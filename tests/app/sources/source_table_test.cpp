#include "app/sources/source_table.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::app {
namespace {

std::shared_ptr<const SourceFrame> frame(std::uint64_t number) {
  static constexpr std::array<std::byte, 4> bytes{};
  return std::make_shared<const SourceFrame>(
      SourceFrame{.number = number,
                  .view = gpu::StridedMemoryView::from_host(std::span(bytes), gpu::StridedLayout({4}, 1),
                                                            gpu::element_type_of<std::uint8_t>)});
}

TEST(SourceTable, ForgetsAFrameThatWasCopiedButNotTheNextOne) {
  SourceTable table([] {});
  const SourceKey key{1, 1};
  const SourceDescription description{
      .name = "array", .type = gpu::element_type_of<std::uint8_t>, .layout = gpu::StridedLayout({4}, 1)};
  table.add(key, {}, "array", false);
  table.update(key, description, frame(1));
  const auto first = table.frame(key);
  table.forget_frame(key, first);
  EXPECT_EQ(table.frame(key), nullptr);
  // The last state may arrive while the one before is copied.
  table.update(key, description, frame(2));
  table.forget_frame(key, first);
  ASSERT_NE(table.frame(key), nullptr);
  EXPECT_EQ(table.frame(key)->number, 2U);
}

TEST(SourceTable, CountsAStateOnceThatIsAnnouncedAndReceived) {
  SourceTable table([] {});
  const SourceKey key{1, 1};
  SourceDescription description{.name = "array",
                                .type = gpu::element_type_of<std::uint8_t>,
                                .layout = gpu::StridedLayout({4}, 1),
                                .time = 5,
                                .skipped = 3};
  table.add(key, {}, "array", false);
  table.update(key, description, nullptr);
  table.update(key, description, frame(1));
  EXPECT_EQ(table.facts().front().updates, 1U);
  EXPECT_EQ(table.facts().front().skipped, 3U);
  EXPECT_NE(table.frame(key), nullptr);
  description.time = 6;
  table.update(key, description, frame(2));
  EXPECT_EQ(table.facts().front().updates, 2U);
}

}  // namespace
}  // namespace texelscope::app
