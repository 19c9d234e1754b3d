#include "app/files/spool_file.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <system_error>
#include <vector>

#include "app/files/byte_source.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/write_failure.h"

namespace texelscope::app {
namespace {

gpu::ReplacementFile file_beside(const std::filesystem::path& target) {
  require_writable(target);
  try {
    if (gpu::write_target(target).is_special) {
      throw FileError(fmt::format("cannot write {}: not a regular file; specify a file in a folder", target.string()));
    }
    return gpu::ReplacementFile(target);
  } catch (const std::system_error& reason) {
    throw write_failure(target, reason.code());
  }
}

}  // namespace

SpoolFile::SpoolFile(const std::filesystem::path& target) : target_{target}, file_{file_beside(target)} {}

void SpoolFile::write(std::string_view bytes) {
  file_.stream() << bytes;
  if (!file_.stream()) {
    throw write_failure(target_, file_.stream_error());
  }
}

void SpoolFile::copy_to(std::ostream& out) {
  if (!file_.stream().flush()) {
    throw write_failure(target_, file_.stream_error());
  }
  const FileSource source(file_.path());
  std::vector<std::byte> block(std::size_t{1} << 20U);
  for (std::uint64_t at = 0; at < source.size() && out;) {
    const std::size_t count = source.read(at, block);
    if (count == 0) {
      throw FileError(fmt::format(
          "cannot write {}: its temporary file ended at byte {} of {}; do not change the folder during the write",
          target_.string(), at, source.size()));
    }
    out.write(reinterpret_cast<const char*>(block.data()), static_cast<std::streamsize>(count));
    at += count;
  }
}

}  // namespace texelscope::app
