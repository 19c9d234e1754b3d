#include <fmt/format.h>
// jpeglib.h requires these two headers first.
#include <cstddef>
#include <cstdio>
// Must follow the headers above.
#include <jpeglib.h>
// The codes of messages depend on JPEG_LIB_VERSION, which jpeglib.h defines: 62 on Debian, 80 on Ubuntu.
#include <jerror.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/images/formats/color_note.h"
#include "app/images/formats/exif_orientation.h"
#include "app/images/formats/jpeg_pictures.h"
#include "app/images/formats/picture_decoders.h"

namespace texelscope::app {
namespace {

/// The data of the library's callbacks. Errors leave the library by longjmp, skipping its frames and those of the
/// callbacks, in which nothing may have a destructor.
struct JpegJob {
  jpeg_error_mgr errors{};
  jpeg_progress_mgr progress{};
  std::jmp_buf on_error{};
  std::array<char, JMSG_LENGTH_MAX> reason{};
  bool is_in_header = true;
  /// Bytes outside any marker, before the first pixel or after the last one.
  bool has_extra_bytes = false;
};

JpegJob& job_of(j_common_ptr codec) { return *static_cast<JpegJob*>(codec->client_data); }

[[noreturn]] void on_jpeg_error(j_common_ptr codec) {
  JpegJob& job = job_of(codec);
  job.errors.format_message(codec, job.reason.data());
  std::longjmp(job.on_error, 1);  // NOLINT(modernize-avoid-setjmp-longjmp)
}

/// The library warns of damage, and fills in missing data.
void on_jpeg_message(j_common_ptr codec, int level) {
  if (level >= 0) {
    return;
  }
  const jpeg_error_mgr& errors = job_of(codec).errors;
  const bool is_outside_pixels = job_of(codec).is_in_header || errors.msg_parm.i[1] == JPEG_EOI;
  if (errors.msg_code == JWRN_EXTRANEOUS_DATA && is_outside_pixels) {
    job_of(codec).has_extra_bytes = true;
  } else if (errors.msg_code != JWRN_JFIF_MAJOR && errors.msg_code != JWRN_ADOBE_XFORM) {
    on_jpeg_error(codec);
  }
}

/// A progressive image with a few bytes per scan could make the library scan all its pixels over and over.
void limit_scans(j_common_ptr codec) {
  constexpr int max_scans = 200;
  if (reinterpret_cast<j_decompress_ptr>(codec)->input_scan_number > max_scans) {
    std::strncpy(job_of(codec).reason.data(), "it has more than 200 scans", JMSG_LENGTH_MAX - 1);
    std::longjmp(job_of(codec).on_error, 1);  // NOLINT(modernize-avoid-setjmp-longjmp)
  }
}

/// Runs calls of the library; returns false if one failed. `work` and its callees own nothing: see JpegJob.
template <class Work>
[[nodiscard, gnu::noinline]] bool run_jpeg(JpegJob& job, const Work& work) {
  // NOLINTNEXTLINE(modernize-avoid-setjmp-longjmp)
  if (setjmp(job.on_error) != 0) {
    return false;
  }
  work();
  return true;
}

class JpegReader {
 public:
  explicit JpegReader(JpegJob& job) : job_{job} {
    codec.err = jpeg_std_error(&job.errors);
    job.errors.error_exit = on_jpeg_error;
    job.errors.emit_message = on_jpeg_message;
    job.progress.progress_monitor = limit_scans;
    codec.client_data = &job;
  }
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;
  // This call is safe even if the codec was never created.
  ~JpegReader() { jpeg_destroy_decompress(&codec); }

