#include "app/labs/layout/layout_picture.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/images/image_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using gpu::StridedLayout;

std::vector<std::string> texts(const Drawing& picture) {
  std::vector<std::string> all;
  for (const DrawingShape& shape : picture.shapes) {
    if (const auto* text = std::get_if<DrawingText>(&shape)) {
      all.push_back(text->text);
    }
  }
  return all;
}

template <typename Shape>
std::size_t count(const Drawing& picture) {
  return static_cast<std::size_t>(std::ranges::count_if(
      picture.shapes, [](const DrawingShape& shape) { return std::holds_alternative<Shape>(shape); }));
}

bool says(const Drawing& picture, const std::string& part) {
  return std::ranges::any_of(texts(picture),
                             [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

TEST(LayoutPicture, NamesEveryOffsetAndEveryIndex) {
  const StridedLayout layout = StridedLayout({3, 4}, 4).permuted({1, 0});
  const Drawing picture = layout_picture(layout, "a title");
  const std::vector<std::string> all = texts(picture);
  for (std::int64_t position = 0; position < layout.volume(); ++position) {
    const gpu::Dimensions index = index_at(layout, position);
    EXPECT_GE(std::ranges::count(all, std::to_string(layout(index.values()))), 1);
    EXPECT_EQ(std::ranges::count(all, std::to_string(index[0]) + "," + std::to_string(index[1])), 1);
  }
  EXPECT_EQ(all.front(), "a title");
}

TEST(LayoutPicture, LabelsEachColumnWhereTheLabelsFit) {
  // Small cells, in which two digits do not fit.
  constexpr std::int64_t slices = 4;
  for (const std::int64_t columns : {10, 11}) {
    const Drawing picture = layout_picture(StridedLayout({slices, 64, columns}, 4), "");
    for (std::int64_t column = 0; column < columns; ++column) {
      const auto labels = std::ranges::count_if(picture.shapes, [&](const DrawingShape& shape) {
        const auto* const text = std::get_if<DrawingText>(&shape);
        return text != nullptr && text->anchor == TextAnchor::middle && text->text == std::to_string(column);
      });
      EXPECT_EQ(labels, columns == 10 || column % 8 == 0 ? slices : 0) << column << " of " << columns;
    }
  }
}

TEST(LayoutPicture, HatchesEachGap) {
  // Offsets 1 and 3 are gaps, and the legend contains a third hatch.
  EXPECT_EQ(count<DrawingHatch>(layout_picture(StridedLayout({3}, {2}, 4), "")), 3U);
  EXPECT_EQ(count<DrawingHatch>(layout_picture(StridedLayout({3}, 4), "")), 1U);
}

TEST(LayoutPicture, KeepsEverythingInside) {
  for (const StridedLayout& layout :
       {StridedLayout({}, 4), StridedLayout({5}, 4), StridedLayout({2, 3, 4, 2, 2}, 4), StridedLayout({0, 2}, 4),
        StridedLayout({40, 50}, 4), StridedLayout({1000}, 4), StridedLayout({30, 900}, 4), StridedLayout({300, 300}, 4),
        StridedLayout({1'000'000, 1'000}, 4), StridedLayout({3, 3}, {-5, 2}, 4),
        StridedLayout({7}, 4).broadcast_to({5, 7})}) {
    const Drawing picture = layout_picture(layout, "x");
    EXPECT_LT(picture.shapes.size(), 40'000U) << to_string(layout);
    EXPECT_LT(picture.height, 20'000) << to_string(layout);
    for (const DrawingShape& shape : picture.shapes) {
      if (const auto* rect = std::get_if<DrawingRect>(&shape)) {
        ASSERT_GE(rect->x, 0) << to_string(layout);
        ASSERT_LE(rect->x + rect->width, picture.width) << to_string(layout);
        ASSERT_LE(rect->y + rect->height, picture.height) << to_string(layout);
      } else if (const auto* text = std::get_if<DrawingText>(&shape)) {
        ASSERT_LE(text->y, picture.height) << to_string(layout);
      }
    }
  }
}

TEST(LayoutPicture, ReportsOmittedParts) {
  EXPECT_TRUE(says(layout_picture(StridedLayout({300, 300}, 4), ""), "Drawn: "));
  EXPECT_FALSE(says(layout_picture(StridedLayout({30, 30}, 4), ""), "Drawn: "));
}

TEST(LayoutPicture, IsWrittenAsSvgAndPng) {
  const tests::TemporaryFolder folder;
  const Drawing picture = layout_picture(StridedLayout({3, 4}, {5, 1}, 4), "sliced(1:) & <more> \"quoted\"");
  save_svg(folder / "a.svg", picture);
  save_picture_png(folder / "a.png", picture);
  const std::string svg = to_svg(picture);
  EXPECT_TRUE(svg.starts_with("<svg xmlns="));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("&amp; &lt;more&gt; &quot;quoted&quot;"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(folder / "a.svg"), svg.size());
  const Image image = load_image(folder / "a.png");
  EXPECT_EQ(image.width, static_cast<int>(2 * picture.width));
  EXPECT_EQ(image.height, static_cast<int>(2 * picture.height));
  EXPECT_THROW(save_svg(folder / "no" / "a.svg", picture), FileError);
}

TEST(Drawing, IsPaintedShapeAboveShape) {
  Drawing picture{10, 10, rgb(0x102030), {}};
  picture.shapes.emplace_back(DrawingRect{2, 2, 4, 4, rgb(0xFF0000)});
  picture.shapes.emplace_back(DrawingRect{4, 4, 4, 4, rgb(0x00FF00)});
  picture.shapes.emplace_back(DrawingLine{0, 9.5F, 10, 9.5F, rgb(0x0000FF), 1});
  const Image image = to_image(picture, 1);
  const auto at = [&](int x, int y) {
    const auto* texel = reinterpret_cast<const std::uint8_t*>(image.pixels.data()) + (y * image.width + x) * 4;
    return Rgb{texel[0], texel[1], texel[2]};
  };
  EXPECT_EQ(at(0, 0), rgb(0x102030));
  EXPECT_EQ(at(3, 3), rgb(0xFF0000));
  EXPECT_EQ(at(5, 5), rgb(0x00FF00));
  EXPECT_EQ(at(7, 7), rgb(0x00FF00));
  EXPECT_EQ(at(8, 8), rgb(0x102030));
  EXPECT_EQ(at(5, 9), rgb(0x0000FF));
}

TEST(Drawing, PaintsTextWhereAFontIsFound) {
  if (!find_font_file(FontUse::value)) {
    GTEST_SKIP() << "no font file is installed (Debian: apt install fonts-dejavu-core)";
  }
  Drawing picture{60, 20, rgb(0), {}};
  picture.shapes.emplace_back(DrawingText{30, 10, "88", rgb(0xFFFFFF), 14, FontUse::value, TextAnchor::middle});
  const Image image = to_image(picture, 1);
  int left = 0;
  int right = 0;
  int ink = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const int value = std::to_integer<int>(image.pixels[static_cast<std::size_t>(y * image.width + x) * 4]);
      (x < 30 ? left : right) += value;
      ink += value > 128 ? 1 : 0;
      EXPECT_FALSE(value > 0 && (x < 15 || x > 45)) << x;
    }
  }
  EXPECT_GT(ink, 40);
  EXPECT_NEAR(left, right, 0.3 * left);
}

}  // namespace
}  // namespace texelscope::app
