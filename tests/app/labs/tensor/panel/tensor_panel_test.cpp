#include "app/labs/tensor/tensor_lab.h"

#include <chrono>
#include <cmath>
#include <thread>

#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

class TensorLabPanels : public LabPanelTest<TensorLab> {
 protected:
  TensorLabPanels() : LabPanelTest("tensors") {
    state.device = gpu::Device::open({});
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = static_cast<float>(i);
    }
  }

  /// Draws until nothing changes anymore without input.
  void settle_down() {
    do {
      draw();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } while (lab().is_settling());
    draw();
  }
  void show(const gpu::Dimensions& shape) {
    lab().show({{"numbers", gpu::StridedMemoryView::from_host(std::as_writable_bytes(std::span{numbers}),
                                                              gpu::StridedLayout(shape, sizeof(float)),
                                                              gpu::element_type_of<float>)},
                {"others", gpu::StridedMemoryView::from_host(std::as_writable_bytes(std::span{numbers}),
                                                             gpu::StridedLayout({6}, sizeof(float)),
                                                             gpu::element_type_of<float>)}});
    lab().is_live = false;
    settle_down();
  }
  void press(const KeyChord& chord) {
    const Action* const action = find_action(actions, chord);
    ASSERT_NE(action, nullptr);
    perform(*action, state);
    draw();
  }

  std::vector<float> numbers = std::vector<float>(3 * 4 * 6);
};

TEST_F(TensorLabPanels, ExplainWhatToDoWithoutATensor) {
  draw();
  EXPECT_TRUE(state.drawn.widgets.contains("tensors.caption"));
  EXPECT_FALSE(state.drawn.widgets.contains("tensors.picture"));
  press({.key = 'F'});
  press({.key = 'Y'});
  EXPECT_EQ(lab().chosen(), nullptr);
}

TEST_F(TensorLabPanels, ShowTheValueUnderTheMouse) {
  show({3, 4, 6});
  const Rect picture = rect_of("tensors.picture");
  move_to(picture.x + picture.width / 2 + 2, picture.y + picture.height / 2 + 2);
  draw();
  draw();
  ASSERT_TRUE(lab().hovered);
  EXPECT_EQ(lab().hovered->row, 2);
  EXPECT_EQ(lab().hovered->column, 3);
  EXPECT_TRUE(state.drawn.widgets.contains("tensors.readout"));
  EXPECT_FALSE(state.drawn.images.at("tensors.slice").is_smooth) << "values are drawn as they are";
  move_to("lab.tensors");
  draw();
  EXPECT_FALSE(lab().hovered);
}

TEST_F(TensorLabPanels, StepAlongAnAxisAndPlay) {
  show({3, 4, 6});
  click("tensors.step.0");
  EXPECT_EQ(lab().view.index[0], 1);
  click("tensors.back.0");
  click("tensors.back.0");
  EXPECT_EQ(lab().view.index[0], 2);
  click("tensors.play.0");
  EXPECT_EQ(lab().playback.axis, 0);
  click("tensors.play.0");
  EXPECT_EQ(lab().playback.axis, -1);
}

TEST_F(TensorLabPanels, ChangeAxesWithoutShowingOneTwice) {
  show({3, 4, 6});
  click("tensors.rows");
  click("tensors.rows.2");
  EXPECT_EQ(lab().view.row_axis, 2);
  EXPECT_EQ(lab().view.column_axis, 1);
  click("tensors.columns");
  click("tensors.columns.none");
  EXPECT_EQ(lab().view.column_axis, -1);
  EXPECT_EQ(lab().extent(10, 10).image_width, 1);
}

TEST_F(TensorLabPanels, ZoomByTheKeysOfTheFrame) {
  show({3, 4, 6});
  const double fitting = lab().place.zoom;
  press({.character = '-'});
  EXPECT_LT(lab().place.zoom, fitting);
  EXPECT_FALSE(lab().place.is_fit);
  press({.key = 'F'});
  EXPECT_EQ(lab().place.zoom, fitting);
}

TEST_F(TensorLabPanels, DragTheEndsOfTheRange) {
  show({3, 4, 6});
  EXPECT_EQ(lab().range(), (NumberRange{0, 23}));
  const Rect histogram = rect_of("tensors.histogram");
  const auto drag_end = [&](float from, float to) {
    move_to(histogram.x + from * histogram.width, histogram.y + histogram.height / 2);
    hold(0, true);
    move_to(histogram.x + to * histogram.width, histogram.y + histogram.height / 2);
    draw();
    hold(0, false);
    draw();
  };
  drag_end(0.99F, 0.5F);
  EXPECT_EQ(lab().view.rule, RangeRule::typed);
  EXPECT_EQ(lab().range().lowest, 0);
  EXPECT_NEAR(lab().range().highest, 11.5, 0.1);
  drag_end(0.01F, 0.25F);
  EXPECT_NEAR(lab().range().lowest, 5.75, 0.1);
  EXPECT_NEAR(lab().range().highest, 11.5, 0.1);
}

TEST_F(TensorLabPanels, ChooseAnotherTensorOfAnotherRank) {
  show({3, 4, 6});
  click("tensors.tensor");
  click("tensors.tensor.1");
  settle_down();
  EXPECT_EQ(lab().chosen()->name, "others");
  EXPECT_EQ(lab().view.rank, 1);
  EXPECT_EQ(lab().view.row_axis, -1);
}

TEST_F(TensorLabPanels, OpenTheLayoutByTheKey) {
  show({3, 4, 6});
  press({.key = 'Y'});
  ASSERT_NE(current_lab(state.labs), nullptr);
  EXPECT_EQ(current_lab(state.labs)->name, "layouts");
}

TEST_F(TensorLabPanels, OpenTheLayoutByTheButton) {
  show({3, 4, 6});
  open(1280, 1400, 1);
  click("tensors.open_layout");
  ASSERT_NE(current_lab(state.labs), nullptr);
  EXPECT_EQ(current_lab(state.labs)->name, "layouts");
}

TEST_F(TensorLabPanels, StayInPlaceInWindowsOfAnySize) {
  show({3, 4, 6});
  for (const auto& [width, height] :
       {std::pair{640.0F, 400.0F}, {1280.0F, 720.0F}, {1920.0F, 1080.0F}, {300.0F, 200.0F}}) {
    open(width, height, 1);
    settle_down();
    if (height >= 400) {
      expect_inside("tensors.picture", regions.viewport);
      expect_inside("tensors.caption", regions.viewport);
      expect_inside("tensors.histogram", regions.viewport);
      EXPECT_GT(rect_of("tensors.histogram").width, 0.9F * rect_of("tensors.picture").width);
    }
  }
}

}  // namespace
}  // namespace texelscope::tests
