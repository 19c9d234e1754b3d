#include "app/texture/fetch_list.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tests/app/npy_file.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using gpu::DataType;
using gpu::NpyArray;
using gpu::StridedMemoryView;
using kernels::TextureFetch;
using kernels::TextureOperation;

constexpr FetchColumns coordinates = FetchColumns::coordinates;
constexpr FetchColumns gradients = FetchColumns::gradients;

TextureSetup setup_of(gpu::Extent shape, gpu::ArrayKind kind = gpu::ArrayKind::plain) {
  TextureSetup setup;
  setup.array.shape = shape;
  setup.array.kind = kind;
  setup.array.num_layers = kind == gpu::ArrayKind::plain ? 1 : 3;
  return setup;
}

template <class T = float>
std::vector<TextureFetch> fetches_of(const gpu::Dimensions& shape, const std::vector<T>& numbers,
                                     const TextureSetup& setup, FetchColumns columns = coordinates,
                                     std::optional<int> gather = {}) {
  const NpyArray array = tests::array_of(shape, numbers);
  return fetches_from(StridedMemoryView::from_host(array.bytes(), array.layout, array.type), setup, columns, gather);
}

template <class... Arguments>
std::string refusal_of_fetches(const Arguments&... arguments) {
  try {
    (void)fetches_of(arguments...);
  } catch (const gpu::InvalidArgument& error) {
    return error.what();
  }
  return "";
}

TEST(FetchList, HasARowForEachFetch) {
  const auto fetches = fetches_of({2, 2}, {1.5F, 2, -3, 4}, setup_of(gpu::Extent(8, 8)));
  ASSERT_EQ(fetches.size(), 2U);
  EXPECT_EQ(fetches[0].x, 1.5F);
  EXPECT_EQ(fetches[0].y, 2);
  EXPECT_EQ(fetches[1].x, -3);
  EXPECT_EQ(fetches[1].y, 4);
  EXPECT_EQ(fetches[0].operation, TextureOperation::sample);
  EXPECT_EQ(fetches[0].shape, kernels::TextureShape::texture_2d);
  EXPECT_EQ(fetches_of({3}, {1.0F, 2, 3}, setup_of(gpu::Extent(8))).size(), 3U) << "(N) stands for (N, 1)";
  EXPECT_TRUE(fetches_of({0, 2}, std::vector<float>{}, setup_of(gpu::Extent(8, 8))).empty());
}

TEST(FetchList, ReadsTheLayerAfterTheCoordinatesAndTheLevelLast) {
  const TextureSetup layered = setup_of(gpu::Extent(8, 8), gpu::ArrayKind::layered);
  const TextureFetch fetch = fetches_of({1, 4}, {1.0F, 2, 2, 0.5F}, layered)[0];
  EXPECT_EQ(fetch.layer, 2);
  EXPECT_EQ(fetch.level, 0.5F);
  EXPECT_EQ(fetch.operation, TextureOperation::sample_level);
  EXPECT_NE(refusal_of_fetches(gpu::Dimensions{2, 3}, std::vector<float>{1, 2, 0, 1, 2, 0.5F}, layered)
                .find("row 1: layer 0.5 is not a 32-bit integer"),
            std::string::npos);
}

TEST(FetchList, ReadsDerivativesAlongXAndThenAlongY) {
  const TextureFetch fetch = fetches_of({1, 6}, {1.0F, 2, 3, 4, 5, 6}, setup_of(gpu::Extent(8, 8)), gradients)[0];
  EXPECT_EQ(fetch.operation, TextureOperation::sample_gradients);
  EXPECT_EQ((std::array{fetch.dx[0], fetch.dx[1], fetch.dy[0], fetch.dy[1]}), (std::array{3.0F, 4.0F, 5.0F, 6.0F}));
}

TEST(FetchList, ReadsTheIndexOfAnElementOfLinearMemory) {
  TextureSetup linear = setup_of(gpu::Extent(8));
  linear.resource = gpu::ResourceKind::linear;
  EXPECT_EQ(fetches_of({1}, {5.0F}, linear)[0].element, 5);
  EXPECT_EQ(fetches_of({1}, {5.0F}, linear)[0].operation, TextureOperation::element);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float number : {0.5F, 2147483648.0F, 3e9F, nan}) {
    EXPECT_NE(refusal_of_fetches(gpu::Dimensions{1}, std::vector<float>{number}, linear).find("element"),
              std::string::npos);
  }
}

TEST(FetchList, GathersAComponent) {
  const TextureFetch fetch = fetches_of({1, 2}, {1.0F, 2}, setup_of(gpu::Extent(8, 8)), coordinates, 3)[0];
  EXPECT_EQ(fetch.operation, TextureOperation::gather);
  EXPECT_EQ(fetch.component, 3);
  EXPECT_THROW((void)fetches_of({1, 3}, {1.0F, 2, 0}, setup_of(gpu::Extent(8, 8)), coordinates, 3),
               gpu::InvalidArgument)
      << "a gather has no level";
}

TEST(FetchList, ReportsTheRequiredShape) {
  const TextureSetup plain = setup_of(gpu::Extent(8, 8));
  EXPECT_NE(refusal_of_fetches(gpu::Dimensions{1, 4}, std::vector<float>(4), plain).find("use (N, 2), or (N, 3)"),
            std::string::npos);
  EXPECT_NE(refusal_of_fetches(gpu::Dimensions{1, 5}, std::vector<float>(5), plain, gradients).find("use (N, 6)"),
            std::string::npos);
  EXPECT_NE(refusal_of_fetches(gpu::Dimensions{1, 1, 2}, std::vector<float>(2), plain).find("use (N, columns)"),
            std::string::npos);
  EXPECT_NE(refusal_of_fetches(gpu::Dimensions{1, 2}, std::vector<double>(2), plain).find("takes float32"),
            std::string::npos);
}

TEST(FetchList, IsTheSameRowByRow) {
  const std::vector<float> row{1, 2, 0.25F};
  const TextureFetch fetch = fetch_from(row, setup_of(gpu::Extent(8, 8)), coordinates, {});
  const TextureFetch expected = fetches_of({1, 3}, row, setup_of(gpu::Extent(8, 8)))[0];
  EXPECT_EQ(fetch.y, expected.y);
  EXPECT_EQ(fetch.level, expected.level);
  EXPECT_EQ(fetch.operation, expected.operation);
}

TEST(ResultsArray, HasTheTypeAndTheChannelsOfTheTexels) {
  TextureSetup setup = setup_of(gpu::Extent(8, 8));
  setup.array.format = DataType::uint16;
  setup.array.num_channels = 2;
  const std::vector<FetchedTexel> results{{1, 65535, 7, 7}, {3, 4, 7, 7}};
  const NpyArray two = results_array(results, setup, false);
  EXPECT_EQ(two.type, gpu::ElementType(DataType::uint16));
  EXPECT_EQ(two.layout.shape(), (gpu::Dimensions{2, 2}));
  EXPECT_EQ(tests::numbers_of<std::uint16_t>(two.bytes()), (std::vector<std::uint16_t>{1, 65535, 3, 4}));
  EXPECT_EQ(results_array(results, setup, true).layout.shape(), (gpu::Dimensions{2, 4}));
  setup.texture.read_mode = gpu::ReadMode::normalized_float;
  EXPECT_EQ(results_array(results, setup, false).type, gpu::ElementType(DataType::float32));
}

}  // namespace
}  // namespace texelscope::app
