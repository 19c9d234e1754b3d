#include "app/images/formats/jpeg_pictures.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tests/app/images/picture_bytes.h"

namespace texelscope::app {
namespace {

using tests::big_number;
using tests::bytes;
using tests::number;

const std::string start_of_image = bytes({0xFF, 0xD8});
const std::string adobe_mark = "http://ns.adobe.com/xap/1.0/ xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\"";
const std::string apple_mark = "http://ns.adobe.com/xap/1.0/ xmlns:a=\"http://ns.apple.com/HDRGainMap/1.0/\"";
const std::string iso_mark("urn:iso:std:iso:ts:21496:-1\0", 28);

std::string segment(int marker, const std::string& data) {
  const auto size = static_cast<int>(data.size() + 2);
  return bytes({0xFF, marker, size >> 8, size & 255}) + data;
}

/// The frame of a picture, its pixels and its end.
std::string frame(int width, int height) {
  return segment(0xC0, bytes({8, height >> 8, height & 255, width >> 8, width & 255, 0})) + segment(0xDA, "pixels") +
         bytes({0xFF, 0xD9});
}

std::string picture(int width, int height, const std::string& segments = "") {
  return start_of_image + segments + frame(width, height);
}

/// The index of pictures of these sizes, of which all but the first begin at these positions behind its mark.
std::string index_of(const std::vector<std::pair<std::size_t, std::size_t>>& places, bool is_little_endian) {
  const auto put = [&](std::uint64_t value, std::size_t size) {
    const std::string text = number(value, size);
    return is_little_endian ? text : std::string(text.rbegin(), text.rend());
  };
  std::string entries;
  for (const auto& [at, size] : places) {
    entries += put(0, 4) + put(size, 4) + put(at, 4) + put(0, 4);
  }
  return std::string("MPF\0", 4) + (is_little_endian ? std::string("II*\0", 4) : std::string("MM\0*", 4)) + put(8, 4) +
         put(1, 2) + put(0xB002, 2) + put(7, 2) + put(entries.size(), 4) + put(26, 4) + put(0, 4) + entries;
}

FurtherJpegs further_of(const std::string& file, std::size_t end) {
  return further_jpegs(std::as_bytes(std::span(file)), end);
}

TEST(FurtherJpegs, NamesAGainMapThatFollows) {
  const std::string first = picture(64, 48);
  for (const std::string& marker : {segment(0xE1, adobe_mark), segment(0xE1, apple_mark), segment(0xE2, iso_mark)}) {
    const std::string file = first + picture(32, 24, marker);
    const FurtherJpegs further = further_of(file, first.size());
    EXPECT_EQ(further.note, "a second picture, its gain map (32x24 pixels), is not read");
    EXPECT_EQ(further.end, file.size());
  }
}

TEST(FurtherJpegs, KnowsAGainMapByTheFirstPicture) {
  const std::string first = picture(64, 48, segment(0xE1, adobe_mark));
  EXPECT_EQ(further_of(first + picture(32, 24), first.size()).note,
            "a second picture, its gain map (32x24 pixels), is not read");
}

TEST(FurtherJpegs, NamesThePicturesOfTheIndexAndWhereTheyEnd) {
  const std::string preview = picture(16, 12);
  const std::string map = picture(32, 24, segment(0xE1, adobe_mark));
  const std::string gap(5, '\0');
  for (const bool is_little_endian : {false, true}) {
    // Positions count from behind the mark: after the start, the length and the mark itself.
    const std::size_t size =
        start_of_image.size() + segment(0xE2, index_of({{}, {}, {}}, is_little_endian)).size() + frame(64, 48).size();
    const std::size_t preview_at = size + gap.size() - 10;
    const std::size_t map_at = preview_at + preview.size();
    const std::string first = picture(
        64, 48,
        segment(0xE2, index_of({{0, size}, {preview_at, preview.size()}, {map_at, map.size()}}, is_little_endian)));
    ASSERT_EQ(first.size(), size);
    const FurtherJpegs further = further_of(first + gap + preview + map + "video", size);
    EXPECT_EQ(further.note,
              "a second picture (16x12 pixels) is not read; another picture, its gain map (32x24 pixels), is not read");
    EXPECT_EQ(further.end, size + gap.size() + preview.size() + map.size());
  }
}

TEST(FurtherJpegs, LimitsTheirNumber) {
  std::vector<std::pair<std::size_t, std::size_t>> places{{0, 0}};
  const std::string other = picture(16, 12);
  for (std::size_t i = 0; i < 20; ++i) {
    places.emplace_back(1000 + i * other.size(), other.size());
  }
  std::string first = start_of_image + segment(0xE2, index_of(places, true)) + frame(64, 48);
  const std::size_t end = first.size();
  first.resize(1010);
  for (std::size_t i = 0; i < 20; ++i) {
    first += other;
  }
  const FurtherJpegs further = further_of(first, end);
  EXPECT_TRUE(further.note.ends_with("; 16 more pictures are not read")) << further.note;
  EXPECT_EQ(further.end, first.size());
}

TEST(FurtherJpegs, AreNoneInOtherData) {
  const std::string first = picture(64, 48, segment(0xE1, adobe_mark));
  for (const std::string& rest : {std::string(), std::string("tail"), bytes({0xFF, 0xD8})}) {
    const FurtherJpegs further = further_of(first + rest, first.size());
    EXPECT_EQ(further.note, "");
    EXPECT_EQ(further.end, first.size());
  }
}

TEST(FurtherJpegs, HaveNoSizeIfTheyAreDamaged) {
  const std::string first = picture(64, 48);
  EXPECT_EQ(further_of(first + bytes({0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF}), first.size()).note,
            "a second picture is not read");
}

}  // namespace
}  // namespace texelscope::app
