#include "app/labs/interop/interop_lab.h"

#include "tests/app/fake_interop.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

class InteropLabPanels : public LabPanelTest<InteropLab> {
 protected:
  InteropLabPanels() : LabPanelTest("interop") { state.interop = tools; }
  [[nodiscard]] const std::vector<OwnershipRecord>& records() { return lab().life()->records(); }

  std::shared_ptr<FakeInteropTools> tools = std::make_shared<FakeInteropTools>();
};

TEST_F(InteropLabPanels, ShowAFrameAndEachPresentPath) {
  open(1600, 720, 1);
  expect_widgets({"interop.step.acquired", "interop.step.drawn", "interop.picture", "interop.fact.owner",
                  "interop.fact.timeline", "interop.text", "interop.calls", "interop.way.kernel",
                  "interop.way.gl.mapped", "interop.way.vulkan.shared", "interop.cost.text"});
  EXPECT_EQ(state.drawn.images["interop.picture"].image, records().back().picture);
}

TEST_F(InteropLabPanels, TakeStepsByButtonAndKeyAndShowEarlierOnes) {
  click("interop.step");
  EXPECT_EQ(records().back().step, OwnershipState::acquired);
  EXPECT_TRUE(state.drawn.widgets.contains("interop.refused.draw it"));
  perform(*find_action(actions, KeyChord{.key = key::f5}), state);
  draw();
  EXPECT_EQ(records().back().step, OwnershipState::writing);
  click("interop.step.acquired");
  EXPECT_EQ(lab().looked_at(), 1U);
  click("interop.step.drawn");
  EXPECT_EQ(lab().looked_at(), 1U) << "this frame has not been drawn yet";
  click("interop.again");
  EXPECT_EQ(records().size(), 1U);
  EXPECT_EQ(state.drawn.images["interop.picture"].image, nullptr);
}

TEST_F(InteropLabPanels, NameTheStateOfTheImageInSmallWindows) {
  open(960, 600, 1);
  click("interop.step");
  click("interop.step");
  draw();
  EXPECT_TRUE(is_said("kernel running"));
  click("interop.step");
  click("interop.step");
  draw();
  EXPECT_TRUE(is_said("kernel done"));
}

TEST_F(InteropLabPanels, PlayTheSteps) {
  click("interop.runs");
  EXPECT_TRUE(lab().runs);
  state.now += 1.1;
  draw();
  EXPECT_EQ(records().back().step, OwnershipState::acquired);
  click("interop.runs");
  EXPECT_FALSE(lab().runs);
}

TEST_F(InteropLabPanels, MeasureTheSizeThatIsChosen) {
  click("interop.size.512x512");
  EXPECT_EQ(lab().cost()->width(), 512);
  lab().advance(state);
  click("interop.measure");
  EXPECT_EQ(lab().cost()->width(), 512);
}

TEST_F(InteropLabPanels, ReportFailures) {
  tools->fails = true;
  click("interop.step");
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("interop.error.life"));
  tools->fails = false;
  click("interop.again");
  EXPECT_FALSE(state.drawn.widgets.contains("interop.error.life"));
}

class InteropLabInWindows : public InWindows<InteropLabPanels> {};
TEXELSCOPE_INSTANTIATE_FOR_WINDOWS(InteropLabInWindows);

TEST_P(InteropLabInWindows, KeepTheirPartsInside) {
  for (const InteropTab tab : {InteropTab::life, InteropTab::image, InteropTab::cost}) {
    lab().tab = tab;
    draw();
    draw();
    for (const char* name :
         {"interop.step.begin", "interop.step.acquired", "interop.step.drawn", "interop.step", "interop.waits",
          "interop.picture", "interop.way.kernel", "interop.way.vulkan.read_back"}) {
      if (state.drawn.widgets.contains(name)) {
        expect_inside(name, regions.viewport);
      }
    }
  }
}

}  // namespace
}  // namespace texelscope::tests
