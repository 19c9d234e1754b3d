#include <utility>

#include "tests/gpu/object/graphics/graphics_fixture.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;

class CapturedMapping : public tests::GraphicsTest {
 protected:
  void expect_warning() const {
    const std::vector<std::string> said = std::exchange(*fake.diagnostics, {});
    ASSERT_EQ(said.size(), 1U);
    EXPECT_EQ(said.front(),
              "cuda:0: a graphics resource was closed while the stream on which it is mapped was being captured: it "
              "will be unmapped at the next call after the capture ends; unmap it before the capture begins");
  }
};

TEST_F(CapturedMapping, RefusesToMapOrUnmapOnAStreamThatIsRecorded) {
  const GraphicsResource resource = image();
  const GraphicsResource mapped = image(4);
  Mapping mapping = mapped.map(*stream);
  {
    const GraphBuilder builder = GraphBuilder::from_stream(*stream);
    builder.begin();
    EXPECT_NE(error_of<InvalidState>([&] { static_cast<void>(resource.map(builder)); })
                  .find("cannot map on a stream that a GraphBuilder records: graphs cannot contain this; do it before "
                        "begin() or after end()"),
              std::string::npos);
    EXPECT_THROW(static_cast<void>(resource.map(*stream)), InvalidState);
    EXPECT_THROW(mapping.unmap(), InvalidState);
    EXPECT_THROW(mapped.unmap(), InvalidState);
    EXPECT_THROW(mapped.unmap(builder), InvalidState);
    EXPECT_TRUE(mapped.is_mapped());
    builder.end();
  }
  EXPECT_EQ(calls("cuGraphicsMapResources"), 1U);
  EXPECT_EQ(calls("cuGraphicsUnmapResources"), 0U);
  mapping.unmap();
}

TEST_F(CapturedMapping, IsUnmappedAfterTheRecordingIfDroppedDuringIt) {
  const GraphicsResource resource = image();
  {
    const GraphBuilder builder = GraphBuilder::from_stream(*stream);
    {
      const Mapping mapping = resource.map(*stream);
      builder.begin();
    }
    EXPECT_EQ(calls("cuGraphicsUnmapResources"), 0U);
    EXPECT_FALSE(resource.is_mapped());
    builder.end();
  }
  resource.map(*stream).unmap();
  EXPECT_EQ(calls("cuGraphicsMapResources"), 2U);
  EXPECT_EQ(calls("cuGraphicsUnmapResources"), 2U);
  expect_warning();
}

TEST_F(CapturedMapping, IsUnregisteredEvenIfItsRecordingNeverEnds) {
  const GraphBuilder builder = GraphBuilder::from_stream(*stream);
  {
    const GraphicsResource resource = image();
    const Mapping mapping = resource.map(*stream);
    builder.begin();
  }
  context.reset();
  EXPECT_EQ(calls("cuGraphicsUnmapResources"), 0U);
  EXPECT_EQ(calls("cuGraphicsUnregisterResource"), 1U);
  builder.end();
  expect_warning();
}

}  // namespace
}  // namespace texelscope::gpu
