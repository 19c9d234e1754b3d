#include "app/labs/lifetime/lifetime_lab.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "app/text/parameter.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/object_origin.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::app {
namespace {

/// A texture over an array, and two buffers. The objects are numbered: 1 is the context, 2 the stream, 3 the array, 4
/// the texture, and 5 and 6 are the buffers.
class LifetimeLabTest : public testing::Test {
 protected:
  void SetUp() override {
    device = gpu::Device::open({}, {.observers = {live}, .diagnostics = {}, .stream_profiler = {}});
    stream = device->create_stream();
    const gpu::ObjectOrigin origin{"scene plasma"};
    const gpu::CUDAArray array = gpu::CUDAArray::from_descriptor(
        *device, {.shape = gpu::Extent(16, 16), .format = gpu::DataType::uint8, .num_channels = 1});
    texture = gpu::TextureObject::from_array(array, {});
    large = device->allocate(5000, *stream);
    small = device->allocate(100, *stream);
    lab.update(*live, 0);
  }
  [[nodiscard]] std::vector<std::uint64_t> listed() const {
    std::vector<std::uint64_t> numbers;
    for (const LifetimeRow& row : lab.rows()) {
      numbers.push_back(row.object ? lab.objects()[*row.object].number : 0);
    }
    return numbers;
  }
  void look_at(std::uint64_t number) {
    lab.hovered = number;
    lab.update(*live, 0.01);
  }

  std::shared_ptr<gpu::LiveObjects> live = std::make_shared<gpu::LiveObjects>();
  LifetimeLab lab;
  std::optional<gpu::Device> device;
  std::optional<gpu::Stream> stream;
  std::optional<gpu::TextureObject> texture;
  std::optional<gpu::Buffer> large;
  std::optional<gpu::Buffer> small;
};

using Numbers = std::vector<std::uint64_t>;

TEST_F(LifetimeLabTest, SortsByEachColumnBothWays) {
  lab.is_grouped = false;
  EXPECT_EQ(listed(), (Numbers{1, 2, 3, 4, 5, 6}));
  lab.sort(LifetimeOrder::size);
  EXPECT_EQ(listed(), (Numbers{1, 2, 4, 6, 3, 5}));
  lab.sort(LifetimeOrder::size);
  EXPECT_EQ(listed(), (Numbers{5, 3, 6, 1, 2, 4}));
  lab.sort(LifetimeOrder::origin);
  EXPECT_FALSE(lab.is_descending);
  EXPECT_EQ(listed(), (Numbers{1, 2, 3, 4, 5, 6}));
}

TEST_F(LifetimeLabTest, GroupsByKindWithTotals) {
  lab.sort(LifetimeOrder::size);
  EXPECT_EQ(listed(), (Numbers{0, 1, 0, 2, 0, 6, 5, 0, 3, 0, 4}));
  const LifetimeRow memory = lab.rows()[4];
  EXPECT_EQ(memory.kind, gpu::ObjectKind::memory);
  EXPECT_EQ(memory.count, 2U);
  EXPECT_EQ(memory.size_bytes, 5100U);
}

TEST_F(LifetimeLabTest, FiltersByKindOriginAndCall) {
  lab.is_grouped = false;
  lab.filter = "memory";
  EXPECT_EQ(listed(), (Numbers{5, 6}));
  lab.filter = "plasma";
  EXPECT_EQ(listed(), (Numbers{3, 4, 5, 6}));
  lab.filter = "cuTexObjectCreate";
  EXPECT_EQ(listed(), (Numbers{4}));
}

TEST_F(LifetimeLabTest, MarksOwnersAndUsersOfTheSelectedObject) {
  look_at(3);
  EXPECT_EQ(lab.relation_of(1), Relation::owner);
  EXPECT_EQ(lab.relation_of(2), Relation::none);
  EXPECT_EQ(lab.relation_of(3), Relation::itself);
  EXPECT_EQ(lab.relation_of(4), Relation::user);
  look_at(0);
  EXPECT_EQ(lab.relation_of(3), Relation::none);
  lab.selected = 4;
  look_at(0);
  EXPECT_EQ(lab.relation_of(3), Relation::owner);
}

TEST_F(LifetimeLabTest, DescribesChainsAndEnds) {
  look_at(4);
  const gpu::LiveObject& texture_object = *lab.find(4);
  EXPECT_EQ(lab.chain_text(texture_object), name_of(texture_object) + " → " + name_of(*lab.find(3)) + " → context 0x1");
  EXPECT_EQ(end_text(lab, texture_object), "Closing it frees 256 bytes, including " + name_of(*lab.find(3)) +
                                               ", unless the program uses that elsewhere.");
  look_at(3);
  EXPECT_EQ(end_text(lab, *lab.find(3)),
            "Closing it frees nothing yet: " + name_of(texture_object) + " keeps it alive.");
  look_at(2);
  EXPECT_EQ(end_text(lab, *lab.find(2)),
            "Closing it frees nothing yet: " + name_of(*lab.find(5)) + " and 1 more keep it alive.");
  look_at(6);
  EXPECT_EQ(end_text(lab, *lab.find(6)), "Closing it frees 100 bytes.");
}

TEST_F(LifetimeLabTest, RemovesDestroyedObjects) {
  lab.selected = 6;
  small.reset();
  lab.update(*live, 1);
  EXPECT_EQ(lab.looked_at(), nullptr);
  EXPECT_EQ(lab.objects().size(), 5U);
}

TEST_F(LifetimeLabTest, RestoresItsSettings) {
  lab.sort(LifetimeOrder::size);
  lab.sort(LifetimeOrder::size);
  lab.is_grouped = false;
  lab.filter = "array";
  LifetimeLab other;
  for (const auto& [name, text] : lab.settings()) {
    other.set(name, text);
  }
  EXPECT_EQ(other.settings(), lab.settings());
  EXPECT_THROW(other.set("order", "colour"), ParameterError);
  EXPECT_THROW(other.set("colour", "red"), ParameterError);
}

}  // namespace
}  // namespace texelscope::app
