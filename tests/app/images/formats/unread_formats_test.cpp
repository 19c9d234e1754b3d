#include "app/images/formats/unread_formats.h"

#include <gtest/gtest.h>

#include <span>
#include <string>

#include "app/images/image_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using namespace std::string_literals;

std::string reason_not_read(const std::filesystem::path& path) {
  try {
    static_cast<void>(load_image(path));
  } catch (const FileError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(UnreadFormats, AreNamedByTheirFirstBytes) {
  struct Case {
    std::string name;
    std::string bytes;
  };
  const tests::TemporaryFolder folder;
  for (const Case& file : {Case{"a GIF image", "GIF89a\x01\0\x01\0\x80\0\0"s},
                           {"an AVIF image",
                            "\0\0\0\x20"
                            "ftypavif\0\0\0\0avifmif1"s},
                           {"a HEIC image",
                            "\0\0\0\x18"
                            "ftypheic\0\0\0\0mif1heic"s},
                           {"a HEIC or AVIF image",
                            "\0\0\0\x18"
                            "ftypmif1\0\0\0\0mif1heic"s},
                           {"a PDF document", "%PDF-1.7\n"s},
                           {"a PAM image", "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nENDHDR\nabcd"s},
                           {"a four-channel float map (PF4)", "PF4\n1 1\n-1.0\n0123456789abcdef"s},
                           {"a QOI image", "qoif\0\0\0\1\0\0\0\1\4\0"s},
                           {"a Windows icon", "\0\0\1\0\1\0\x10\x10\0\0\1\0\x20\0"s},
                           {"an SVG drawing", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"s},
                           {"an SVG drawing", "\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- a -->\n<svg/>"s}}) {
    const std::filesystem::path path = folder.write("picture", file.bytes);
    EXPECT_EQ(reason_not_read(path), "cannot read " + path.string() + ": " + file.name +
                                         " is not supported; convert it to PNG, or to EXR if it contains floats");
  }
}

TEST(UnreadFormats, DoNotIncludeUnknownFiles) {
  for (const std::string& bytes :
       {""s, "G"s, "GIF8"s, "RIFF\x24\0\0\0WAVEfmt "s, "<html><body>svg</body></html>"s, "hello <svg"s,
        "\0\0\0\x18"
        "ftypisom"s}) {
    EXPECT_EQ(unread_format(std::as_bytes(std::span{bytes})), "") << bytes;
  }
}

TEST(UnreadFormats, AreRecognizedByExtension) {
  for (const char* name : {"a.gif", "b/c.AVIF", "d.svg", "e.psd", "f.jxl"}) {
    EXPECT_TRUE(is_unread_picture_name(name)) << name;
  }
  for (const char* name : {"a.png", "gif", "a.gif.txt", "README", "a.json"}) {
    EXPECT_FALSE(is_unread_picture_name(name)) << name;
  }
}

TEST(UnreadFormats, AreUnambiguousIfTheirMagicNumberIsLong) {
  const auto begins = [](const std::string& bytes) {
    return begins_as_unread_picture(std::as_bytes(std::span(bytes)));
  };
  EXPECT_TRUE(begins("GIF89a\1"));
  EXPECT_TRUE(
      begins("\0\0\0\x20"
             "ftypavif"s));
  // Text files and documents may also begin with these bytes.
  for (const char* text : {"", "GIF", "P7\n", "%PDF-1.7", "<svg/>", "8BPS is a mark"}) {
    EXPECT_FALSE(begins(text)) << text;
  }
}

}  // namespace
}  // namespace texelscope::app
