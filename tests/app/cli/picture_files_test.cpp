#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/images/image_file.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/images/picture_bytes.h"
#include "tests/app/temporary_folder.h"

/// Tests how commands reject, rotate, note and write picture files.
namespace texelscope::app {
namespace {

using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

Image ramp(int width, int height) {
  Image image{width, height, 3, gpu::DataType::uint8, {}};
  for (int i = 0; i < width * height * 3; ++i) {
    image.pixels.push_back(static_cast<std::byte>(i * 5));
  }
  return image;
}

Outcome render_to(const std::filesystem::path& out, const std::vector<std::string>& more = {}) {
  std::vector<std::string> all{"render", "image", "--size", "8x8", "--device", "cpu", "--out", out};
  all.insert(all.end(), more.begin(), more.end());
  return run_command(all);
}

TEST(PictureFiles, CompareNamesAPngWithAFlippedByte) {
  const TemporaryFolder folder;
  save_png(folder / "a.png", ramp(16, 16));
  std::string bytes = tests::file_bytes(folder / "a.png");
  bytes[bytes.find("IDAT") + 40] ^= 0x10;
  const auto flipped = folder.write("b.png", bytes);
  const Outcome outcome = run_command({"compare", folder / "a.png", flipped});
  EXPECT_NE(outcome.code, 0);
  EXPECT_NE((outcome.out + outcome.err).find("damaged file"), std::string::npos) << outcome.out << outcome.err;
}

TEST(PictureFiles, AreWrittenAsPngOnlyWithThatExtension) {
  const TemporaryFolder folder;
  for (const char* const name : {"z.jpg", "z.PPM", "z.001"}) {
    const Outcome outcome = render_to(folder / name);
    EXPECT_EQ(outcome.code, 2) << name;
    EXPECT_NE(outcome.err.find("use a name that ends in .png or, for a video, in .mp4"), std::string::npos)
        << outcome.err;
  }
  EXPECT_EQ(run_command({"experiment", "no-wait", "--device", "cpu", "--out", folder / "z.bmp"}).code, 2);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_EQ(render_to(folder / "z.PNG").code, 0);
  EXPECT_EQ(render_to(folder / "z").code, 0);
}

/// Two adjacent pixels, with EXIF data that rotates them by 180°, and a gamma of 1.
std::string turned_and_linear() {
  const std::string plain = "\x89PNG\r\n\x1a\n";
  const std::vector<std::byte> png = encode_png(ramp(2, 1));
  const std::string whole(reinterpret_cast<const char*>(png.data()), png.size());
  const auto chunk = [](const std::string& kind_and_data) {
    std::uint32_t checksum = 0xFFFFFFFFU;
    for (const char sign : kind_and_data) {
      checksum ^= static_cast<unsigned char>(sign);
      for (int bit = 0; bit < 8; ++bit) {
        checksum = checksum >> 1U ^ (checksum % 2 != 0 ? 0xEDB88320U : 0U);
      }
    }
    return tests::big_number(static_cast<std::uint32_t>(kind_and_data.size() - 4)) + kind_and_data +
           tests::big_number(~checksum);
  };
  const std::string exif = std::string("II*\0", 4) + tests::number(8, 4) + tests::number(1, 2) + tests::number(274, 2) +
                           tests::number(3, 2) + tests::number(1, 4) + tests::number(3, 4) + tests::number(0, 4);
  // The new chunks follow the header chunk, which has 25 bytes.
  return whole.substr(0, plain.size() + 25) + chunk("gAMA" + std::string("\0\x01\x86\xA0", 4)) + chunk("eXIf" + exif) +
         whole.substr(plain.size() + 25);
}

TEST(PictureFiles, AreRotatedByTheirExifDataUnlessItIsIgnored) {
  const TemporaryFolder folder;
  const auto turned = folder.write("turned.png", turned_and_linear());
  Image stored = ramp(2, 1);
  save_png(folder / "stored.png", stored);
  // The gamma differs, too.
  EXPECT_EQ(run_command({"compare", "--pixels-only", folder / "stored.png", turned}).code, 1);
  EXPECT_EQ(run_command({"compare", "--pixels-only", "--ignore-orientation", folder / "stored.png", turned}).code, 0);
  const std::vector<std::string> view{"--input", turned, "--set", "filter=point"};
  ASSERT_EQ(render_to(folder / "as_asked.png", view).code, 0);
  std::vector<std::string> ignoring = view;
  ignoring.emplace_back("--ignore-orientation");
  ASSERT_EQ(render_to(folder / "as_stored.png", ignoring).code, 0);
  EXPECT_NE(load_image(folder / "as_asked.png").pixels, load_image(folder / "as_stored.png").pixels);
}

TEST(PictureFiles, ReportColorInformationThatIsNotApplied) {
  const TemporaryFolder folder;
  const auto turned = folder.write("turned.png", turned_and_linear());
  const std::string note = "turned.png: its gamma 1 is not applied: colors are shown as sRGB\n";
  EXPECT_NE(render_to(folder / "out.png", {"--input", turned}).err.find(note), std::string::npos);
  EXPECT_NE(run_command({"explain", turned, "--at", "0,0", "--device", "cpu"}).err.find(note), std::string::npos);
  EXPECT_NE(run_command({"compare", turned, turned}).err.find(note), std::string::npos);
}

TEST(PictureFiles, LookTheSameIn8AndIn16Bits) {
  const TemporaryFolder folder;
  const Image bytes = ramp(4, 4);
  save_png(folder / "8.png", bytes);
  std::string deep = "P6 4 4 65535\n";
  for (const std::byte value : bytes.pixels) {
    deep += std::string(2, static_cast<char>(value));
  }
  const auto sixteen = folder.write("16.ppm", deep);
  EXPECT_EQ(run_command({"compare", folder / "8.png", sixteen}).code, 0);
  ASSERT_EQ(render_to(folder / "from_8.png", {"--input", folder / "8.png"}).code, 0);
  ASSERT_EQ(render_to(folder / "from_16.png", {"--input", sixteen}).code, 0);
  EXPECT_EQ(run_command({"compare", folder / "from_8.png", folder / "from_16.png", "--max-error", "1"}).code, 0);
}

}  // namespace
}  // namespace texelscope::app
