#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "app/gui/window_content.h"
#include "tests/support/test_scenes.h"

namespace texelscope::tests {
namespace {

using namespace app;

class NoTexture : public ScreenTexture {
 public:
  void upload(const Image&) override {}
  [[nodiscard]] void* name() const noexcept override { return const_cast<NoTexture*>(this); }
};

TEST(PanelTextures, AreFilteredAsTheirPanelCurrentlyRequests) {
  std::vector<std::string> made;
  PanelTextures textures{[&](int width, int height, bool is_smooth) {
    made.push_back(std::to_string(width) + "x" + std::to_string(height) + (is_smooth ? " smooth" : " nearest"));
    return std::make_unique<NoTexture>();
  }};
  const std::vector<SceneDeclaration> scenes = test_scenes();
  State state{scenes};
  PanelImage& shown = state.drawn.images["kernels.picture"];
  shown.image = std::make_shared<const Image>(
      Image{.width = 4, .height = 2, .channels = 4, .pixels = std::vector<std::byte>(32)});
  textures.update(state);
  textures.update(state);
  EXPECT_EQ(made, (std::vector<std::string>{"4x2 smooth"}));
  shown.is_smooth = false;
  textures.update(state);
  EXPECT_EQ(made, (std::vector<std::string>{"4x2 smooth", "4x2 nearest"})) << "the picture is enlarged now";
  EXPECT_NE(shown.texture, nullptr);
}

}  // namespace
}  // namespace texelscope::tests
