#include "app/documents/picture_readout.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/scenes/registry.h"
#include "app/workspace/state.h"

namespace texelscope::app {
namespace {

/// A picture of 90 × 50 texels of (x, y, `blue`), whose first texel is (-10, 5).
std::shared_ptr<const Image> placed(std::uint8_t blue) {
  Image image{90, 50, 3, gpu::DataType::uint8, {}};
  for (int i = 0; i < 90 * 50; ++i) {
    image.pixels.insert(image.pixels.end(),
                        {static_cast<std::byte>(i % 90), static_cast<std::byte>(i / 90), static_cast<std::byte>(blue)});
  }
  image.x = -10;
  image.y = 5;
  return std::make_shared<const Image>(std::move(image));
}

class PictureReadout : public testing::Test {
 protected:
  PictureReadout() {
    choose_scene(state, static_cast<std::size_t>(find_scene("image") - scenes().data()));
    state.viewport.width = state.frame.width = 900;
    state.viewport.height = state.frame.height = 500;
    show(placed(200));
  }
  void show(std::shared_ptr<const Image> image) { state.pictures.current = LoadedImage{"a.png", std::move(image)}; }
  /// Ten pixels of the frame for each texel.
  void point(double x, double y) { state.viewport.hovered = Point{10 * x + 5, 10 * y + 5}; }
  [[nodiscard]] std::map<std::string, std::string> texts() const {
    std::map<std::string, std::string> all;
    for (const ReadoutItem& item : picture_readout(state, *picture_view(state))) {
      all[item.name] = item.text;
      EXPECT_LE(static_cast<int>(item.text.size()), item.columns) << item.name << ": " << item.text;
    }
    return all;
  }

  State state{scenes()};
};

TEST_F(PictureReadout, HasTheFilesOwnNumbersAndValues) {
  point(30, 20);
  EXPECT_EQ(texts().at("position"), "x 20  y 25");
  EXPECT_EQ(texts().at("texel_value"), "30  20 200");
}

TEST_F(PictureReadout, SaysInWhichNotationValuesAre) {
  point(30, 20);
  const auto label = [&] { return picture_readout(state, *picture_view(state))[1].label; };
  EXPECT_EQ(label(), "");
  state.viewport.notation = TexelNotation::fraction;
  EXPECT_EQ(label(), "0 … 1");
  EXPECT_EQ(texts().at("texel_value"), "0.11764706    0.078431375     0.78431374");
}

TEST_F(PictureReadout, HasAnExposureOfItsOwnForDifferences) {
  const auto exposure = [&] { return current_settings(state).values.real("exposure"); };
  current_settings(state).values.set("exposure", 1.5);
  choose_comparison(state, PictureComparison::split);
  EXPECT_EQ(exposure(), 1.5) << "a split shows the pictures themselves";
  choose_comparison(state, PictureComparison::signed_values);
  EXPECT_EQ(exposure(), 0);
  current_settings(state).values.set("exposure", 3.0);
  choose_comparison(state, PictureComparison::absolute);
  EXPECT_EQ(exposure(), 3);
  choose_comparison(state, PictureComparison::off);
  EXPECT_EQ(exposure(), 1.5);
  choose_comparison(state, PictureComparison::flip);
  EXPECT_EQ(exposure(), 3);
}

TEST_F(PictureReadout, HasAllItemsWithoutAMouseSoThatTheyKeepTheirPlaces) {
  EXPECT_EQ(texts(),
            (std::map<std::string, std::string>{{"position", ""}, {"texel_value", ""}, {"sampled_value", ""}}));
}

TEST_F(PictureReadout, HasTheTextureUnitsResultWithAllItsDigits) {
  point(30, 20);
  state.frame.sampled = std::array<float, 4>{0.11764706F, 1.0F / 3, 1, 0.25F};
  EXPECT_EQ(texts().at("sampled_value"), "0.11764706   0.33333334            1") << "without alpha, as the picture";
}

TEST_F(PictureReadout, HasBothPicturesAndTheirDifferenceInComparisons) {
  PictureList& list = state.pictures.list;
  list.pictures = {{.path = "a.png", .image = state.pictures.current->image}, {.path = "b.png", .image = placed(199)}};
  list.shown = 0;
  list.other = 1;
  list.comparison = PictureComparison::signed_values;
  point(30, 20);
  EXPECT_EQ(texts().at("texel_value"), "30  20 200");
  EXPECT_EQ(texts().at("other_value"), "30  20 199");
  EXPECT_EQ(texts().at("difference"), "0    0   +1");
  point(-1, 20);
  EXPECT_EQ(texts().at("difference"), "only in one");

  // The texture unit samples the comparison, which has one channel here.
  state.pictures.compared.picture = std::make_shared<const Image>(
      Image{90, 50, 1, gpu::DataType::float32, std::vector<std::byte>(std::size_t{90} * 50 * sizeof(float))});
  state.frame.sampled = std::array<float, 4>{-0.125F, 0, 0, 1};
  EXPECT_EQ(texts().at("sampled_value"), "-0.125");
}

TEST_F(PictureReadout, HasTheBytesOfStoredBlocks) {
  Image image = *placed(1);
  StoredTexels stored{"BC1_RGB_UNORM", gpu::TexelEncoding::bc1_unorm, 4, 4, 8, {}};
  stored.bytes.resize(std::size_t{23} * 13 * 8);
  stored.bytes[(5 * 23 + 7) * 8] = std::byte{0xAB};
  image.stored = std::make_shared<const StoredTexels>(std::move(stored));
  show(std::make_shared<const Image>(std::move(image)));
  point(30, 20);
  EXPECT_EQ(texts().at("stored_bytes"), "BC1_RGB_UNORM AB 00 00 00 00 00 00 00");
}

}  // namespace
}  // namespace texelscope::app
