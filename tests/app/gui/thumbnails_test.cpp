#include "app/gui/thumbnails.h"
#include "app/workspace/gallery.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/shared_gl_image.h"
#include "app/scenes/registry.h"
#include "tests/app/scene_runner.h"
#include "texelscope/gpu/live_objects.h"

namespace texelscope::app {
namespace {

class ThumbnailsTest : public testing::Test {
 protected:
  /// Draws until all visible thumbnails are complete.
  void settle() {
    for (int i = 0; i < 20000 && thumbnails.is_settling(state); ++i) {
      thumbnails.update(state);
    }
    EXPECT_FALSE(thumbnails.is_settling(state));
  }
  void open() {
    toggle_gallery(state);
    for (std::size_t i = 0; i < state.scenes.all.size(); ++i) {
      state.gallery.visible.push_back(i);
    }
  }
  [[nodiscard]] std::shared_ptr<const Image> picture(std::size_t scene) {
    return state.drawn.images[thumbnail_name(state.scenes.all[scene])].image;
  }

  std::shared_ptr<gpu::LiveObjects> live = std::make_shared<gpu::LiveObjects>();
  DeviceOffscreenGL offscreen = open_offscreen_gl(gpu::DeviceId{}, {{live}, {}}, [](std::string_view) {});
  std::vector<SceneDeclaration> some{require_scene("plasma"), require_scene("image"),
                                     require_scene("reaction_diffusion")};
  State state{some};
  Thumbnails thumbnails{share_gl_images(offscreen.gl)};
};

TEST_F(ThumbnailsTest, ShowTheDefaultFrameOfEachScene) {
  open();
  settle();
  for (std::size_t i = 0; i < state.scenes.all.size(); ++i) {
    const SceneDeclaration& scene = state.scenes.all[i];
    const Image frame = tests::run_scene(
        offscreen.device, {std::string{scene.name}, {}, scene.default_frame, thumbnail_width, thumbnail_height});
    ASSERT_NE(picture(i), nullptr) << scene.name;
    ASSERT_EQ(picture(i)->pixels.size(), frame.pixels.size()) << scene.name;
    std::size_t differing = 0;
    for (std::size_t byte = 0; byte < frame.pixels.size(); ++byte) {
      differing += byte % 4 != 3 && frame.pixels[byte] != picture(i)->pixels[byte] ? 1 : 0;
    }
    EXPECT_EQ(differing, 0U) << scene.name;
  }
}

TEST_F(ThumbnailsTest, ShowWhatARendererDraws) {
  std::vector<SceneDeclaration> particles{require_scene("particles")};
  particles[0].default_frame = 60;
  State gallery{particles};
  gallery.scenes.settings[0].values.set_from_text("drawn_as", "vertices");
  toggle_gallery(gallery);
  gallery.gallery.visible.push_back(0);
  for (int i = 0; i < 20000 && thumbnails.is_settling(gallery); ++i) {
    thumbnails.update(gallery);
  }
  const auto image = gallery.drawn.images[thumbnail_name(particles[0])].image;
  ASSERT_NE(image, nullptr) << gallery.gallery.errors[0];
  EXPECT_EQ(image->pixels,
            tests::run_scene(offscreen.device,
                             {"particles", {{"drawn_as", "vertices"}}, 60, thumbnail_width, thumbnail_height})
                .pixels);
}

TEST_F(ThumbnailsTest, MoveUnderTheMouse) {
  constexpr std::size_t plasma = 0;
  open();
  settle();
  const std::shared_ptr<const Image> before = picture(plasma);
  state.gallery.hovered = plasma;
  thumbnails.update(state);
  state.now += 1;
  thumbnails.update(state);
  EXPECT_TRUE(thumbnails.is_busy());
  EXPECT_NE(picture(plasma)->pixels, before->pixels);
}

TEST_F(ThumbnailsTest, LeaveNothingBehindWhenTheGalleryCloses) {
  const std::size_t before = live->count();
  open();
  settle();
  EXPECT_GT(live->count(), before);
  toggle_gallery(state);
  thumbnails.update(state);
  EXPECT_EQ(live->count(), before);
  EXPECT_EQ(picture(0), nullptr);
  EXPECT_FALSE(thumbnails.is_busy());
}

TEST_F(ThumbnailsTest, ReportWhyASceneCannotBeShown) {
  some[1].make = [](const SceneSetup&) -> std::unique_ptr<Scene> { throw std::runtime_error("not enough memory"); };
  open();
  settle();
  EXPECT_EQ(state.gallery.errors[1], "not enough memory");
  EXPECT_EQ(state.gallery.errors[0], "");
  EXPECT_NE(picture(2), nullptr);
}

}  // namespace
}  // namespace texelscope::app
