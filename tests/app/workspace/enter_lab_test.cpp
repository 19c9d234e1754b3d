#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/gui/lab_registry.h"
#include "app/labs/kernel/kernel_lab.h"
#include "app/labs/surface/surface_lab.h"
#include "app/labs/tensor/tensor_lab.h"
#include "app/labs/texture/texture_lab.h"
#include "app/scenes/registry.h"
#include "app/workspace/open.h"
#include "app/workspace/state.h"

namespace texelscope::app {
namespace {

/// 400 × 300 texels of (x, y, x ^ y) modulo 256.
std::shared_ptr<const Image> picture() {
  Image image{400, 300, 3, gpu::DataType::uint8, {}};
  for (int i = 0; i < 400 * 300; ++i) {
    const int x = i % 400;
    const int y = i / 400;
    image.pixels.insert(image.pixels.end(),
                        {static_cast<std::byte>(x), static_cast<std::byte>(y), static_cast<std::byte>(x ^ y)});
  }
  return std::make_shared<const Image>(std::move(image));
}

class EnterLab : public testing::Test {
 protected:
  EnterLab() {
    choose_scene(state, static_cast<std::size_t>(find_scene("image") - scenes().data()));
    state.pictures.current = LoadedImage{"/none/mine.png", picture()};
    state.viewport.width = state.frame.width = 640;
    state.viewport.height = state.frame.height = 480;
    // 64 pixels per texel, with texel (123, 45) in the middle.
    ParameterValues& values = current_settings(state).values;
    values.set("zoom", 40.0);
    values.set("pan_x", 123.5 / 400 - 0.5);
    values.set("pan_y", 45.5 / 300 - 0.5);
    values.set("filter", std::string("linear"));
    values.set("address", std::string("mirror"));
    state.viewport.hovered = Point{320, 240};
  }
  template <class Lab>
  Lab& enter(std::string_view name) {
    for (std::size_t i = 0; i < state.labs.all.size(); ++i) {
      if (state.labs.all[i].name == name) {
        enter_lab(state, i);
        return *capability<Lab>(state.labs, i);
      }
    }
    throw std::logic_error("no such lab");
  }

  State state{scenes(), labs()};
  std::optional<gpu::Device> device = gpu::Device::open({});
};

TEST_F(EnterLab, ProbesTheTexelUnderTheMouseAsThePictureIsSampled) {
  auto& lab = enter<TextureLab>("textures");
  EXPECT_EQ(lab.input.descriptors[0].filter_mode, gpu::FilterMode::linear);
  EXPECT_EQ(lab.input.descriptors[0].address_mode[0], gpu::AddressMode::mirror);
  lab.update();
  ASSERT_TRUE(lab.work().setup) << lab.work().texel_error << "; the picture in memory is used, not its file";
  lab.prepare(device);
  const ProbeResult& probe = lab.probe_result(0);
  ASSERT_EQ(probe.explanation.taps.size(), 4U) << probe.error;
  EXPECT_TRUE(lab.probe.is_pinned);
  const auto main = std::ranges::max_element(probe.explanation.taps, {}, &gpu::TapExplanation::weight);
  EXPECT_EQ(main->index[0], 123);
  EXPECT_EQ(main->index[1], 45);
  EXPECT_EQ(main->stored[0], 123U);
  EXPECT_EQ(main->stored[1], 45U);
  // The view has the picture's zoom once it is drawn.
  lab.sample(device, 320, 256);
  EXPECT_NEAR(lab.view.span.x, 320 / (64 * 400.0), 1e-9);
}

TEST_F(EnterLab, KeepsWhatWasChosenThereUntilThePictureIsShownAgain) {
  auto& lab = enter<TextureLab>("textures");
  lab.input.texels.content = TexelContent::pattern;
  enter<SurfaceLab>("surfaces");
  enter<TextureLab>("textures");
  EXPECT_EQ(lab.input.texels.content, TexelContent::pattern) << "from another lab";
  close_lab(state);
  enter<TextureLab>("textures");
  EXPECT_EQ(lab.input.texels.content, TexelContent::image) << "from the picture";
}

TEST_F(EnterLab, ShowsThePictureAsATensorAtTheSameTexel) {
  auto& lab = enter<TensorLab>("tensors");
  ASSERT_NE(lab.chosen(), nullptr);
  EXPECT_EQ(lab.chosen()->view.layout().shape(), (gpu::Dimensions{300, 400, 3}));
  EXPECT_NEAR(lab.place.center.x, 123.5, 1);
  EXPECT_EQ(lab.place.zoom, 64);
}

TEST_F(EnterLab, CopiesTexelsAroundTheMouseIntoASurface) {
  auto& lab = enter<SurfaceLab>("surfaces");
  lab.update();
  lab.advance(device);
  ASSERT_NE(lab.chosen(), nullptr) << lab.error();
  EXPECT_EQ(lab.chosen()->width, SurfaceLab::copied_extent);
  const std::size_t at = lab.chosen()->offset(123 - lab.input.picture_x, 45 - lab.input.picture_y);
  const std::vector<std::byte>& bytes = lab.chosen()->now;
  EXPECT_EQ(std::to_integer<int>(bytes[at]), 123);
  EXPECT_EQ(std::to_integer<int>(bytes[at + 1]), 45);
  EXPECT_EQ(std::to_integer<int>(bytes[at + 2]), 123 ^ 45);
  EXPECT_EQ(std::to_integer<int>(bytes[at + 3]), 255);
  lab.refill(SurfaceFill::zero);
  EXPECT_EQ(lab.copied_picture(), nullptr);
}

TEST_F(EnterLab, CopiesNothingFromBeyondThePicture) {
  auto& lab = enter<SurfaceLab>("surfaces");
  lab.input.picture_x = 390;
  lab.input.picture_y = 1 << 20;
  lab.update();
  lab.advance(device);
  ASSERT_NE(lab.chosen(), nullptr) << lab.error();
  EXPECT_EQ(std::ranges::count(lab.chosen()->now, std::byte{0}), 3 * 32 * 32) << "opaque black";
}

TEST_F(EnterLab, OpensAKernelThatReadsThePictureUnlessThereIsAnotherText) {
  auto& lab = enter<KernelLab>("kernels");
  EXPECT_NE(lab.text.find("frame.image."), std::string::npos);
  close_lab(state);
  lab.text = "void pixel() {}";
  enter<KernelLab>("kernels");
  EXPECT_EQ(lab.text, "void pixel() {}");
}

TEST_F(EnterLab, ChangesNothingInALesson) {
  state.course.lesson = 0;
  auto& lab = enter<TextureLab>("textures");
  EXPECT_EQ(lab.input.texels.content, TexelContent::pattern);
}

}  // namespace
}  // namespace texelscope::app
