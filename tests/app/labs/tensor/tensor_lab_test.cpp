#include "app/labs/tensor/tensor_lab.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <complex>
#include <numbers>
#include <thread>

#include "app/files/file_error.h"
#include "app/gui/lab_registry.h"
#include "app/images/image.h"
#include "app/images/image_file.h"
#include "app/labs/layout/layout_lab.h"
#include "app/text/parameter.h"
#include "app/text/value_text.h"
#include "app/workspace/state.h"
#include "tests/app/files/zip_bytes.h"
#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using gpu::StridedLayout;
using gpu::StridedMemoryView;

template <class T>
StridedMemoryView view_over(std::vector<T>& elements, const gpu::Dimensions& shape) {
  return StridedMemoryView::from_host(std::as_writable_bytes(std::span{elements}), StridedLayout(shape, sizeof(T)),
                                      gpu::element_type_of<T>);
}

class TensorLabTest : public testing::Test {
 protected:
  TensorLabTest() {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = static_cast<float>(i);
    }
  }

  void advance() { lab.advance(device, now); }
  /// Advances frame by frame until nothing changes anymore.
  void settle_down() {
    do {
      advance();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } while (lab.is_settling());
  }
  void show() {
    lab.show({{"numbers", view_over(numbers, {4, 5, 6})}});
    lab.is_live = false;
    settle_down();
  }
  [[nodiscard]] std::string setting(std::string_view name) const {
    for (const auto& [key, text] : lab.settings()) {
      if (key == name) {
        return text;
      }
    }
    return "no such setting";
  }

  std::vector<float> numbers = std::vector<float>(4 * 5 * 6);
  std::optional<gpu::Device> device = gpu::Device::open({});
  double now = 0;
  tests::TemporaryFolder folder;
  TensorLab lab;
};

TEST_F(TensorLabTest, StartsEmptyAndIdle) {
  advance();
  EXPECT_EQ(lab.chosen(), nullptr);
  EXPECT_FALSE(lab.is_busy());
  EXPECT_EQ(lab.error(), "");
  EXPECT_FALSE(lab.shown_layout());
}

TEST_F(TensorLabTest, SummarizesTheSliceAndTheWholeTensor) {
  show();
  EXPECT_EQ(lab.slice_watch().result()->summary.highest, 29);
  EXPECT_EQ(lab.whole_watch().result()->summary.highest, 119);
  lab.view.index[0] = 3;
  settle_down();
  EXPECT_EQ(lab.slice_watch().result()->summary.lowest, 90);
  EXPECT_EQ(lab.range(), (NumberRange{90, 119}));
  lab.view.rule = RangeRule::tensor;
  EXPECT_EQ(lab.range(), (NumberRange{0, 119}));
}

TEST_F(TensorLabTest, RereadsLiveMemoryForEachFrame) {
  lab.show({{"numbers", view_over(numbers, {4, 5, 6})}});
  EXPECT_TRUE(lab.is_live);
  settle_down();
  EXPECT_TRUE(lab.is_busy());
  numbers[7] = 1000;
  advance();
  advance();
  EXPECT_EQ(lab.slice_watch().result()->summary.highest, 1000);
  const auto before = lab.draw(60, 50);
  numbers[0] = 900;
  EXPECT_NE(lab.draw(60, 50)->pixels, before->pixels);
  lab.is_live = false;
  const auto still = lab.draw(60, 50);
  numbers[0] = 0;
  EXPECT_EQ(lab.draw(60, 50), still);
}

TEST_F(TensorLabTest, RepeatsTheSummaryOfWholeLiveMemoryAfterAWhile) {
  lab.show({{"numbers", view_over(numbers, {4, 5, 6})}});
  settle_down();
  numbers[100] = 1000;
  EXPECT_EQ(lab.whole_watch().result()->summary.highest, 119);
  now = 60;
  settle_down();
  EXPECT_EQ(lab.whole_watch().result()->summary.highest, 1000);
}

TEST_F(TensorLabTest, RequestsFramesUntilChangesAreShown) {
  show();
  EXPECT_FALSE(lab.is_busy());
  lab.view.map = ColorMap::gray;
  static_cast<void>(lab.draw(60, 50));
  EXPECT_TRUE(lab.is_busy()) << "the next frame creates the image's texture";
  advance();
  static_cast<void>(lab.draw(60, 50));
  EXPECT_TRUE(lab.is_busy());
  settle_down();
  EXPECT_FALSE(lab.is_busy());
}