  void read_header(std::span<const std::byte> bytes) {
    jpeg_create_decompress(&codec);
    codec.progress = &job_.progress;
    jpeg_mem_src(&codec, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    jpeg_save_markers(&codec, exif_marker, largest_marker);
    jpeg_save_markers(&codec, profile_marker, largest_marker);
    static_cast<void>(jpeg_read_header(&codec, TRUE));
    switch (codec.jpeg_color_space) {
      case JCS_GRAYSCALE:
        codec.out_color_space = JCS_GRAYSCALE;
        break;
      case JCS_CMYK:
      case JCS_YCCK:
        codec.out_color_space = JCS_CMYK;
        break;
      default:
        codec.out_color_space = JCS_RGB;
    }
  }

  static constexpr int exif_marker = JPEG_APP0 + 1;
  static constexpr int profile_marker = JPEG_APP0 + 2;
  static constexpr unsigned largest_marker = 0xFFFF;

  jpeg_decompress_struct codec{};

 private:
  JpegJob& job_;
};

[[noreturn]] void fail_jpeg(const PictureFile& file, const JpegJob& job) {
  if (job.errors.msg_code == JWRN_JPEG_EOF || job.errors.msg_code == JERR_INPUT_EOF) {
    fail_truncated(file);
  }
  const int number = job.errors.msg_parm.i[0];
  const bool is_lossless = number == 0xC3 || number == 0xC7 || number == 0xCB || number == 0xCF;
  switch (job.errors.msg_code) {
    case JERR_BAD_PRECISION:
      fail_reading(file, fmt::format("unsupported {}-bit JPEG", number));
    case JERR_ARITH_NOTIMPL:
      fail_reading(file, "unsupported arithmetic-coded JPEG");
    case JERR_SOF_UNSUPPORTED:
      fail_reading(file, is_lossless ? "unsupported lossless JPEG"
                                     : fmt::format("unsupported JPEG of type SOF{}", number - 0xC0));
    default:
      break;
  }
  fail_reading(file, fmt::format("damaged file or unsupported variant ({})", job.reason.data()));
}

/// Files store the remaining light: 255 means no ink. Those without Adobe's marker do, too, for all other programs.
void rgb_from_cmyk(std::span<const std::uint8_t> cmyk, std::byte* rgb) {
  for (std::size_t at = 0; at < cmyk.size(); at += 4) {
    for (std::size_t i = 0; i < 3; ++i) {
      *rgb++ = static_cast<std::byte>((cmyk[at + i] * cmyk[at + 3] + 127) / 255);
    }
  }
}

int jpeg_orientation(const jpeg_decompress_struct& codec) {
  constexpr std::string_view magic("Exif\0\0", 6);
  for (jpeg_saved_marker_ptr marker = codec.marker_list; marker != nullptr; marker = marker->next) {
    const std::string_view text(reinterpret_cast<const char*>(marker->data), marker->data_length);
    if (marker->marker == JpegReader::exif_marker && text.starts_with(magic)) {
      return exif_orientation(std::as_bytes(std::span(text)).subspan(magic.size()));
    }
  }
  return 1;
}

void add_jpeg_colors(JpegJob& job, JpegReader& reader, Image& image) {
  JOCTET* profile = nullptr;
  unsigned size = 0;
  // An incomplete multi-part profile is ignored.
  if (run_jpeg(job, [&] { static_cast<void>(jpeg_read_icc_profile(&reader.codec, &profile, &size)); }) &&
      profile != nullptr) {
    const std::unique_ptr<JOCTET, decltype(&std::free)> owner(profile, &std::free);
    add_profile(image, std::as_bytes(std::span(profile, size)));
  } else if (reader.codec.out_color_space == JCS_CMYK) {
    add_color_fact(image, "CMYK");
    add_note(image.note, "its CMYK has no profile: colors are a guess");
  }
}

}  // namespace

bool is_jpeg(std::span<const std::byte> bytes) {
  return bytes.size() >= 3 && bytes[0] == std::byte{0xFF} && bytes[1] == std::byte{0xD8} && bytes[2] == std::byte{0xFF};
}

Image decode_jpeg(const PictureFile& file) {
  JpegJob job;
  JpegReader reader(job);
  jpeg_decompress_struct& codec = reader.codec;
  if (!run_jpeg(job, [&] { reader.read_header(file.bytes); })) {
    fail_jpeg(file, job);
  }
  job.is_in_header = false;
  const bool is_cmyk = codec.out_color_space == JCS_CMYK;
  Image image = make_image(file, codec.image_width, codec.image_height, codec.out_color_space == JCS_GRAYSCALE ? 1 : 3,
                           gpu::DataType::uint8);
  const std::size_t pitch = image.pixels.size() / codec.image_height;
  const std::size_t row_inks = is_cmyk ? std::size_t{4} * codec.image_width : 0;
  const bool keeps_inks = keeps_exact(image, std::uint64_t{row_inks} * codec.image_height);
  std::vector<std::byte> inks(keeps_inks ? row_inks * codec.image_height : row_inks);
  const bool is_read = run_jpeg(job, [&] {
    static_cast<void>(jpeg_start_decompress(&codec));
    while (codec.output_scanline < codec.output_height) {
      std::byte* const to = image.pixels.data() + codec.output_scanline * pitch;
      std::byte* const stored = inks.data() + (keeps_inks ? codec.output_scanline * row_inks : 0);
      auto* row = reinterpret_cast<JSAMPROW>(is_cmyk ? stored : to);
      static_cast<void>(jpeg_read_scanlines(&codec, &row, 1));
      if (is_cmyk) {
        rgb_from_cmyk({row, row_inks}, to);
      }
    }
  });
  if (!is_read) {
    fail_jpeg(file, job);
  }
  if (is_cmyk && keeps_inks) {
    image.exact = exact_samples("CMYK", 4, std::move(inks));
  }
  // Ending the work destroys the lists of markers.
  add_jpeg_colors(job, reader, image);
  const int orientation = jpeg_orientation(codec);
  if (!run_jpeg(job, [&] { static_cast<void>(jpeg_finish_decompress(&codec)); })) {
    fail_jpeg(file, job);
  }
  if (job.has_extra_bytes) {
    note_unread(image, "it contains extraneous bytes and may be damaged");
  }
  const FurtherJpegs further = further_jpegs(file.bytes, file.bytes.size() - codec.src->bytes_in_buffer);
  if (!further.note.empty()) {
    note_unread(image, further.note);
  }
  note_rest(image, file, further.end);
  return file.orientation == Orientation::applied ? oriented(std::move(image), orientation) : image;
}

}  // namespace texelscope::app
