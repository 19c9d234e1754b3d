#include "app/labs/lifetime/lifetime_lab.h"

#include "tests/app/window/panels/panel_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::tests {
namespace {

using namespace app;

class LifetimeLabPanels : public LabPanelTest<LifetimeLab> {
 protected:
  LifetimeLabPanels() : LabPanelTest("lifetimes") {
    const auto live = std::make_shared<gpu::LiveObjects>();
    state.live_objects = live;
    state.device = gpu::Device::open({}, {.observers = {live}, .diagnostics = {}, .stream_profiler = {}});
    stream = state.device->create_stream();
    large = state.device->allocate(5000, *stream);
    small = state.device->allocate(100, *stream);
  }

  std::optional<gpu::Stream> stream;
  std::optional<gpu::Buffer> large;
  std::optional<gpu::Buffer> small;
};

TEST_F(LifetimeLabPanels, ListEveryObjectByKind) {
  expect_widgets({"lifetimes.object.1", "lifetimes.object.2", "lifetimes.object.3", "lifetimes.object.4",
                  "lifetimes.kind.context", "lifetimes.kind.stream", "lifetimes.kind.memory"});
  click("lifetimes.grouped");
  EXPECT_FALSE(state.drawn.widgets.contains("lifetimes.kind.memory"));
}

TEST_F(LifetimeLabPanels, SortByTheClickedTitle) {
  click("lifetimes.sort.size");
  EXPECT_LT(rect_of("lifetimes.object.4").y, rect_of("lifetimes.object.3").y);
  click("lifetimes.sort.size");
  EXPECT_GT(rect_of("lifetimes.object.4").y, rect_of("lifetimes.object.3").y);
}

TEST_F(LifetimeLabPanels, DescribeTheObjectUnderTheMouse) {
  EXPECT_FALSE(state.drawn.widgets.contains("lifetimes.chain"));
  move_to("lifetimes.object.3");
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("lifetimes.chain"));
  EXPECT_TRUE(state.drawn.widgets.contains("lifetimes.end"));
  EXPECT_EQ(lab().relation_of(2), Relation::owner);
  click("lifetimes.object.2");
  EXPECT_EQ(lab().selected, 2U);
  EXPECT_EQ(lab().relation_of(3), Relation::user);
}

TEST_F(LifetimeLabPanels, FilterObjectsAndRemoveDestroyedOnes) {
  type("lifetimes.filter", "memory");
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("lifetimes.object.2"));
  EXPECT_TRUE(state.drawn.widgets.contains("lifetimes.object.4"));
  small.reset();
  state.now += 1;
  draw();
  EXPECT_FALSE(state.drawn.widgets.contains("lifetimes.object.4"));
}

class LifetimeLabInWindows : public InWindows<LifetimeLabPanels> {};
TEXELSCOPE_INSTANTIATE_FOR_WINDOWS(LifetimeLabInWindows);

TEST_P(LifetimeLabInWindows, KeepTheirPartsInside) {
  for (const char* name : {"lifetimes.list", "lifetimes.sort.age", "lifetimes.sort.origin"}) {
    expect_inside(name, regions.viewport);
  }
  EXPECT_LE(rect_of("lifetimes.sort.size").right(), rect_of("lifetimes.sort.origin").x + 0.5F);
}

}  // namespace
}  // namespace texelscope::tests
