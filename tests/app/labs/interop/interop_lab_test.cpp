#include "app/labs/interop/interop_lab.h"

#include <gtest/gtest.h>

#include "app/text/parameter.h"
#include "app/workspace/state.h"
#include "tests/app/fake_interop.h"

namespace texelscope::app {
namespace {

class InteropLabTest : public testing::Test {
 protected:
  InteropLabTest() { state.interop = tools; }

  void advance(double seconds = 0) {
    state.now += seconds;
    lab.advance(state);
  }
  [[nodiscard]] OwnershipState step() const { return lab.life()->records().back().step; }

  std::shared_ptr<tests::FakeInteropTools> tools = std::make_shared<tests::FakeInteropTools>();
  State state{std::span<const SceneDeclaration>{}};
  InteropLab lab;
};

TEST_F(InteropLabTest, StartsWithAWholeFrameAndContinuesStepByStep) {
  advance();
  ASSERT_NE(lab.life(), nullptr);
  EXPECT_EQ(lab.life()->records().size(), 6U);
  EXPECT_TRUE(lab.life()->is_frame_over());
  EXPECT_EQ(lab.life()->frame(), 1U);
  const std::shared_ptr<const Image> first = lab.life()->records().back().picture;
  lab.step();
  advance();
  EXPECT_EQ(lab.life()->frame(), 2U);
  ASSERT_EQ(lab.life()->records().size(), 2U);
  EXPECT_EQ(lab.life()->records().front().step, OwnershipState::drawn) << "the frame begins with the previous record";
  EXPECT_EQ(step(), OwnershipState::acquired);
  EXPECT_EQ(lab.life()->records().back().picture, first) << "no frame has been drawn since";
  advance();
  EXPECT_EQ(step(), OwnershipState::acquired) << "one step per request";
  for (const OwnershipState next :
       {OwnershipState::writing, OwnershipState::released, OwnershipState::written, OwnershipState::drawn}) {
    EXPECT_EQ(lab.life()->next(), next);
    lab.run();
    advance();
    EXPECT_EQ(step(), next);
  }
  EXPECT_NE(lab.life()->records().back().picture->pixels, first->pixels);
}

TEST_F(InteropLabTest, TakesOneStepPerSecondWhenPlaying) {
  lab.runs = true;
  advance();
  EXPECT_TRUE(lab.is_busy());
  advance(0.5);
  EXPECT_EQ(step(), OwnershipState::drawn);
  advance(0.6);
  EXPECT_EQ(step(), OwnershipState::acquired);
  advance(0.5);
  EXPECT_EQ(step(), OwnershipState::acquired);
  advance(0.6);
  EXPECT_EQ(step(), OwnershipState::writing);
}

TEST_F(InteropLabTest, ShowsTheChosenStepUntilTheNext) {
  advance();
  EXPECT_EQ(lab.looked_at(), 5U);
  lab.look_at(1);
  advance();
  EXPECT_EQ(lab.looked_at(), 1U);
  lab.step();
  advance();
  EXPECT_EQ(lab.looked_at(), 1U) << "the last of two records";
  lab.look_at(99);
  EXPECT_EQ(lab.looked_at(), 1U);
}

TEST_F(InteropLabTest, ReturnsTheImageOfTheChosenRecord) {
  EXPECT_FALSE(lab.shows_picture()) << "before the first frame";
  advance();
  ASSERT_TRUE(lab.shows_picture());
  EXPECT_EQ(lab.shown_picture().image, lab.life()->records()[lab.looked_at()].picture);
}

TEST_F(InteropLabTest, ReportsAFailureAndStartsOver) {
  advance();
  tools->fails = true;
  lab.step();
  advance();
  EXPECT_EQ(lab.life(), nullptr);
  EXPECT_EQ(lab.error(), "the fake image fails");
  tools->fails = false;
  advance();
  EXPECT_EQ(lab.life(), nullptr) << "the lab does not restart by itself: it could fail in every frame";
  lab.begin_again();
  advance();
  ASSERT_NE(lab.life(), nullptr);
  EXPECT_EQ(step(), OwnershipState::made);
  EXPECT_EQ(lab.life()->records().size(), 1U);
}

TEST_F(InteropLabTest, ReportsAMissingRenderer) {
  state.interop.reset();
  advance();
  EXPECT_FALSE(lab.error().empty());
  EXPECT_FALSE(lab.is_busy());
  EXPECT_FALSE(lab.is_settling());
}

TEST_F(InteropLabTest, MeasuresUntilAllRoundsAreDoneAndAgainForAnotherSize) {
  EXPECT_TRUE(lab.is_settling());
  while (lab.is_busy()) {
    advance();
  }
  EXPECT_FALSE(lab.is_settling());
  EXPECT_EQ(lab.cost()->rounds_done(), shown_rounds);
  lab.choose_size(lab.size());
  EXPECT_FALSE(lab.is_busy()) << "this size has already been measured";
  lab.choose_size(0);
  EXPECT_TRUE(lab.is_busy());
  advance();
  EXPECT_EQ(lab.cost()->width(), 512);
  lab.release();
  EXPECT_EQ(lab.life(), nullptr);
  EXPECT_EQ(lab.cost(), nullptr);
}

TEST_F(InteropLabTest, RestoresItsSettings) {
  lab.tab = InteropTab::cost;
  lab.choose_size(2);
  lab.runs = true;
  lab.set("step", "released");
  InteropLab other;
  for (const auto& [name, text] : lab.settings()) {
    other.set(name, text);
  }
  EXPECT_EQ(other.settings(), lab.settings());
  other.runs = false;
  other.advance(state);
  EXPECT_EQ(other.life()->records().back().step, OwnershipState::released) << "the frame stops at this step";
  EXPECT_THROW(other.set("step", "stolen"), ParameterError);
  EXPECT_THROW(other.set("size", "1x1"), ParameterError);
  EXPECT_THROW(other.set("colour", "red"), ParameterError);
}

TEST(PresentationCost, ReportsMediansTheFastestPathAndReasonsForMissingOnes) {
  tests::FakeInteropTools tools;
  PresentationCost cost{16, 8, 9};
  EXPECT_EQ(cost.fastest(), PresentPathKind::kernel_alone) << "nothing has been measured";
  while (cost.advance(tools, 1)) {
  }
  EXPECT_TRUE(cost.is_done());
  const std::vector<PresentationFigure> figures = cost.figures();
  ASSERT_EQ(figures.size(), present_path_kinds().size());
  for (const PresentationFigure& figure : figures) {
    if (figure.kind == tools.missing) {
      EXPECT_EQ(figure.reason, "OpenGL 4.5 is not available");
    } else if (figure.kind == tools.wrong) {
      EXPECT_NE(figure.reason.find("texels that the kernel did not write"), std::string::npos) << figure.reason;
    } else {
      EXPECT_EQ(figure.reason, "");
      EXPECT_EQ(figure.rounds, 9);
      EXPECT_LT(figure.median.whole_us, 400) << "the slow rounds are not the median";
      EXPECT_EQ(figure.median.host_us * 2, figure.median.whole_us);
    }
  }
  EXPECT_EQ(cost.fastest(), PresentPathKind::vulkan_shared);
}

TEST(PresentationCost, MeasuresAtLeastOnePathPerTurnAndEndsWhenStopped) {
  tests::FakeInteropTools tools;
  PresentationCost cost{16, 8, 100};
  for (int turn = 0; turn < 13; ++turn) {
    EXPECT_TRUE(cost.advance(tools, 0));
  }
  EXPECT_EQ(cost.rounds_done(), 2);
  cost.stop();
  EXPECT_TRUE(cost.is_done());
  EXPECT_FALSE(cost.advance(tools, 0));
}

TEST(OwnershipTrace, ReportsPendingWaits) {
  ImageFacts facts;
  EXPECT_EQ(waits_text(facts), "no pending waits");
  facts.timeline = TimelineFacts{.value = 3, .stream_waits_for = 3};
  EXPECT_EQ(waits_text(facts), "the stream, for 3 (reached)");
  facts.timeline = TimelineFacts{.value = 3, .stream_waits_for = 0, .renderer_waits_for = 4};
  EXPECT_EQ(waits_text(facts), "the next draw, for 4 (not reached)");
  facts.timeline->value = 4;
  EXPECT_EQ(waits_text(facts), "the next draw, for 4 (reached)");
}

}  // namespace
}  // namespace texelscope::app
