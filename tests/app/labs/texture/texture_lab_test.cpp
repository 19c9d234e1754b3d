#include "app/labs/texture/texture_lab.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "app/text/parameter.h"
#include "app/texture/fetched_value.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app {
namespace {

using gpu::FilterMode;

std::string setting(const TextureLab& lab, std::string_view name) {
  for (const auto& [key, text] : lab.settings()) {
    if (key == name) {
      return text;
    }
  }
  ADD_FAILURE() << "no setting " << name;
  return "";
}

TEST(TextureLab, StartsWithTexelsThatBothDescriptorsRead) {
  TextureLab lab;
  lab.update();
  EXPECT_TRUE(lab.work().can_sample(0)) << lab.work().error(0);
  EXPECT_TRUE(lab.work().can_sample(1)) << lab.work().error(1);
  EXPECT_EQ(lab.work().warnings[0], "");
  EXPECT_NE(lab.input.descriptors[0], lab.input.descriptors[1])
      << "the descriptors differ, so the comparison is not empty";
}

TEST(TextureLab, RestoresItsSettings) {
  const std::vector<std::pair<std::string, std::string>> values{{"content", "typed"},
                                                                {"pattern", "zone plate"},
                                                                {"typed", "0 1 2;\n3 4 5"},
                                                                {"file", "a b.npy"},
                                                                {"shape", "layered_cube_map"},
                                                                {"width", "17"},
                                                                {"height", "3"},
                                                                {"depth", "5"},
                                                                {"layers", "9"},
                                                                {"format", "float16"},
                                                                {"keeps_format", "no"},
                                                                {"channels", "2"},
                                                                {"resource", "mipmapped_array"},
                                                                {"levels", "3"},
                                                                {"operation", "gradients"},
                                                                {"level", "1.25"},
                                                                {"dx", "0.1 -0.2 0.3"},
                                                                {"dy", "1 2 3"},
                                                                {"component", "3"},
                                                                {"layer", "4"},
                                                                {"face", "5"},
                                                                {"slice", "0.125"},
                                                                {"a_address", "mirror border wrap"},
                                                                {"a_filter", "point"},
                                                                {"a_read", "element"},
                                                                {"a_normalized_coords", "no"},
                                                                {"a_srgb", "yes"},
                                                                {"a_seamless_cubemap", "yes"},
                                                                {"a_disable_trilinear_optimization", "yes"},
                                                                {"a_max_anisotropy", "16"},
                                                                {"a_mipmap_filter", "linear"},
                                                                {"a_mipmap_level_bias", "-1.5"},
                                                                {"a_min_mipmap_level_clamp", "0.5"},
                                                                {"a_max_mipmap_level_clamp", "7"},
                                                                {"a_border_color", "1 0.1 -2 3e+30"},
                                                                {"b_address", "border clamp mirror"},
                                                                {"b_filter", "linear"},
                                                                {"edited", "b"},
                                                                {"comparison", "difference"},
                                                                {"split", "0.25"},
                                                                {"shown_channels", "w"},
                                                                {"gain_log2", "9"},
                                                                {"grid", "no"},
                                                                {"fits", "no"},
                                                                {"center", "0.75 -3"},
                                                                {"span", "0.001 20"},
                                                                {"probe_side", "b"},
                                                                {"probe", "0.1 -7.25 1e-20"},
                                                                {"probe_pinned", "yes"},
                                                                {"line", "free"},
                                                                {"line_from", "0.1 0.2"},
                                                                {"line_to", "-1 2"},
                                                                {"line_channel", "2"},
                                                                {"text", "code"},
                                                                {"tab", "signal"},
                                                                {"code", "cpp"}};
  TextureLab lab;
  for (const auto& [name, text] : values) {
    ASSERT_NE(setting(lab, name), text) << name << " is not a different value";
    lab.set(name, text);
  }
  TextureLab other;
  for (const auto& [name, text] : lab.settings()) {
    other.set(name, text);
  }
  for (const auto& [name, text] : values) {
    EXPECT_EQ(setting(other, name), text) << name;
  }
  EXPECT_EQ(other.input, lab.input);
}

TEST(TextureLab, RejectsInvalidSettings) {
  TextureLab lab;
  const auto before = lab.settings();
  for (const auto& [name, text] : std::vector<std::pair<const char*, const char*>>{{"nothing", "1"},
                                                                                   {"format", "uint9"},
                                                                                   {"a_filter", "cubic"},
                                                                                   {"a_address", "wrap"},
                                                                                   {"width", "x"},
                                                                                   {"probe", "1 2"},
                                                                                   {"probe", "nan 0 0"},
                                                                                   {"split", "inf"},
                                                                                   {"a_border_color", "1 2 3 1e99"},
                                                                                   {"a_mipmap_level_bias", ""},
                                                                                   {"comparison", "c"},
                                                                                   {"grid", "1"}}) {
    EXPECT_THROW(lab.set(name, text), ParameterError) << name << " " << text;
  }
  EXPECT_EQ(lab.settings(), before);
  lab.set("width", "999999");
  lab.set("split", "7");
  lab.set("span", "0 1e300");
  lab.set("channels", "3");
  EXPECT_EQ(setting(lab, "width"), "1024");
  EXPECT_EQ(setting(lab, "split"), "1");
  EXPECT_EQ(lab.view.span.x, smallest_span);
  EXPECT_EQ(lab.view.span.y, largest_span);
  EXPECT_EQ(lab.input.texels.num_channels, 4);
}

TEST(TextureLab, ReportsErrorsAndSurprisingSettings) {
  TextureLab lab;
  lab.input.texels.content = TexelContent::typed;
  lab.input.texels.typed = "0 1; 2";
  lab.update();
  EXPECT_NE(lab.work().texel_error.find("row 1"), std::string::npos);
  EXPECT_FALSE(lab.work().can_sample(0));
  lab.input.texels.typed = "0 1; 2 3";
  lab.input.descriptors[0].normalized_coords = false;
  lab.update();
  EXPECT_TRUE(lab.work().can_sample(0));
  EXPECT_NE(lab.work().warnings[0].find("clamps instead"), std::string::npos);
  EXPECT_EQ(lab.work().warnings[1], "");
  lab.input.descriptors[1].read_mode = gpu::ReadMode::element;
  lab.input.descriptors[1].filter_mode = FilterMode::linear;
  lab.update();
  EXPECT_NE(lab.work().refusals[1].find("floats"), std::string::npos);
  EXPECT_TRUE(lab.work().can_sample(0));
}

TEST(TextureLab, ReloadsFilesWhenItRuns) {
  const tests::TemporaryFolder folder;
  const auto path = folder / "values.npy";
  const auto write = [&](float value) {
    const std::vector<float> values(6, value);
    gpu::write_npy(path, std::as_bytes(std::span(values)), gpu::StridedLayout({2, 3}, sizeof(float)),
                   gpu::DataType::float32);
  };
  write(1);
  TextureLab lab;
  EXPECT_TRUE(lab.take_file(path));
  lab.update();
  ASSERT_TRUE(lab.work().setup) << lab.work().texel_error;
  EXPECT_EQ(lab.work().setup->array.shape, gpu::Extent(3, 2));
  const std::vector<std::byte> before = lab.work().setup->levels[0];
  write(2);
  lab.update();
  EXPECT_EQ(lab.work().setup->levels[0], before);
  ASSERT_TRUE(lab.can_run());
  lab.run();
  EXPECT_NE(lab.work().setup->levels[0], before);
  EXPECT_TRUE(lab.take_file("nowhere.png"));
  lab.update();
  EXPECT_NE(lab.work().texel_error, "");
}

TEST(TextureLab, KeepsTheProbeOnADisplayedDescriptor) {
  TextureLab lab;
  lab.input.texels.shape = kernels::TextureShape::texture_3d;
  lab.input.descriptors[1].normalized_coords = false;
  lab.probe = {.side = 0, .coordinates = {0.25F, 0.5F, 0.5F}};
  lab.update();
  lab.comparison = TextureComparison::b;
  lab.update();
  EXPECT_EQ(lab.probe.side, 1U);
  EXPECT_EQ(lab.probe.coordinates, (std::array<float, 3>{2, 4, 4})) << "B counts texels";
  lab.input.fetch.depth = 0.75F;
  lab.update();
  EXPECT_EQ(lab.probe.coordinates, (std::array<float, 3>{2, 4, 6})) << "the probe is in the shown slice";
}

TEST(TextureLab, OpensTheLevelsOfAMipmappedArray) {
  TextureLab lab;
  lab.update();
  lab.choose_resource(gpu::ResourceKind::mipmapped_array);
  lab.update();
  EXPECT_EQ(lab.work().setup->levels.size(), 4U);
  EXPECT_EQ(lab.work().warnings[0], "");
  EXPECT_EQ(lab.input.descriptors[1].max_mipmap_level_clamp, 3);
}

using TextureLabOnADevice = tests::DeviceTest;

TEST_P(TextureLabOnADevice, SamplesOnlyDisplayedDescriptorsAndOnlyOnChanges) {
  TextureLab lab;
  lab.update();
  lab.sample(device(), 60, 40);
  ASSERT_NE(lab.pictures().images[0], nullptr) << lab.device_error();
  EXPECT_EQ(lab.pictures().images[1], nullptr) << "B is not shown";
  const auto image = lab.pictures().images[0];
  lab.sample(device(), 60, 40);
  EXPECT_EQ(lab.pictures().images[0], image);
  lab.comparison = TextureComparison::bits;
  lab.sample(device(), 60, 40);
  EXPECT_GT(lab.pictures().bits.differing, 0U);
  lab.input.descriptors[1] = lab.input.descriptors[0];
  lab.update();
  lab.sample(device(), 60, 40);
  EXPECT_EQ(lab.pictures().bits.differing, 0U) << "equal descriptors read equal bits";
  EXPECT_EQ(lab.device_error(), "");
  lab.release();
}

TEST_P(TextureLabOnADevice, RequestsOneMoreFrameToShowANewImage) {
  TextureLab lab;
  lab.update();
  lab.sample(device(), 16, 16);
  EXPECT_TRUE(lab.is_busy());
  lab.sample(device(), 16, 16);
  EXPECT_FALSE(lab.is_busy());
}

TEST_P(TextureLabOnADevice, ProbesTheFetchOfAPixelAndAgreesWithTheModel) {
  TextureLab lab;
  lab.update();
  lab.sample(device(), 64, 48);
  ASSERT_EQ(lab.pictures().pixel_size, 1);
  for (const Point part : {Point{0.1, 0.1}, Point{0.5, 0.6}, Point{0.99, 0.01}}) {
    lab.probe_pixel(0, part, 64, 48);
    const ProbeResult& result = lab.probe_result(0);
    ASSERT_EQ(result.error, "");
    ASSERT_TRUE(result.device);
    const auto x = static_cast<std::size_t>(part.x * 64);
    const auto y = static_cast<std::size_t>(part.y * 48);
    EXPECT_EQ(*result.device, lab.pictures().fetched[0].texels[x + 64 * y]);
    EXPECT_EQ(*result.device, result.explanation.result);
    double weight = 0;
    for (const gpu::TapExplanation& tap : result.explanation.taps) {
      weight += tap.weight;
    }
    EXPECT_DOUBLE_EQ(weight, 256);
    EXPECT_FALSE(result.explanation.steps.empty());
  }
  lab.release();
}

TEST_P(TextureLabOnADevice, KeepsTheProbeInPlaceWhenTheUnitsOfCoordinatesChange) {
  TextureLab lab;
  lab.probe.coordinates = {0.25F, 0.625F, 0};
  lab.input.descriptors[0].address_mode = gpu::AddressMode::clamp;
  lab.update();
  lab.input.descriptors[0].normalized_coords = false;
  lab.update();
  EXPECT_EQ(lab.probe.coordinates[0], 2);
  EXPECT_EQ(lab.probe.coordinates[1], 5);
  const kernels::TextureFetch other = lab.probe_fetch(1);
  EXPECT_EQ(other.x, 0.25F) << "B still uses normalized coordinates";
  EXPECT_EQ(other.y, 0.625F);
}

TEST_P(TextureLabOnADevice, TracesTheIdealCurveBesideTheQuantizedOne) {
  TextureLab lab;
  lab.input.texels.content = TexelContent::typed;
  lab.input.texels.typed = "0 1 4 2";
  lab.input.texels.shape = kernels::TextureShape::texture_1d;
  lab.input.texels.format = gpu::DataType::float32;
  lab.input.texels.num_channels = 1;
  lab.input.descriptors[0].address_mode = gpu::AddressMode::clamp;
  lab.signal_input.line = SignalLine::free;
  lab.signal_input.from = {0, 0.5};
  lab.signal_input.to = {1, 0.5};
  lab.update();
  lab.sample(device(), 16, 16);
  const TextureSignal& signal = lab.signal(101);
  ASSERT_EQ(lab.device_error(), "");
  const TextureSignal::Curve& curve = signal.curves[0];
  ASSERT_EQ(curve.sampled.size(), 101U);
  ASSERT_EQ(curve.ideal.size(), 101U);
  constexpr std::array texels{0.0, 1.0, 4.0, 2.0};
  for (std::size_t step = 0; step < 101; ++step) {
    const double at =
        std::clamp(static_cast<double>(static_cast<float>(0.01 * static_cast<double>(step))) * 4 - 0.5, 0.0, 3.0);
    const auto left = std::min(static_cast<std::size_t>(at), std::size_t{2});
    const double ideal = texels[left] + (at - static_cast<double>(left)) * (texels[left + 1] - texels[left]);
    EXPECT_NEAR(curve.ideal[step], ideal, 1e-5) << step;
    EXPECT_NEAR(curve.sampled[step], ideal, 3.0 / 256) << step;
  }
  EXPECT_GT(curve.largest_error, 0);
  EXPECT_NEAR(signal.highest, 4, 0.05) << "no sample is on the texel itself";
  EXPECT_TRUE(signal.curves[1].sampled.empty());
  lab.release();
}

TEST_P(TextureLabOnADevice, SamplesEveryKindOfResourceAndOperation) {
  using kernels::TextureOperation;
  using kernels::TextureShape;
  for (const auto resource : {gpu::ResourceKind::array, gpu::ResourceKind::mipmapped_array, gpu::ResourceKind::linear,
                              gpu::ResourceKind::pitch_2d}) {
    for (const auto operation : {TextureOperation::sample, TextureOperation::sample_level,
                                 TextureOperation::sample_gradients, TextureOperation::gather}) {
      for (int shape = 0; shape < 7; ++shape) {
        TextureLab lab;
        lab.input.texels.shape = static_cast<TextureShape>(shape);
        lab.input.fetch.operation = operation;
        lab.input.fetch.level = 0.5F;
        lab.input.fetch.dx = {0.1F, 0.2F, 0};
        lab.input.descriptors[0].address_mode = gpu::AddressMode::clamp;
        lab.input.descriptors[1].address_mode = gpu::AddressMode::clamp;
        lab.comparison = TextureComparison::split;
        lab.update();
        lab.choose_resource(resource);
        if (resource == gpu::ResourceKind::linear) {
          for (gpu::TextureDescriptor& descriptor : lab.input.descriptors) {
            descriptor.normalized_coords = false;
            descriptor.filter_mode = FilterMode::point;
          }
        }
        lab.update();
        lab.sample(device(), 24, 16);
        EXPECT_EQ(lab.device_error(), "");
        for (std::size_t side = 0; side < 2; ++side) {
          if (!lab.work().can_sample(side)) {
            continue;
          }
          EXPECT_NE(lab.pictures().images[side], nullptr);
          const ProbeResult& result = lab.probe_result(side);
          ASSERT_EQ(result.error, "") << shape;
          ASSERT_TRUE(result.device);
          for (std::size_t channel = 0; channel < static_cast<std::size_t>(result.num_channels); ++channel) {
            EXPECT_EQ(ulp_distance((*result.device)[channel], result.explanation.result[channel], result.kind), 0U)
                << "resource " << static_cast<int>(resource) << " operation " << static_cast<int>(operation)
                << " shape " << shape;
          }
        }
        static_cast<void>(lab.signal(50));
        EXPECT_EQ(lab.device_error(), "");
        lab.release();
      }
    }
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(TextureLabOnADevice);

}  // namespace
}  // namespace texelscope::app