TEST_F(TensorLabTest, PlaysThroughAnAxis) {
  show();
  lab.playback = {.axis = 0, .rate = 10};
  advance();
  EXPECT_TRUE(lab.is_busy());
  EXPECT_EQ(lab.view.index[0], 0);
  now = 0.25;
  advance();
  EXPECT_EQ(lab.view.index[0], 2);
  now = 0.45;
  advance();
  EXPECT_EQ(lab.view.index[0], 0) << "playback wraps around";
  now = 1e6;
  advance();
  EXPECT_LT(lab.view.index[0], 4);
  lab.view.row_axis = 0;
  advance();
  EXPECT_EQ(lab.playback.axis, -1) << "playback stops for an axis that is shown";
}

TEST_F(TensorLabTest, ReportsAValueWithItsPosition) {
  show();
  lab.view.index[0] = 2;
  EXPECT_EQ(slice_text(lab.view), "[2, :, :]");
  const SlicePosition at{.row = 3, .column = 4};
  const TensorCells* const cells = lab.read_cells({{3, 1, 1}, {2, 4, 1}});
  ASSERT_TRUE(cells != nullptr && cells->has(at));
  EXPECT_EQ(cells->text(at), "82");
  EXPECT_EQ(cells->number(at), 82);
  EXPECT_FALSE(cells->has({.row = 3, .column = 1}));
  const ValueFacts facts = facts_of(lab.chosen()->view, lab.view, at);
  EXPECT_EQ(facts.index, (std::vector<std::int64_t>{2, 3, 4}));
  EXPECT_EQ(facts.offset, 82);
  EXPECT_EQ(facts.offset_in_bytes, 328);
  EXPECT_EQ(facts.address, reinterpret_cast<std::uint64_t>(&numbers[82]));
}

TEST_F(TensorLabTest, DrawsASliceOfOneRowAsAStrip) {
  std::vector<float> row(1000, 1);
  lab.show({{"row", view_over(row, {1000})}});
  settle_down();
  settle(lab.place, lab.extent(500, 200));
  const auto image = lab.draw(500, 200);
  int height = 0;
  for (int y = 0; y < 200; ++y) {
    height += image->pixels[static_cast<std::size_t>(4 * (y * 500 + 250) + 3)] != std::byte{0} ? 1 : 0;
  }
  EXPECT_EQ(height, 24);
}

TEST_F(TensorLabTest, OpensAndReloadsFiles) {
  const auto path = tests::write_numbers(folder / "grid.npy", {2, 2}, std::vector<double>{1, 2, 3, 4});
  ASSERT_TRUE(lab.take_file(path));
  EXPECT_TRUE(lab.is_settling());
  settle_down();
  ASSERT_NE(lab.chosen(), nullptr);
  EXPECT_EQ(lab.chosen()->name, "grid");
  EXPECT_FALSE(lab.is_live);
  EXPECT_EQ(lab.range(), (NumberRange{1, 4}));
  tests::write_numbers(path, {2, 2}, std::vector<double>{1, 2, 3, 9});
  lab.run();
  settle_down();
  EXPECT_EQ(lab.range(), (NumberRange{1, 9}));
  EXPECT_FALSE(lab.take_file("notes.txt"));
}

TEST_F(TensorLabTest, AcceptsImagesFromMemoryAndFromFiles) {
  Image image{3, 2, 1, gpu::DataType::uint8, {}};
  for (const int level : {10, 20, 30, 40, 50, 200}) {
    image.pixels.push_back(static_cast<std::byte>(level));
  }
  const auto path = folder / "levels.png";
  save_png(path, image);
  ASSERT_TRUE(lab.take_picture({"levels.png", std::make_shared<const Image>(image), path, ""}));
  settle_down();
  EXPECT_FALSE(lab.is_live);
  EXPECT_EQ(lab.slice_watch().result()->summary.mean, 350.0 / 6);
  EXPECT_EQ(lab.range(), (NumberRange{0, 255}));
  image.pixels[0] = std::byte{70};
  save_png(path, image);
  lab.run();
  settle_down();
  EXPECT_EQ(lab.error(), "");
  EXPECT_EQ(lab.slice_watch().result()->summary.mean, 410.0 / 6) << "read again";
  TensorLab dropped;
  ASSERT_TRUE(dropped.take_file(path));
  dropped.wait_for_file();
  dropped.advance(device, 0);
  EXPECT_EQ(dropped.view, lab.view);
  TensorLab restored;
  for (const auto& [name, text] : lab.settings()) {
    restored.set(name, text);
  }
  restored.wait_for_file();
  restored.advance(device, 0);
  EXPECT_EQ(restored.settings(), lab.settings());
}

