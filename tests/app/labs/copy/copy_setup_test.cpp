#include "app/labs/copy/copy_setup.h"

#include <gtest/gtest.h>

#include <fstream>

#include "app/images/image_file.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app {
namespace {

using gpu::Dimensions;

CopySetup set_up(const CopyInput& input) {
  CopyPicture picture;
  return work_out(input, picture);
}

std::vector<std::string> texts_of(std::string_view text) {
  std::vector<std::string> texts;
  for (const ChainEntry& entry : operations_from_string(text)) {
    texts.push_back(entry.text);
  }
  return texts;
}

TEST(Operations, AreSplitAtTheirBoundaries) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts_of(""), Texts{});
  EXPECT_EQ(texts_of("  \n"), Texts{});
  EXPECT_EQ(texts_of("permuted(1, 0)"), Texts{"permuted(1, 0)"});
  EXPECT_EQ(texts_of("permuted(1,0).sliced(::2, 1:)\nflattened(); squeezed()"),
            (Texts{"permuted(1,0)", "sliced(::2, 1:)", "flattened()", "squeezed()"}));
  EXPECT_EQ(texts_of("reshaped((2, 3)) squeezed()"), (Texts{"reshaped((2, 3))", "squeezed()"}));
  EXPECT_EQ(texts_of("permuted(1, 0"), Texts{"permuted(1, 0"});
  EXPECT_EQ(texts_of(") squeezed()"), (Texts{")", "squeezed()"}));
}

TEST(CopySetup, PlansATypedCopy) {
  const CopySetup setup = set_up({.source = {{.shape = "64, 32"}, "permuted(1, 0)"}});
  ASSERT_TRUE(setup.plan) << setup.error();
  EXPECT_EQ(setup.plan->method, gpu::CopyMethod::tiles);
  EXPECT_EQ(setup.source.layout->shape(), (Dimensions{32, 64}));
  EXPECT_EQ(setup.destination.layout->strides(), (Dimensions{64, 1}));
  EXPECT_EQ(setup.bytes(), 64 * 32 * 4);
  EXPECT_EQ(setup.type, gpu::element_type_of<float>);
}

TEST(CopySetup, SupportsEachOrderOfTheDestination) {
  CopyInput input{.source = {{.shape = "8, 16"}, "permuted(1, 0)"}};
  input.order = CopyOrder::f;
  EXPECT_EQ(set_up(input).destination.layout->strides(), (Dimensions{1, 16}));
  input.order = CopyOrder::k;
  EXPECT_EQ(set_up(input).destination.layout->strides(), (Dimensions{1, 16}));
  EXPECT_EQ(set_up(input).plan->method, gpu::CopyMethod::linear);
  input.order = CopyOrder::typed;
  input.destination = {{.shape = "16, 16"}, "sliced(:, ::2)"};
  const CopySetup typed = set_up(input);
  EXPECT_EQ(typed.destination.layout->strides(), (Dimensions{16, 2}));
  EXPECT_TRUE(typed.plan) << typed.error();
}

TEST(CopySetup, ReportsErrorsWithTheirPlace) {
  EXPECT_NE(set_up({.source = {{.shape = "4, x"}, ""}}).error().find('x'), std::string::npos);
  EXPECT_EQ(set_up({.source = {{.shape = "4, x"}, ""}}).source.chain.wrong_field, LayoutField::shape);
  EXPECT_NE(set_up({.source = {{.shape = "4, 4"}, "permuted(0)"}}).source.error, "");
  EXPECT_NE(set_up({.source = {{.shape = "4", .strides = "-1"}, ""}}).source.error, "");

  CopyInput input{.source = {{.shape = "4, 4"}, ""}};
  input.order = CopyOrder::typed;
  input.destination = {{.shape = "4, 5"}};
  EXPECT_NE(set_up(input).plan_error.find('5'), std::string::npos);
  input.destination = {{.shape = "4, 1"}, "broadcast_to(4, 4)"};
  const CopySetup overlapping = set_up(input);
  EXPECT_FALSE(overlapping.plan);
  EXPECT_NE(overlapping.plan_error, "");
  EXPECT_EQ(overlapping.error(), overlapping.plan_error);
}

TEST(CopySetup, ReadsTheHeaderOfAnNpyFile) {
  const tests::TemporaryFolder folder;
  const std::string file = (folder.path() / "a.npy").string();
  const gpu::StridedLayout layout({2, 3}, 2);
  gpu::write_npy(std::filesystem::path(file), std::vector<std::byte>(12), layout, gpu::element_type_of<std::int16_t>);
  const CopySetup setup = set_up({.content = CopyContent::npy, .source = {{}, "permuted(1, 0)"}, .file = file});
  ASSERT_TRUE(setup.plan) << setup.error();
  EXPECT_EQ(setup.source.array(), layout);
  EXPECT_EQ(setup.source.layout->shape(), (Dimensions{3, 2}));
  EXPECT_EQ(setup.type, gpu::element_type_of<std::int16_t>);

  for (const std::string& wrong : {std::string{}, file + "x", folder.path().string()}) {
    const CopySetup failed = set_up({.content = CopyContent::npy, .file = wrong});
    EXPECT_FALSE(failed.plan);
    EXPECT_NE(failed.error(), "") << wrong;
  }
}

TEST(CopySetup, ReadsAnImageOnce) {
  const tests::TemporaryFolder folder;
  const std::string file = (folder.path() / "a.png").string();
  save_png(file, {4, 2, 3, gpu::DataType::uint8, std::vector<std::byte>(24, std::byte{7})});
  const CopyInput input{.content = CopyContent::image, .source = {{}, "permuted(2, 0, 1)"}, .file = file};
  CopyPicture picture;
  const CopySetup setup = work_out(input, picture);
  ASSERT_TRUE(setup.plan) << setup.error();
  EXPECT_EQ(setup.source.layout->shape(), (Dimensions{3, 2, 4}));
  EXPECT_EQ(setup.type, gpu::element_type_of<std::uint8_t>);
  std::filesystem::remove(file);
  EXPECT_EQ(work_out(input, picture).image, setup.image);
  EXPECT_NE(set_up(input).error(), "");
}

TEST(CopySetup, KnowsOnlyTheSizeOfRepackedElements) {
  const CopySetup setup = set_up({.source = {{.shape = "4, 8", .itemsize = 4}, "repacked(16)"}});
  ASSERT_TRUE(setup.plan) << setup.error();
  EXPECT_EQ(setup.array_type.itemsize(), 4);
  EXPECT_EQ(setup.type.itemsize(), 16);
}

}  // namespace
}  // namespace texelscope::app
