#include <string>

#include "app/conformance/corpus.h"
#include "app/conformance/fingerprint.h"
#include "app/files/file_error.h"
#include "tests/fuzz/fuzz_input.h"

namespace texelscope::tests {

/// The bytes between the version and the checksum, which no mutation would match.
void fuzz_texture_corpus(FuzzInput input) {
  std::string bytes("TEXELCOR\1\0\0\0", 12);
  bytes += text_of(input);
  app::Fingerprint sum;
  sum.add(std::as_bytes(std::span(bytes)));
  const std::uint64_t value = sum.value();
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  const InputFile file(std::as_bytes(std::span(bytes)), "corpus.bin");
  accept<app::FileError>([&] { static_cast<void>(app::load_corpus(file.path())); });
}

}  // namespace texelscope::tests