TEST_F(TensorLabTest, ChoosesTheAxesOfAFileAndNotOfTheTensorBefore) {
  const auto normals =
      std::make_shared<const Image>(Image{5, 4, 2, gpu::DataType::uint8, std::vector<std::byte>(std::size_t{40})});
  ASSERT_TRUE(lab.take_picture({"normals", normals, "", ""}));
  settle_down();
  EXPECT_EQ(lab.view.rule, RangeRule::type);
  ASSERT_TRUE(lab.take_file(tests::write_numbers(folder / "color.npy", {6, 7, 3}, std::vector<float>(126, 2))));
  // Frames that are drawn until the file is read.
  for (int frame = 0; frame < 3; ++frame) {
    advance();
  }
  settle_down();
  EXPECT_EQ(lab.view.row_axis, 0);
  EXPECT_EQ(lab.view.column_axis, 1);
  EXPECT_EQ(lab.view.channel_axis, 2);
  EXPECT_EQ(lab.view.rule, RangeRule::slice);
}

TEST_F(TensorLabTest, AcceptsAPartOfAnImage) {
  const auto file = std::filesystem::path(TEXELSCOPE_PICTURES_FROM_ELSEWHERE) / "pages.tif";
  const auto page = std::make_shared<const Image>(load_image(file, {.part = "page 2"}));
  ASSERT_TRUE(lab.take_picture({"pages.tif", page, file, "page 2"}));
  EXPECT_EQ(lab.chosen()->name, "page 2");
  const gpu::StridedLayout layout = lab.chosen()->view.layout();
  lab.run();
  settle_down();
  EXPECT_EQ(lab.chosen()->name, "page 2");
  EXPECT_EQ(lab.chosen()->view.layout(), layout);
}

TEST_F(TensorLabTest, AcceptsAnImageWithoutAFile) {
  ASSERT_TRUE(lab.take_picture(
      {"a difference", std::make_shared<const Image>(Image{1, 1, 1, gpu::DataType::uint8, {std::byte{9}}}), "", ""}));
  lab.run();
  settle_down();
  ASSERT_NE(lab.chosen(), nullptr);
  EXPECT_EQ(lab.chosen()->name, "a difference");
  EXPECT_EQ(setting("file"), "");
}

TEST_F(TensorLabTest, ReadsATensorOfAnArchiveWhenItIsChosen) {
  tests::ZipBytes damaged("middle.npy", tests::npy_bytes({3, 4}));
  damaged.crc ^= 1;
  const auto path = folder.write("arrays.npz", tests::archive_of({{"first.npy", tests::npy_bytes({1, 2})},
                                                                  damaged,
                                                                  {"last.npy", tests::npy_bytes({5, 6, 7}), true}}));
  ASSERT_TRUE(lab.take_file(path));
  settle_down();
  EXPECT_EQ(lab.tensors().size(), 3U);
  ASSERT_NE(lab.chosen(), nullptr);
  EXPECT_EQ(lab.range(), (NumberRange{1, 2}));
  lab.choose(2);
  EXPECT_EQ(lab.chosen(), nullptr) << "the previous tensor is freed while the next is read";
  settle_down();
  EXPECT_EQ(lab.chosen()->name, "last");
  EXPECT_EQ(lab.range(), (NumberRange{5, 7}));
  EXPECT_EQ(setting("tensor"), "last");
  lab.choose(1);
  settle_down();
  EXPECT_EQ(lab.chosen(), nullptr);
  EXPECT_NE(lab.error().find("checksum"), std::string::npos) << lab.error();
  lab.choose(0);
  lab.choose(2);
  settle_down();
  EXPECT_EQ(lab.error(), "");
  EXPECT_EQ(lab.chosen()->name, "last") << "the later choice applies";
}

TEST_F(TensorLabTest, KeepsWhatItShowsWhenAFileCannotBeRead) {
  show();
  ASSERT_TRUE(lab.take_file(folder / "missing.npy"));
  settle_down();
  EXPECT_NE(lab.error().find("missing.npy"), std::string::npos);
  EXPECT_EQ(lab.chosen()->name, "numbers");
  TensorLab other;
  ASSERT_TRUE(other.take_file(folder / "missing.npz"));
  EXPECT_THROW(other.wait_for_file(), FileError);
}

