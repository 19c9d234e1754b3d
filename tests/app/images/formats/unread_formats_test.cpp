#include "app/images/formats/unread_formats.h"

#include <gtest/gtest.h>

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
  for (const Case& file : {Case{"a GIF picture", "GIF89a\x01\0\x01\0\x80\0\0"s},
                           {"an AVIF picture",
                            "\0\0\0\x20"
                            "ftypavif\0\0\0\0avifmif1"s},
                           {"a HEIC picture",
                            "\0\0\0\x18"
                            "ftypheic\0\0\0\0mif1heic"s},
                           {"a HEIC or AVIF picture",
                            "\0\0\0\x18"
                            "ftypmif1\0\0\0\0mif1heic"s},
                           {"a KTX texture",
                            "\xab"
                            "KTX 11\xbb\r\n\x1a\n"s},
                           {"a PDF document", "%PDF-1.7\n"s},
                           {"a PAM picture", "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nENDHDR\nabcd"s},
                           {"a float map of four channels (PF4)", "PF4\n1 1\n-1.0\n0123456789abcdef"s},
                           {"a QOI picture", "qoif\0\0\0\1\0\0\0\1\4\0"s},
                           {"a Windows icon", "\0\0\1\0\1\0\x10\x10\0\0\1\0\x20\0"s},
                           {"an SVG picture", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"s},
                           {"an SVG picture", "\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- a -->\n<svg/>"s}}) {
    const std::filesystem::path path = folder.write("picture", file.bytes);
    EXPECT_EQ(reason_not_read(path), "cannot read " + path.string() + ": it is " + file.name +
                                         ", which texelscope does not read; convert it to " + image_endings_text());
  }
}

TEST(UnreadFormats, AreNoneOfWhatIsUnknown) {
  for (const std::string& bytes :
       {""s, "G"s, "GIF8"s, "RIFF\x24\0\0\0WAVEfmt "s, "<html><body>svg</body></html>"s, "hello <svg"s,
        "\0\0\0\x18"
        "ftypisom"s}) {
    EXPECT_EQ(unread_format(std::as_bytes(std::span{bytes})), "") << bytes;
  }
}

}  // namespace
}  // namespace texelscope::app
