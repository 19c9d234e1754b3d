#include <cstdint>

#include "app/files/file_error.h"
#include "app/files/tensor_file.h"
#include "app/files/zip_archive.h"
#include "app/files/zip_stream.h"
#include "tests/fuzz/fuzz_input.h"
#include "texelscope/gpu/error.h"

namespace texelscope::tests {
namespace {

/// Deflate compresses data by up to 1032:1; a larger output is not read completely.
constexpr std::uint64_t most_unpacked_bytes = std::uint64_t{1} << 24;

}  // namespace

void fuzz_zip(FuzzInput input) {
  const InputFile file(input, "input.zip");
  accept<app::FileError>([&] {
    for (const app::ZipMember& member : app::read_zip_directory(file.path())) {
      accept<app::FileError>([&] {
        app::ZipStream stream(file.path(), member);
        stream.ignore(static_cast<std::streamsize>(most_unpacked_bytes));
        const auto read = static_cast<std::uint64_t>(stream.gcount());
        if (read < most_unpacked_bytes) {
          stream.finish();
          require(read == member.size, "a member has the size in the directory");
        }
      });
    }
  });
}

void fuzz_npz(FuzzInput input) {
  const InputFile file(input, "input.npz");
  accept<app::FileError, gpu::InvalidArgument>([&] {
    std::size_t position = 0;
    for (const app::ListedTensor& listed : app::list_tensors(file.path())) {
      require(listed.layout.required_size_in_bytes() >= 0, "a tensor has a size");
      if (static_cast<std::uint64_t>(listed.layout.required_size_in_bytes()) <= most_unpacked_bytes) {
        accept<app::FileError, gpu::InvalidArgument>([&] {
          const app::NamedTensor tensor = app::read_tensor(file.path(), position);
          require(tensor.view.layout().shape() == listed.layout.shape(), "a tensor has the listed shape");
        });
      }
      ++position;
    }
  });
}

}  // namespace texelscope::tests