TEST_F(TensorLabTest, ReportsInaccessibleMemoryAndContinues) {
  const gpu::ForeignMemory memory{
      .pointer = {4096}, .device_id = {gpu::DeviceKind::cuda, 7}, .is_host_accessible = false};
  lab.show({{"far", StridedMemoryView::from_external(memory, StridedLayout({2, 2}, 4), gpu::element_type_of<float>)},
            {"near", view_over(numbers, {4, 5, 6})}});
  advance();
  EXPECT_NE(lab.error(), "");
  EXPECT_EQ(lab.draw(10, 10), nullptr);
  EXPECT_EQ(lab.read_cells({}), nullptr);
  lab.is_live = false;
  settle_down();
  EXPECT_FALSE(lab.is_busy());
  lab.choose(1);
  settle_down();
  EXPECT_EQ(lab.error(), "");
  EXPECT_NE(lab.draw(10, 10), nullptr);
}

TEST_F(TensorLabTest, ShowsTensorsOfAnyRankAndEmptyOnes) {
  std::vector<float> one{5};
  for (const gpu::Dimensions& shape :
       {gpu::Dimensions{}, gpu::Dimensions{0, 3}, gpu::Dimensions{2, 0, 3}, gpu::Dimensions::filled(64, 1)}) {
    lab.show({{"tensor", view_over(one, shape)}});
    advance();
    settle(lab.place, lab.extent(64, 64));
    EXPECT_NE(lab.draw(64, 64), nullptr);
    EXPECT_EQ(lab.error(), "");
    EXPECT_EQ(lab.view.index.size(), shape.size());
  }
}

TEST_F(TensorLabTest, ShowsPhasesInTheColorsOfAngles) {
  std::vector<std::complex<float>> waves{{1, 0}, {0, 1}};
  lab.show({{"waves", view_over(waves, {2})}});
  advance();
  lab.choose_part(ComplexPart::phase);
  EXPECT_EQ(lab.view.map, ColorMap::cycle);
  EXPECT_EQ(lab.range(), (NumberRange{-std::numbers::pi, std::numbers::pi}));
  lab.choose_part(ComplexPart::real);
  EXPECT_EQ(lab.view.map, ColorMap::night);
}

TEST_F(TensorLabTest, RestoresFromItsSettings) {
  const auto path = tests::write_numbers(folder / "volume.npy", {4, 5, 6}, numbers);
  ASSERT_TRUE(lab.take_file(path));
  settle_down();
  lab.view.row_axis = 0;
  lab.view.index[1] = 3;
  lab.view.map = ColorMap::balance;
  lab.view.is_symmetric = true;
  lab.set_range({-0.1, 2.5});
  TensorLab other;
  for (const auto& [name, text] : lab.settings()) {
    other.set(name, text);
  }
  other.wait_for_file();
  other.advance(device, 0);
  EXPECT_EQ(other.view, lab.view);
  EXPECT_EQ(other.settings(), lab.settings());
  EXPECT_EQ(other.range(), (NumberRange{-0.1, 2.5}));
}

TEST_F(TensorLabTest, RejectsInvalidSettings) {
  for (const auto& [name, text] : {std::pair{"rows", "-2"},
                                   {"rows", "all"},
                                   {"columns", "65"},
                                   {"index", "1 x"},
                                   {"index", "-1"},
                                   {"map", "rainbow"},
                                   {"range", "wide"},
                                   {"lowest", "nan"},
                                   {"percentile", "51"},
                                   {"rate", "0"},
                                   {"zoom", "0"},
                                   {"live", "maybe"},
                                   {"part", "angle"},
                                   {"histogram", "both"},
                                   {"axis", "1"}}) {
    EXPECT_THROW(lab.set(name, text), ParameterError) << name << " " << text;
  }
  EXPECT_EQ(setting("rows"), "none");
}

TEST(TensorLabs, OpenAnImage) {
  State state{{}, labs()};
  open_values(state,
              {"one", std::make_shared<const Image>(Image{1, 1, 1, gpu::DataType::uint8, {std::byte{9}}}), "", ""});
  ASSERT_TRUE(state.labs.current);
  EXPECT_EQ(dynamic_cast<TensorLab&>(*state.labs.states[*state.labs.current]).chosen()->name, "one");
}

TEST(TensorLabs, OpenTheLayoutOfWhatTheyShow) {
  State state{{}, labs()};
  std::vector<float> numbers(12);
  const StridedMemoryView tensor = view_over(numbers, {3, 4});
  open_layout(state, tensor.layout().permuted({1, 0}));
  ASSERT_TRUE(state.labs.current);
  auto& layouts = dynamic_cast<LayoutLab&>(*state.labs.states[*state.labs.current]);
  layouts.update();
  ASSERT_NE(layouts.result().shown(), nullptr);
  EXPECT_EQ(*layouts.result().shown(), tensor.layout().permuted({1, 0}));
}

}  // namespace
}  // namespace texelscope::app
