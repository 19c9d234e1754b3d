#include "app/images/tiff/tiff_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <exception>
#include <memory>
#include <string_view>

#include "app/text/escape.h"

namespace texelscope::app {
namespace {

/// The maximum size of one allocation of the library, which allocates memory according to the directory before it
/// reads: a strip has no more bytes than the file, and decoders additionally store a tile.
tmsize_t max_allocation(const PictureFile& file) {
  constexpr std::uint64_t of_decoders = std::uint64_t{256} << 20U;
  return static_cast<tmsize_t>(std::max(of_decoders, file.source.size()));
}

std::string message_of(const char* format, std::va_list arguments) {
  std::array<char, 400> text{};
  static_cast<void>(std::vsnprintf(text.data(), text.size(), format, arguments));
  return shown_line(text.data(), 160);
}

}  // namespace

/// Functions that the library calls; no exception may propagate through it.
struct TiffFile::Callbacks {
  static tmsize_t read(thandle_t of, void* to, tmsize_t size) {
    auto& job = *static_cast<TiffFile*>(of);
    try {
      const std::size_t count =
          job.file_.source.read(job.position_, {static_cast<std::byte*>(to), static_cast<std::size_t>(size)});
      job.position_ += count;
      return static_cast<tmsize_t>(count);
    } catch (const std::exception& error) {
      job.error_ = job.error_.empty() ? error.what() : job.error_;
      return -1;
    }
  }

  static tmsize_t write(thandle_t /*of*/, void* /*from*/, tmsize_t /*size*/) { return -1; }

  static toff_t seek(thandle_t of, toff_t offset, int from) {
    auto& job = *static_cast<TiffFile*>(of);
    const std::uint64_t base = from == SEEK_SET ? 0 : from == SEEK_CUR ? job.position_ : job.file_.source.size();
    job.position_ = base + offset;
    return job.position_;
  }

  static int close(thandle_t /*of*/) { return 0; }

  static toff_t size(thandle_t of) { return static_cast<TiffFile*>(of)->file_.source.size(); }

  static int on_error(TIFF* /*tiff*/, void* of, const char* /*module*/, const char* format, std::va_list arguments) {
    auto& job = *static_cast<TiffFile*>(of);
    const std::string text = message_of(format, arguments);
    // A tag of unknown type: the library reports an error and continues, as readers should (TIFF 6.0, page 16). Version
    // 4.7.2 mentions set_get_field_type instead.
    const bool is_passed_over = text.starts_with("Defined set_") && text.find("of custom tag") != std::string::npos;
    if (!is_passed_over && job.error_.empty()) {
      job.error_ = text;
    }
    return 1;
  }

  static int on_warning(TIFF* /*tiff*/, void* of, const char* /*module*/, const char* format, std::va_list arguments) {
    auto& job = *static_cast<TiffFile*>(of);
    const std::string text = message_of(format, arguments);
    // Programs define their own tags, and the order of tags does not matter.
    const bool is_harmless = text.starts_with("Unknown field") || text.find("ascending order") != std::string::npos ||
                             text.find("ASCII") != std::string::npos;
    // Obsolete compression methods that are still readable.
    const bool is_of_age = text.starts_with("Old-style LZW") || text.starts_with("Deprecated and troublesome");
    std::string& kept = job.warns_of_damage_ && !is_of_age ? job.error_ : job.warning_;
    if ((!is_harmless || job.warns_of_damage_) && kept.empty()) {
      kept = text;
    }
    return 1;
  }
};

TiffFile::TiffFile(const PictureFile& file) : file_{file} {
  const std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)> options(TIFFOpenOptionsAlloc(),
                                                                                 &TIFFOpenOptionsFree);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), max_allocation(file));
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), &Callbacks::on_error, this);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), &Callbacks::on_warning, this);
  // No memory mapping: a file that shrinks would crash the program.
  handle_ = TIFFClientOpenExt("picture", "rm", this, &Callbacks::read, &Callbacks::write, &Callbacks::seek,
                              &Callbacks::close, &Callbacks::size, nullptr, nullptr, options.get());
  if (handle_ == nullptr || !error_.empty()) {
    if (handle_ != nullptr) {
      TIFFClose(handle_);
    }
    require(false);
  }
}

TiffFile::~TiffFile() { TIFFClose(handle_); }

void TiffFile::begin_page(std::uint64_t directory) {
  warns_of_damage_ = false;
  error_.clear();
  warning_.clear();
  require(TIFFSetSubDirectory(handle_, directory) != 0);
}

void TiffFile::require(bool is_done) const {
  if (!error_.empty()) {
    fail_reading(file_, fmt::format("damaged file or unsupported variant ({})", error_));
  }
  if (!is_done) {
    fail_reading(file_, "damaged or truncated file");
  }
}

}  // namespace texelscope::app
