#include "app/labs/texture/texture_work.h"

#include <gtest/gtest.h>

#include "app/labs/texture/texture_lab.h"

namespace texelscope::app {
namespace {

using gpu::FilterMode;
using gpu::ReadMode;
using gpu::ResourceKind;
using gpu::TextureDescriptor;
using kernels::TextureOperation;
using kernels::TextureShape;

constexpr std::array<bool, 2> both{true, true};
constexpr std::array<bool, 2> first_input{true, false};

class TextureChoices : public testing::Test {
 protected:
  TextureChoices() {
    lab.input.descriptors[0] = {};
    lab.input.descriptors[1] = {};
    update();
  }
  void update() { lab.update(); }

  template <class Change>
  std::string descriptor(const Change& change) {
    TextureDescriptor tried = lab.input.descriptors[0];
    change(tried);
    return choice_refusal(lab.work(), 0, tried);
  }
  template <class Change>
  std::string input(const Change& change, const std::array<bool, 2>& shown = both) {
    TextureInput tried = lab.input;
    change(tried);
    return choice_refusal(lab.work(), tried, shown);
  }

  TextureLab lab;
};

TEST_F(TextureChoices, AreGrayedWithTheRuleThatTheyWouldBreak) {
  EXPECT_NE(descriptor([](TextureDescriptor& tried) { tried.filter_mode = FilterMode::linear; }).find("floats"),
            std::string::npos);
  EXPECT_NE(descriptor([](TextureDescriptor& tried) { tried.srgb = true; }).find("srgb"), std::string::npos);
  EXPECT_EQ(descriptor([](TextureDescriptor& tried) { tried.read_mode = ReadMode::normalized_float; }), "");
  EXPECT_EQ(descriptor([](TextureDescriptor& tried) { tried.normalized_coords = true; }), "");
  EXPECT_NE(descriptor([](TextureDescriptor& tried) { tried.max_anisotropy = 17; }).find("anisotropy"),
            std::string::npos);
  EXPECT_NE(input([](TextureInput& tried) { tried.resource = ResourceKind::mipmapped_array; }).find("normalized"),
            std::string::npos);
  EXPECT_NE(input([](TextureInput& tried) { tried.texels.shape = TextureShape::cube_map; }).find("normalized"),
            std::string::npos);
  EXPECT_NE(input([](TextureInput& tried) { tried.resource = ResourceKind::linear; }).find("one row"),
            std::string::npos);
  EXPECT_EQ(input([](TextureInput& tried) { tried.resource = ResourceKind::pitch_2d; }), "");
  EXPECT_EQ(input([](TextureInput& tried) { tried.fetch.operation = TextureOperation::gather; }), "");
}

TEST_F(TextureChoices, OfFormatsFollowTheDisplayedDescriptors) {
  lab.input.descriptors[1].filter_mode = FilterMode::linear;
  lab.input.descriptors[1].read_mode = ReadMode::normalized_float;
  update();
  const auto to_int32 = [](TextureInput& tried) { tried.texels.format = gpu::DataType::int32; };
  EXPECT_EQ(input(to_int32, first_input), "");
  EXPECT_NE(input(to_int32, both), "");
  EXPECT_EQ(input([](TextureInput& tried) { tried.texels.format = gpu::DataType::float16; }, both), "");
}

TEST_F(TextureChoices, ThatRepairABrokenStateStayAvailable) {
  lab.input.descriptors[0].filter_mode = FilterMode::linear;
  update();
  ASSERT_FALSE(lab.work().refusals[0].empty());
  EXPECT_EQ(descriptor([](TextureDescriptor& tried) { tried.filter_mode = FilterMode::point; }), "");
  EXPECT_EQ(descriptor([](TextureDescriptor& tried) { tried.read_mode = ReadMode::normalized_float; }), "");
  EXPECT_EQ(descriptor([](TextureDescriptor& tried) { tried.address_mode = gpu::AddressMode::border; }), "")
      << "the address mode does not cause the refusal";
  EXPECT_EQ(input([](TextureInput& tried) { tried.texels.num_channels = 1; }), "");
}

TEST_F(TextureChoices, ForLinearMemoryAreFetchesByElement) {
  lab.input.texels.shape = TextureShape::texture_1d;
  update();
  EXPECT_EQ(input([](TextureInput& tried) { tried.resource = ResourceKind::linear; }), "");
  lab.input.resource = ResourceKind::linear;
  update();
  EXPECT_TRUE(lab.work().can_sample(0)) << lab.work().error(0);
  EXPECT_NE(input([](TextureInput& tried) { tried.texels.shape = TextureShape::texture_2d; }), "");
}

TEST_F(TextureChoices, OfChannelsAreThoseOfTheFile) {
  EXPECT_EQ(channels_refusal(lab.work(), 1), "");
  lab.input.texels.content = TexelContent::image;
  update();
  ASSERT_TRUE(lab.work().setup) << lab.work().texel_error;
  EXPECT_EQ(channels_refusal(lab.work(), 4), "");
  EXPECT_EQ(channels_refusal(lab.work(), 1), "the texels have 4 channels");
}

}  // namespace
}  // namespace texelscope::app
